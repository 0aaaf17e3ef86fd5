//! Op definitions and the registry that holds them.
//!
//! The three types here name each other: a definition has a verifier, which sees the registry of all definitions.

use super::form::AssemblyForm;
use super::interface::{
    Constant, DeclaresTensor, FunctionLike, LayoutChoices, StoredChoices, TypeEqualitiesOf,
};
use super::spec::{Arity, AttrSpec};
use super::stage::DescriptorStage;
use super::syntax::Syntax;
use super::target::Target;
use super::traits::Traits;
use super::view::ViewRelations;
use crate::data::attrs::Attr;
use crate::data::choice::Choice;
use crate::data::context::{Context, ElementWidth, Name};
use crate::data::module::{Module, Op};
use crate::diag::{Code, Diag, Sink};
use crate::source::Place;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The definition of an op.
#[derive(Clone, Copy, Debug)]
pub struct OpDef {
    /// `dialect.op`.
    pub name: &'static str,
    /// One sentence for `--list-ops`.
    pub summary: &'static str,
    /// The traits.
    pub traits: Traits,
    /// The number of operands.
    pub operands: Arity,
    /// The number of results.
    pub results: Arity,
    /// The number of regions.
    pub regions: Arity,
    /// The number of blocks that the op may branch to.
    pub successors: Arity,
    /// The attributes that the verifier checks; others are kept.
    pub attrs: &'static [AttrSpec],
    /// The custom form as a list of pieces; `None` if the op has none, or has a row of its own ([`Registry::form`]).
    pub syntax: Option<&'static [Syntax]>,
    /// Checks what else must hold.
    pub verify: fn(&mut OpCheck<'_>),
    /// The op declares a tensor that is not a value.
    pub tensor: Option<DeclaresTensor>,
    /// The op is a function: the arguments of its entry block have the types of its inputs.
    pub function: Option<FunctionLike>,
    /// `true` if the op returns its operands from the function around it.
    pub returns: bool,
    /// `true` if the op is a descriptor: a layout, by the stages in its region.
    pub is_descriptor: bool,
    /// The op's part in a descriptor; it is not allowed elsewhere.
    pub stage: Option<DescriptorStage>,
    /// The key of a symbol reference: the op needs the layout of that symbol.
    pub layout_of: Option<&'static str>,
    /// The op moves no data: which of its values can share memory. See [`crate::views`].
    pub view_relations: Option<fn(&Registry, &Module, Op) -> ViewRelations>,
    /// `true` if the op copies a tensor into another layout.
    pub is_copy: bool,
    /// `true` if the op holds a tensor description of Vulkan.
    pub describes_tensor: bool,
    /// The values of the op that must have equal types: those that it branches with and the arguments of the block,
    /// those that its regions yield and its results.
    pub type_equalities: Option<TypeEqualitiesOf>,
    /// The key of a symbol reference: the op calls that function, with its operands and for its results.
    pub callee: Option<&'static str>,
    /// The key of a string attribute: the op reads or writes the state of that name, which has one layout in all
    /// functions of a module. Other ops name their state by the attribute `layout.state`.
    pub state: Option<&'static str>,
    /// The op's one result is a constant.
    pub constant: Option<Constant>,
    /// `true` if the op's result represents an absent operand.
    pub is_none_value: bool,
    /// The layouts of the op's values on every target. [`Registry::add_choices`] adds those that depend on the op.
    pub choice: Option<fn() -> Choice>,
}

impl OpDef {
    /// The definition of another dialect's op that has no side effects and only interfaces.
    pub const fn foreign_pure(name: &'static str, summary: &'static str) -> OpDef {
        OpDef { traits: Traits::FOREIGN.and(Traits::PURE), ..OpDef::foreign(name, summary) }
    }

    /// A definition of another dialect's op, which demands nothing of it and has only interfaces.
    pub const fn foreign(name: &'static str, summary: &'static str) -> OpDef {
        OpDef { traits: Traits::FOREIGN, successors: Arity::Any, ..OpDef::new(name, summary) }
    }

    /// A definition that demands nothing, to be filled in with `..OpDef::new(name, summary)`.
    pub const fn new(name: &'static str, summary: &'static str) -> OpDef {
        OpDef {
            name,
            summary,
            traits: Traits::NONE,
            operands: Arity::Any,
            results: Arity::Any,
            regions: Arity::Any,
            successors: Arity::Exactly(0),
            attrs: &[],
            syntax: None,
            verify: |_| {},
            tensor: None,
            function: None,
            returns: false,
            is_descriptor: false,
            stage: None,
            layout_of: None,
            view_relations: None,
            is_copy: false,
            describes_tensor: false,
            type_equalities: None,
            callee: None,
            state: None,
            constant: None,
            is_none_value: false,
            choice: None,
        }
    }
}

/// The view of one op that its verifier has, and the sink of its diagnostics.
pub struct OpCheck<'a> {
    /// The module around the op.
    pub module: &'a Module,
    /// The op.
    pub op: Op,
    /// The definitions of all ops.
    pub registry: &'a Registry,
    sink: &'a mut Sink,
}

impl<'a> OpCheck<'a> {
    pub(crate) fn new(
        module: &'a Module,
        op: Op,
        registry: &'a Registry,
        sink: &'a mut Sink,
    ) -> OpCheck<'a> {
        OpCheck { module, op, registry, sink }
    }

    /// Reports an error at the op.
    pub fn error(&mut self, code: Code, message: impl Into<String>) {
        let span = self.module.span(self.op);
        self.push(Diag::error(code, span, message));
    }

    /// Reports an error at a part of the op.
    pub fn error_at(&mut self, place: Place, code: Code, message: impl Into<String>) {
        self.push(Diag::error(code, place, message));
    }

    /// The place of the op, from which steps lead to its parts.
    pub fn place(&self) -> Place {
        self.module.place(self.op)
    }

    /// Reports a diagnostic.
    pub fn push(&mut self, diag: Diag) {
        self.sink.push(diag);
    }

    /// An attribute of the op; `None` if the op lacks it.
    pub fn attr(&self, key: &str) -> Option<Attr> {
        self.module.attr(self.op, key)
    }
}

/// The definitions of ops, by name, and the targets that a module need not define.
#[derive(Clone, Debug)]
pub struct Registry {
    /// A target is built when it is named: its text may have to be read.
    targets: BTreeMap<&'static str, fn() -> Target>,
    defs: IndexMap<&'static str, OpDef, FxBuildHasher>,
    /// The custom forms of MLIR's ops.
    forms: IndexMap<&'static str, AssemblyForm, FxBuildHasher>,
    /// The widths of elements of an embedder's types, by dialect.
    element_widths: BTreeMap<&'static str, ElementWidth>,
    /// The dialects of whose ops only some have a form.
    partial_dialects: BTreeSet<&'static str>,
    /// The type equalities of the ops of a dialect that have no definition of their own.
    dialects: BTreeMap<&'static str, TypeEqualitiesOf>,
    /// The dialects whose ops without regions have no side effects.
    pure_dialects: BTreeSet<&'static str>,
    /// The layout choices of embedders, by op or dialect.
    choices: BTreeMap<&'static str, StoredChoices>,
    /// The dialects whose ops and attributes all have a definition here.
    closed: Vec<&'static str>,
}

impl Registry {
    /// A registry without ops and targets; [`Registry::new`] has the builtin ones.
    pub fn empty() -> Registry {
        Registry {
            targets: BTreeMap::new(),
            defs: IndexMap::default(),
            forms: IndexMap::default(),
            element_widths: BTreeMap::new(),
            partial_dialects: BTreeSet::new(),
            dialects: BTreeMap::new(),
            pure_dialects: BTreeSet::new(),
            choices: BTreeMap::new(),
            closed: Vec::new(),
        }
    }

    /// Closes a dialect: an op of it without a definition is an error, and so is an attribute that the definition of
    /// its op does not have.
    pub fn close_dialect(&mut self, name: &'static str) {
        self.closed.push(name);
    }

    /// Returns `true` if all ops of the dialect of a name, `dialect.name`, have a definition here.
    pub fn is_closed(&self, name: &str) -> bool {
        name.split_once('.').is_some_and(|(dialect, _)| self.closed.contains(&dialect))
    }

    /// Adds an op, in place of one of the same name.
    pub fn add(&mut self, def: OpDef) {
        self.defs.insert(def.name, def);
    }

    /// Adds the type equalities of the ops of a dialect that have no definition of their own.
    pub fn add_dialect(&mut self, name: &'static str, type_equalities: TypeEqualitiesOf) {
        self.dialects.insert(name, type_equalities);
    }

    /// The type equalities of the ops of a name, by their definition or their dialect; `None` if there are none.
    pub fn type_equalities(&self, name: &str) -> Option<TypeEqualitiesOf> {
        match self.get(name) {
            Some(def) => def.type_equalities,
            None => self.dialects.get(name.split_once('.')?.0).copied(),
        }
    }

    /// Adds a dialect whose ops without regions have no side effects, as [`Traits::PURE`] states it of one op.
    pub fn add_pure_dialect(&mut self, name: &'static str) {
        self.pure_dialects.insert(name);
    }

    /// `true` if the ops of a name, as far as they have no regions, are known to have no side effects: by their definition
    /// or their dialect.
    pub fn is_pure(&self, name: &str) -> bool {
        let of_dialect = |dialect| self.pure_dialects.contains(dialect);
        self.get(name).is_some_and(|def| def.traits.has(Traits::PURE))
            || name.split_once('.').is_some_and(|(dialect, _)| of_dialect(dialect))
    }

    /// Adds the layout choices of an op, or of all ops of a dialect that have none of their own, in place of those of the
    /// same name.
    pub fn add_choices(
        &mut self,
        name: &'static str,
        choices: impl LayoutChoices + Send + Sync + 'static,
    ) {
        self.choices.insert(name, StoredChoices(Arc::new(choices)));
    }

    /// The layout choices that an embedder added for an op; `None` if it added none.
    pub fn choices(&self, module: &Module, op: Op) -> Option<Vec<Choice>> {
        let name = module.name(op);
        let of_dialect = || self.choices.get(name.split_once('.')?.0);
        self.choices.get(name).or_else(of_dialect)?.0.choices(module, op)
    }

    /// Adds the widths of elements of a dialect's types, which the text after `!dialect.` determines.
    ///
    /// ```
    /// use layoutc_ir::encoding::elem_size;
    /// use layoutc_ir::types::{DialectText, Piece};
    /// use layoutc_ir::{Module, Registry, TypeKind};
    ///
    /// let mut registry = Registry::new();
    /// registry.add_element_type("npu", |text| (text == "fp12").then_some(16));
    /// let mut module = Module::new();
    /// registry.prepare(&mut module.ctx);
    /// let body = [Piece::Text("fp12".into())].into();
    /// let text = DialectText { dialect: module.ctx.name("npu"), body };
    /// let elem = module.ctx.ty(TypeKind::Dialect(text));
    /// assert_eq!(elem_size(&module.ctx, elem).unwrap().bits().get(), 16);
    /// ```
    pub fn add_element_type(&mut self, dialect: &'static str, width: ElementWidth) {
        self.element_widths.insert(dialect, width);
    }

    /// Gives a context the element types of the registry. The parser and [`crate::Verified::new`] do so.
    pub fn prepare(&self, ctx: &mut Context) {
        self.element_widths.iter().for_each(|(name, &width)| ctx.set_element_width(name, width));
    }

    /// Adds a target that can be named, in place of one of the same name.
    pub fn add_target(&mut self, name: &'static str, make: fn() -> Target) {
        self.targets.insert(name, make);
    }

    /// The target of a name; `None` if it is unknown.
    pub fn target(&self, name: &str) -> Option<Target> {
        self.targets.get(name).map(|make| make())
    }

    /// The names of all targets, sorted.
    pub fn targets(&self) -> impl Iterator<Item = &'static str> {
        self.targets.keys().copied()
    }

    /// The definition of an op by name; `None` if it is unknown.
    pub fn get(&self, name: &str) -> Option<&OpDef> {
        self.defs.get(name)
    }

    /// Adds the custom form of an op, in place of one of the same name. The op need not have a definition.
    pub fn add_form(&mut self, form: AssemblyForm) {
        self.forms.insert(form.name, form);
    }

    /// The custom form of an op: that of its definition, or else of its row; `None` if it has none.
    pub fn form(&self, name: &str) -> Option<AssemblyForm> {
        let own = self.get(name).and_then(|def| Some(AssemblyForm::new(def.name, def.syntax?)));
        own.or_else(|| self.forms.get(name).copied())
    }

    /// The row of one of MLIR's ops; `None` if the op has none.
    pub fn mlir_form(&self, name: &str) -> Option<&AssemblyForm> {
        self.forms.get(name)
    }

    /// The form of the op whose name a text shortens to `word` directly inside an op of the name `parent`.
    pub fn form_in(&self, word: &str, parent: &str) -> Option<AssemblyForm> {
        if word.contains('.') {
            return self.form(word);
        }
        self.form(&format!("{}.{word}", self.default_dialect(parent)?))
    }

    /// The dialect whose ops need no prefix directly inside an op; `None` if all need theirs.
    pub fn default_dialect(&self, parent: &str) -> Option<&'static str> {
        self.forms.get(parent)?.default_dialect
    }

    /// `true` if a word without a dialect is the name of an op directly inside some op.
    pub fn is_short_name(&self, word: &str) -> bool {
        let mut dialects = self.forms.values().filter_map(|form| form.default_dialect);
        dialects.any(|dialect| self.form(&format!("{dialect}.{word}")).is_some())
    }

    /// Adds a dialect of whose ops only some have a form.
    pub fn add_partial_dialect(&mut self, name: &'static str) {
        self.partial_dialects.insert(name);
    }

    /// `true` if all ops of a dialect have a form, so that another name is a mistake.
    pub fn has_all_forms(&self, dialect: &str) -> bool {
        let of_dialect = |name: &str| name.split_once('.').is_some_and(|(own, _)| own == dialect);
        !self.partial_dialects.contains(dialect) && self.forms().any(of_dialect)
    }

    /// The names of the ops that have a custom form.
    pub fn forms(&self) -> impl Iterator<Item = &'static str> {
        let own = self.defs.values().filter(|def| def.syntax.is_some()).map(|def| def.name);
        own.chain(self.forms.keys().copied())
    }

    /// The definition of an op of a module; `None` if it is unknown.
    pub fn of(&self, module: &Module, op: Op) -> Option<&OpDef> {
        self.get(module.name(op))
    }

    /// The relations between the values of a view op that share memory; `None` if the op is no view.
    pub fn view_relations(&self, module: &Module, op: Op) -> Option<ViewRelations> {
        let relations = self.of(module, op)?.view_relations?;
        Some(relations(self, module, op))
    }

    /// Returns the ops of a module whose definitions fulfill a condition, in program order.
    pub fn ops_with(
        &self,
        module: &Module,
        condition: impl Fn(&OpDef) -> bool,
    ) -> impl Iterator<Item = Op> {
        let defs = self.defs().filter(|def| condition(def));
        let names: Vec<Name> = defs.filter_map(|def| module.ctx.find_name(def.name)).collect();
        module.walk().filter(move |&op| names.contains(&module.op_name(op)))
    }

    /// All definitions in the order in which they were added.
    pub fn defs(&self) -> impl Iterator<Item = &OpDef> {
        self.defs.values()
    }
}
