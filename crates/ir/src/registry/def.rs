//! Op definitions and the registry that holds them.
//!
//! The three types here are mutually recursive: a definition has a verifier, which reads the registry of all
//! definitions.

mod views;

use super::custom_layout::{CustomLayout, LayoutRule, ShapedNotation};
use super::described_layout::DescribedLayout;
use super::dims::DimFunctions;
use super::form::AssemblyForm;
use super::interface::{
    BlockRole, ChoiceOf, Constant, DeclaresTensor, FunctionLike, LayoutChoices, TypeEqualities,
    TypeEqualitiesOf,
};
use super::kind::{KindEntry, OpKind, OpRoles, qualified_name};
use super::spec::{Arity, AttrSpec};
use super::stage::DescriptorStage;
use super::syntax::Syntax;
use super::target::{Target, TargetGroup};
use super::traits::Traits;
use super::view::{DeclaredView, STATE_ATTR, ViewRelations};
use crate::data::attrs::Attr;
use crate::data::choice::{Choice, LayoutName};
use crate::data::context::{Context, ElementWidth, Name};
use crate::data::module::{Module, Op, Value};
use crate::data::shared::SharedFn;
use crate::data::types::Type;
use crate::diag::{Code, Diag, Sink};
use crate::source::SourceLocation;
use indexmap::IndexMap;
use layout::{Layout, NotationFault, RecordTensor};
use rustc_hash::FxBuildHasher;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

/// A function that returns how often a loop executes its regions; `None` if that is unknown.
pub type TripCountOf = SharedFn<dyn Fn(&Registry, &Module, Op) -> Option<u64> + Send + Sync>;

/// A function that checks an op.
pub type CheckOf = SharedFn<dyn Fn(&mut OpCheck<'_>) + Send + Sync>;

/// A function that returns the relations of a view op.
pub type ViewRelationsOf = SharedFn<dyn Fn(&Registry, &Module, Op) -> ViewRelations + Send + Sync>;

/// The definition of an op.
///
/// [`OpDef::new`], the functions `with_...` and the fields build a definition at run time. Its texts can be computed and
/// its functions can be closures. The definitions of layoutc's own ops are constants.
///
/// ```
/// use layoutc_ir::registry::{Arity, AttrClass, AttrSpec};
/// use layoutc_ir::{Module, OpDef, Registry};
///
/// // A line of a table that the program reads: the op, its number of operands, and its attributes.
/// let line = "npu.fuse 2 mode lanes";
/// let mut words = line.split(' ');
/// let name = words.next().unwrap().to_owned();
/// let operands = words.next().unwrap().parse().unwrap();
/// let attrs = words.map(|key| AttrSpec::new(key.to_owned(), AttrClass::Any, true));
///
/// let mut registry = Registry::new();
/// let mut def = OpDef::new(name, format!("fuses {operands} tensors"));
/// def.attrs = attrs.collect();
/// registry.add(def.with_operands(Arity::Exactly(operands)));
/// assert_eq!(registry.get("npu.fuse").unwrap().attrs[1].key, "lanes");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OpDef {
    /// The name, `dialect.op`.
    pub name: Cow<'static, str>,
    /// A summary of one sentence, for `--list-ops`.
    pub summary: Cow<'static, str>,
    /// The traits.
    pub traits: Traits,
    /// The number of operands.
    pub operands: Arity,
    /// The number of results.
    pub results: Arity,
    /// The number of regions.
    pub regions: Arity,
    /// The number of successor blocks.
    pub successors: Arity,
    /// The attributes that the verifier checks. Attributes without an entry are kept.
    pub attrs: Cow<'static, [AttrSpec]>,
    /// The custom form as a list of pieces; `None` if the op has none, or [`Registry::add_form`] adds its form.
    pub syntax: Option<&'static [Syntax]>,
    /// The function that checks the constraints which the other fields do not express. `None` if there are none.
    pub verify: Option<CheckOf>,
    /// The tensor that the op declares, which is not an SSA value.
    pub tensor: Option<DeclaresTensor>,
    /// The function interface: the arguments of the entry block have the types of the function's inputs.
    pub function: Option<FunctionLike>,
    /// `true` if the op returns its operands from the enclosing function.
    pub returns: bool,
    /// `true` if the op is a descriptor: the stages in its region define a layout.
    pub is_descriptor: bool,
    /// The key of a string attribute in which the op denotes a layout in a notation. See [`Registry::set_notations`].
    pub notation: Option<Cow<'static, str>>,
    /// The op's role in a descriptor. Such an op is not allowed elsewhere.
    pub stage: Option<DescriptorStage>,
    /// The key of a symbol reference; the op depends on the layout of that symbol.
    pub layout_of: Option<Cow<'static, str>>,
    /// The keys of lists of integers with an entry for each logical dim of the layout that `layout_of` names.
    pub entries_by_dim: Cow<'static, [Cow<'static, str>]>,
    /// The function that returns which values of a view op can share memory; the op moves no data. See
    /// [`crate::views`].
    pub view_relations: Option<ViewRelationsOf>,
    /// `true` if the op copies a tensor into another layout.
    pub is_copy: bool,
    /// `true` if the op holds a Vulkan tensor description.
    pub describes_tensor: bool,
    /// The function that returns the values of the op that must have equal types: branch operands and the arguments of
    /// the successor, or yielded values and the results.
    pub type_equalities: Option<TypeEqualitiesOf>,
    /// The key of a symbol reference; the op calls that function with its operands and returns its results.
    pub callee: Option<Cow<'static, str>>,
    /// The key of a string attribute that names a state, which the op reads or writes. A state has one layout in all
    /// functions of a module. Other ops name their state by the attribute [`STATE_ATTR`].
    pub state: Option<Cow<'static, str>>,
    /// The constant that is the op's one result.
    pub constant: Option<Constant>,
    /// `true` if the op's result represents an absent operand.
    pub is_none_value: bool,
    /// The number of times that a loop executes its regions. `None` if the op executes each region at most once.
    pub trip_count: Option<TripCountOf>,
    /// The op's role in the description of data in blocks; `None` if it has none.
    pub block: Option<BlockRole>,
    /// The layouts that the op's values can have on every target. [`Registry::add_choices`] adds those that depend on
    /// the op.
    pub choice: Option<ChoiceOf>,
}

impl OpDef {
    /// The definition without a name and without constraints, from which definitions that are constants are built. It
    /// calls no function, or the compiler would assume that it has a destructor.
    pub(crate) const NEW: OpDef = OpDef {
        name: Cow::Borrowed(""),
        summary: Cow::Borrowed(""),
        traits: Traits::NONE,
        operands: Arity::Any,
        results: Arity::Any,
        regions: Arity::Any,
        successors: Arity::Exactly(0),
        attrs: Cow::Borrowed(&[]),
        syntax: None,
        verify: None,
        tensor: None,
        function: None,
        returns: false,
        is_descriptor: false,
        notation: None,
        stage: None,
        layout_of: None,
        entries_by_dim: Cow::Borrowed(&[]),
        view_relations: None,
        is_copy: false,
        describes_tensor: false,
        type_equalities: None,
        callee: None,
        state: None,
        constant: None,
        is_none_value: false,
        trip_count: None,
        block: None,
        choice: None,
    };

    /// The definition of an op that only declares a symbol, without a name.
    pub(crate) const DECLARATION: OpDef = OpDef {
        traits: Traits::SYMBOL,
        operands: Arity::Exactly(0),
        results: Arity::Exactly(0),
        regions: Arity::Exactly(0),
        ..OpDef::NEW
    };

    /// The definition of an op that ends a block, without a name.
    pub(crate) const TERMINATOR: OpDef = OpDef {
        traits: Traits::TERMINATOR,
        results: Arity::Exactly(0),
        regions: Arity::Exactly(0),
        ..OpDef::NEW
    };

    /// The definition of an op with one result and without regions, without a name.
    pub(crate) const ONE_RESULT: OpDef =
        OpDef { results: Arity::Exactly(1), regions: Arity::Exactly(0), ..OpDef::NEW };

    /// The definition of another dialect's op, without a name. See [`OpDef::foreign`].
    pub(crate) const FOREIGN: OpDef =
        OpDef { traits: Traits::FOREIGN, successors: Arity::Any, ..OpDef::NEW };

    /// The definition of another dialect's op without side effects, without a name.
    pub(crate) const FOREIGN_PURE: OpDef =
        OpDef { traits: Traits::FOREIGN.and(Traits::PURE), ..OpDef::FOREIGN };

    /// Returns a definition without constraints.
    pub fn new(name: impl Into<Cow<'static, str>>, summary: impl Into<Cow<'static, str>>) -> OpDef {
        OpDef { name: name.into(), summary: summary.into(), ..OpDef::NEW }
    }

    /// Returns the definition of another dialect's op: without constraints, to be completed with interfaces.
    pub fn foreign(
        name: impl Into<Cow<'static, str>>,
        summary: impl Into<Cow<'static, str>>,
    ) -> OpDef {
        OpDef { name: name.into(), summary: summary.into(), ..OpDef::FOREIGN }
    }

    /// Returns the definition with this number of operands.
    #[must_use]
    pub fn with_operands(self, operands: Arity) -> OpDef {
        OpDef { operands, ..self }
    }

    /// Returns the definition with this number of results.
    #[must_use]
    pub fn with_results(self, results: Arity) -> OpDef {
        OpDef { results, ..self }
    }

    /// Returns the definition with this number of regions.
    #[must_use]
    pub fn with_regions(self, regions: Arity) -> OpDef {
        OpDef { regions, ..self }
    }

    /// Returns the definition with a function that checks the constraints which the other fields do not express.
    #[must_use]
    pub fn with_verifier(self, verify: impl Fn(&mut OpCheck<'_>) + Send + Sync + 'static) -> OpDef {
        OpDef { verify: Some(SharedFn::new(Arc::new(verify))), ..self }
    }

    /// Returns the definition as that of a view op, with the function that returns which values can share memory.
    #[must_use]
    pub fn with_view(
        self,
        relations: impl Fn(&Registry, &Module, Op) -> ViewRelations + Send + Sync + 'static,
    ) -> OpDef {
        OpDef { view_relations: Some(SharedFn::new(Arc::new(relations))), ..self }
    }

    /// Returns the definition with the function that returns the values which must have equal types.
    #[must_use]
    pub fn with_type_equalities(
        self,
        equalities: impl Fn(&Module, Op) -> TypeEqualities + Send + Sync + 'static,
    ) -> OpDef {
        OpDef { type_equalities: Some(SharedFn::new(Arc::new(equalities))), ..self }
    }

    /// Returns the definition as that of a loop, with the function that returns how often it executes its regions.
    #[must_use]
    pub fn with_trip_count(
        self,
        count: impl Fn(&Registry, &Module, Op) -> Option<u64> + Send + Sync + 'static,
    ) -> OpDef {
        OpDef { trip_count: Some(SharedFn::new(Arc::new(count))), ..self }
    }

    /// Returns the definition with the function that returns the layouts which the values can have on every target.
    #[must_use]
    pub fn with_choice(self, choice: impl Fn() -> Choice + Send + Sync + 'static) -> OpDef {
        OpDef { choice: Some(SharedFn::new(Arc::new(choice))), ..self }
    }
}

impl OpDef {
    /// Returns `true` if the symbol of the op has a layout: a descriptor, a tensor or a notation.
    pub fn has_layout(&self) -> bool {
        self.is_descriptor || self.tensor.is_some() || self.notation.is_some()
    }
}

/// The reader of a notation of records such as `ggml:Q4_K[2,512]`.
type ReadRecords = dyn Fn(&str) -> Option<RecordTensor> + Send + Sync;

/// The reader of a notation such as `cute:(4,8):(8,1)`.
type ReadNotation = dyn Fn(&str) -> Result<DescribedLayout, NotationFault> + Send + Sync;

/// The functions of an op that [`Registry::add_check`] and [`Registry::add_view`] add to its definition, which another
/// program may have written.
#[derive(Clone, Debug, Default)]
struct OpHooks {
    checks: Vec<CheckOf>,
    view: Option<ViewRelationsOf>,
}

/// The op under verification, and the sink of its diagnostics.
pub struct OpCheck<'a> {
    /// The module that holds the op.
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
        self.push(Diag::error(code, self.location(), message));
    }

    /// Reports an error at a part of the op.
    pub fn error_at(&mut self, place: SourceLocation, code: Code, message: impl Into<String>) {
        self.push(Diag::error(code, place, message));
    }

    /// Returns the location of the op, from which steps lead to its parts.
    pub fn location(&self) -> SourceLocation {
        self.module.location(self.op)
    }

    /// Reports a diagnostic.
    pub fn push(&mut self, diag: Diag) {
        self.sink.push(diag);
    }

    /// Returns an attribute of the op; `None` if the op lacks it.
    pub fn attr(&self, key: &str) -> Option<Attr> {
        self.module.attr(self.op, key)
    }
}

/// Returns the relations of the view that an op declares in [`VIEW_ATTR`], or a rule of the target declares. `None` if
/// neither does.
type DeclaredViewsOf = fn(&Registry, &Module, Op) -> Option<ViewRelations>;

/// The definitions of ops by name, and the targets that a module need not define.
#[derive(Clone, Debug)]
pub struct Registry {
    /// Constructors of targets. A target is built on lookup, since its text may have to be parsed.
    targets: BTreeMap<String, SharedFn<dyn Fn() -> Target + Send + Sync>>,
    /// Constructors of targets whose groups all targets share.
    groups: Vec<SharedFn<dyn Fn() -> BTreeMap<String, TargetGroup> + Send + Sync>>,
    defs: IndexMap<Cow<'static, str>, OpDef, FxBuildHasher>,
    /// The functions of embedders that belong to ops, by op name.
    hooks: BTreeMap<String, OpHooks>,
    /// The custom forms of MLIR's ops.
    forms: IndexMap<&'static str, AssemblyForm<'static>, FxBuildHasher>,
    /// The functions that return the element widths of an embedder's types, by dialect.
    element_widths: BTreeMap<String, ElementWidth>,
    /// The dialects that have forms for some of their ops only.
    partial_dialects: BTreeSet<Cow<'static, str>>,
    /// The type equalities of the ops of a dialect that have no definition of their own.
    dialects: BTreeMap<Cow<'static, str>, TypeEqualitiesOf>,
    /// The dialects whose ops without regions have no side effects.
    pure_dialects: BTreeSet<Cow<'static, str>>,
    /// The ops of these dialects that have side effects nevertheless, such as generators of random numbers.
    impure_ops: BTreeSet<Cow<'static, str>>,
    /// The terminators of other dialects that pass values from a region to its op.
    yields: BTreeSet<Cow<'static, str>>,
    /// The dialects whose ops write their last operands, one for each result.
    destination_dialects: BTreeSet<Cow<'static, str>>,
    /// The reader of [`VIEW_ATTR`]; `None` if ops cannot declare views.
    declared_views: Option<DeclaredViewsOf>,
    /// The views that the rules of a target declare, by op name.
    rule_views: BTreeMap<String, DeclaredView>,
    /// The layout choices of embedders, by op or dialect.
    choices: BTreeMap<String, SharedFn<dyn LayoutChoices + Send + Sync>>,
    /// The kinds of ops, by op name.
    kinds: BTreeMap<Cow<'static, str>, KindEntry>,
    /// The functions that permute the dims of ops, by op name.
    pub(super) dims: BTreeMap<Cow<'static, str>, DimFunctions<Registry>>,
    /// The reader of notations; `None` if no notation is known.
    notations: Option<SharedFn<ReadNotation>>,
    /// The reader of notations of records; `None` if no notation of records is known.
    record_notations: Option<SharedFn<ReadRecords>>,
    /// The reader of notations without their shape; `None` if no notation is known.
    shaped_notations: Option<ShapedNotation>,
    /// The dialects whose ops and attributes all have a definition here.
    closed: BTreeSet<Cow<'static, str>>,
}

impl Registry {
    /// Returns a registry without ops and targets; [`Registry::new`] has the builtin ones.
    pub fn empty() -> Registry {
        Registry {
            targets: BTreeMap::new(),
            groups: Vec::new(),
            defs: IndexMap::default(),
            hooks: BTreeMap::new(),
            forms: IndexMap::default(),
            element_widths: BTreeMap::new(),
            partial_dialects: BTreeSet::new(),
            dialects: BTreeMap::new(),
            pure_dialects: BTreeSet::new(),
            impure_ops: BTreeSet::new(),
            yields: BTreeSet::new(),
            destination_dialects: BTreeSet::new(),
            declared_views: None,
            rule_views: BTreeMap::new(),
            choices: BTreeMap::new(),
            kinds: BTreeMap::new(),
            dims: BTreeMap::new(),
            notations: None,
            record_notations: None,
            shaped_notations: None,
            closed: BTreeSet::new(),
        }
    }

    /// Closes a dialect: the verifier reports each op of it without a definition, and each attribute that the op's
    /// definition lacks.
    pub fn close_dialect(&mut self, name: impl Into<Cow<'static, str>>) {
        self.closed.insert(name.into());
    }

    /// Returns `true` if the dialect of an op name is closed.
    pub fn is_closed(&self, name: &str) -> bool {
        name.split_once('.').is_some_and(|(dialect, _)| self.closed.contains(dialect))
    }

    /// Sets the reader of notations. Without one, no op can denote a layout in a notation.
    pub fn set_notations(
        &mut self,
        read: impl Fn(&str) -> Result<DescribedLayout, NotationFault> + Send + Sync + 'static,
    ) {
        self.notations = Some(SharedFn::new(Arc::new(read)));
    }

    /// Returns the layout or the placement of a notation.
    ///
    /// # Errors
    /// The text denotes neither, or the registry has no reader of notations.
    pub fn read_described(&self, text: &str) -> Result<DescribedLayout, NotationFault> {
        match &self.notations {
            Some(read) => read(text),
            None => Err(NotationFault::new(0..text.len(), "this program reads no notations")),
        }
    }

    /// Sets the reader of notations of records. It returns `None` for a text that denotes no records.
    pub fn set_record_notations(
        &mut self,
        read: impl Fn(&str) -> Option<RecordTensor> + Send + Sync + 'static,
    ) {
        self.record_notations = Some(SharedFn::new(Arc::new(read)));
    }

    /// Returns the tensor of records of a notation; `None` if the text denotes none.
    pub fn read_records(&self, text: &str) -> Option<RecordTensor> {
        self.record_notations.as_ref().and_then(|read| read(text))
    }

    /// Sets the reader of notations without their shape, which layout choices and types name. It receives the text, the
    /// lengths and the element type in MLIR.
    pub fn set_shaped_notations(
        &mut self,
        read: impl Fn(&str, &[i64], &str) -> Result<Layout, NotationFault> + Send + Sync + 'static,
    ) {
        self.shaped_notations = Some(SharedFn::new(Arc::new(read)));
    }

    /// Returns the layout of a name that is no symbol; `None` for a symbol, which a module or target defines.
    pub(crate) fn custom_layout(&self, name: &LayoutName) -> Option<CustomLayout> {
        let rule = match name {
            LayoutName::Symbol(_) => return None,
            LayoutName::Map(map) => LayoutRule::Map(map.clone()),
            LayoutName::Notation(_) => LayoutRule::Notation(self.shaped_notations.clone()),
        };
        Some(CustomLayout::new(name.clone(), rule))
    }

    /// Adds an op; replaces an op of the same name.
    pub fn add(&mut self, def: OpDef) {
        self.defs.insert(def.name.clone(), def);
    }

    /// Adds a condition that the verifier checks for the ops of a name, after the verifier of their definition.
    ///
    /// ```
    /// use layoutc_ir::diag::{Sink, code};
    /// use layoutc_ir::{Builder, Module, OpDef, Registry, Verified};
    ///
    /// // The limit and the name of the op are known only when the program runs.
    /// let (most, name) = (2, format!("{}.fuse", "npu"));
    /// let mut registry = Registry::new();
    /// registry.add(OpDef::new(name.clone(), "fuses its operands"));
    /// registry.add_check(&name, move |check| {
    ///     if check.module.operands(check.op).len() > most {
    ///         check.error(code::COUNT, format!("at most {most} operands can be fused"));
    ///     }
    /// });
    ///
    /// let mut module = Module::new();
    /// let byte = module.ctx.int_type(8);
    /// let block = Builder::new(&mut module).function("f", &[byte; 3], &[]);
    /// let operands = module.arguments(block).to_vec();
    /// let mut builder = Builder::new(&mut module);
    /// let mut body = builder.at(block);
    /// body.op(&name, &operands, &[], &[]);
    /// body.op("func.return", &[], &[], &[]);
    /// let mut sink = Sink::default();
    /// assert!(Verified::new(module, &registry, &mut sink).is_err());
    /// assert_eq!(sink.diags()[0].message, "at most 2 operands can be fused");
    /// ```
    pub fn add_check(
        &mut self,
        op: impl Into<String>,
        check: impl Fn(&mut OpCheck<'_>) + Send + Sync + 'static,
    ) {
        self.hooks.entry(op.into()).or_default().checks.push(SharedFn::new(Arc::new(check)));
    }

    /// Verifies an op by its definition and by the added conditions.
    pub(crate) fn check(&self, def: &OpDef, check: &mut OpCheck<'_>) {
        let own = def.verify.iter();
        let added = self.hooks.get(&*def.name).map_or(&[][..], |hooks| &hooks.checks);
        own.chain(added).for_each(|verify| verify(check));
    }

    /// Sets the function that returns which values of a view op can share memory, instead of
    /// [`OpDef::view_relations`]. The op needs a definition.
    pub fn add_view(
        &mut self,
        op: impl Into<String>,
        relations: impl Fn(&Registry, &Module, Op) -> ViewRelations + Send + Sync + 'static,
    ) {
        self.hooks.entry(op.into()).or_default().view = Some(SharedFn::new(Arc::new(relations)));
    }

    /// Returns `true` if the ops of a definition are view ops.
    pub fn is_view(&self, def: &OpDef) -> bool {
        def.view_relations.is_some()
            || self.hooks.get(&*def.name).is_some_and(|hooks| hooks.view.is_some())
    }

    /// Returns the relations of a view op by its definition, or by [`Registry::add_view`]; `None` if it is not a view
    /// op.
    pub fn defined_view(&self, def: &OpDef, module: &Module, op: Op) -> Option<ViewRelations> {
        let added = self.hooks.get(&*def.name).and_then(|hooks| hooks.view.as_ref());
        added.or(def.view_relations.as_ref()).map(|relations| relations(self, module, op))
    }

    /// Adds the type equalities of the ops of a dialect that have no definition of their own.
    ///
    /// ```
    /// use layoutc_ir::{Module, Op, Registry};
    ///
    /// // The dialect is known only when the program runs.
    /// let dialect = format!("npu{}", 2);
    /// let mut registry = Registry::new();
    /// registry.add_dialect(dialect, |module: &Module, op: Op| {
    ///     module.operands(op).iter().copied().zip(module.results(op)).collect()
    /// });
    /// assert!(registry.type_equalities("npu2.relu").is_some());
    /// ```
    pub fn add_dialect(
        &mut self,
        name: impl Into<Cow<'static, str>>,
        type_equalities: impl Fn(&Module, Op) -> TypeEqualities + Send + Sync + 'static,
    ) {
        self.dialects.insert(name.into(), SharedFn::new(Arc::new(type_equalities)));
    }

    /// Returns the type equalities of the ops of a name, by their definition or their dialect; `None` if there are
    /// none.
    pub fn type_equalities(&self, name: &str) -> Option<&TypeEqualitiesOf> {
        match self.get(name) {
            Some(def) => def.type_equalities.as_ref(),
            None => self.dialects.get(name.split_once('.')?.0),
        }
    }

    /// Adds a dialect whose ops without regions have no side effects. [`Traits::PURE`] states this of one op.
    pub fn add_pure_dialect(&mut self, name: impl Into<Cow<'static, str>>) {
        self.pure_dialects.insert(name.into());
    }

    /// Adds an op that has side effects although its dialect has none: for example, an op that draws random numbers.
    pub fn add_impure_op(&mut self, name: impl Into<Cow<'static, str>>) {
        self.impure_ops.insert(name.into());
    }

    /// Adds a terminator that passes its operands to the op of its region, and has no other effect: it is not pure, even
    /// if its dialect is. The trait [`Traits::TERMINATOR`] of a definition states the same.
    pub fn add_yield(&mut self, name: impl Into<Cow<'static, str>>) {
        self.yields.insert(name.into());
    }

    /// Returns `true` if an op has no effect but to pass its operands to the op of its region.
    pub fn is_yield(&self, module: &Module, op: Op) -> bool {
        let def = self.op_def(module, op);
        module.successors(op).is_empty()
            && (def.is_some_and(|def| def.traits.has(Traits::TERMINATOR))
                || self.yields.contains(module.name(op)))
    }

    /// Returns `true` if the ops of a name have no side effects unless they have regions, by their definition or their
    /// dialect.
    pub fn is_pure(&self, name: &str) -> bool {
        let of_dialect = |dialect| self.pure_dialects.contains(dialect);
        self.get(name).is_some_and(|def| def.traits.has(Traits::PURE))
            || name.split_once('.').is_some_and(|(dialect, _)| of_dialect(dialect))
                && !self.impure_ops.contains(name)
                && !self.yields.contains(name)
    }

    /// Returns `true` if an op has no side effects, those of the ops in its regions aside. An op with a state or with
    /// successors does not qualify.
    pub fn has_no_own_effects(&self, module: &Module, op: Op) -> bool {
        let def = self.op_def(module, op);
        let is_pure = self.is_pure(module.name(op))
            || def.is_some_and(|def| def.traits.has(Traits::RECURSIVE_EFFECTS));
        is_pure
            && module.successors(op).is_empty()
            && def.is_none_or(|def| def.state.is_none())
            && module.attr(op, STATE_ATTR).is_none()
    }

    /// Adds a dialect of destination-passing style: the last operands of an op are the tensors that it writes, one for
    /// each result. Both have one type.
    pub fn add_destination_dialect(&mut self, name: impl Into<Cow<'static, str>>) {
        self.destination_dialects.insert(name.into());
    }

    /// Returns the number of the operand, and the result, of each pair of a destination and a result of an op.
    pub fn destinations(&self, module: &Module, op: Op) -> Vec<(usize, Value)> {
        let dialect = module.name(op).split_once('.').map(|(dialect, _)| dialect);
        if !dialect.is_some_and(|dialect| self.destination_dialects.contains(dialect)) {
            return Vec::new();
        }
        let operands = module.operands(op);
        let first = operands.len().saturating_sub(module.results(op).len());
        let pairs = (first..operands.len()).zip(module.results(op));
        pairs.filter(|&(at, result)| module.kind(operands[at]) == module.kind(result)).collect()
    }

    /// Adds the layout choices of an op, or of all ops of a dialect that have none of their own. Replaces choices of
    /// the same name.
    pub fn add_choices(
        &mut self,
        name: impl Into<String>,
        choices: impl LayoutChoices + Send + Sync + 'static,
    ) {
        self.choices.insert(name.into(), SharedFn::new(Arc::new(choices)));
    }

    /// Returns the layout choices that an embedder added for an op; `None` if it added none.
    pub fn choices(&self, module: &Module, op: Op) -> Option<Vec<Choice>> {
        let name = module.name(op);
        self.choices
            .get(name)
            .or_else(|| self.choices.get(name.split_once('.')?.0))?
            .choices(module, op)
    }

    /// Puts the ops of a name in a kind, with the roles of their operands and results; replaces an earlier kind. The ops
    /// need no definition. A rule of a target for the kind applies to them.
    pub fn add_kind(&mut self, op: impl Into<Cow<'static, str>>, kind: OpKind, roles: OpRoles) {
        self.kinds.insert(op.into(), KindEntry::new(kind, roles));
    }

    /// Puts the ops of a name in a kind, as [`Registry::add_kind`] does. The roles depend on the op; if they are `None`,
    /// the letters of its dims are unknown.
    pub fn add_kind_with(
        &mut self,
        op: impl Into<Cow<'static, str>>,
        kind: OpKind,
        roles: impl Fn(&Module, Op) -> Option<OpRoles> + Send + Sync + 'static,
    ) {
        self.kinds.insert(op.into(), KindEntry::of_op(kind, roles));
    }

    /// Puts ops in kinds, by name.
    pub(crate) fn extend_kinds(
        &mut self,
        entries: impl IntoIterator<Item = (Cow<'static, str>, KindEntry)>,
    ) {
        self.kinds.extend(entries);
    }

    /// Returns the kind of the ops of a name; `None` if they are in no kind.
    pub fn kind(&self, op: &str) -> Option<OpKind> {
        self.kinds.get(op).map(|entry| entry.kind)
    }

    /// Returns the kind of an op, by its [`qualified_name`]; `None` if it is in no kind.
    pub fn op_kind(&self, module: &Module, op: Op) -> Option<OpKind> {
        self.kind(&qualified_name(module, op))
    }

    /// Returns the names of all ops in kinds, sorted, with their kinds.
    pub fn kinds(&self) -> impl Iterator<Item = (&str, OpKind)> {
        self.kinds.iter().map(|(name, entry)| (&**name, entry.kind))
    }

    /// Returns the kind and the roles of an op; `None` if it is in no kind.
    pub(crate) fn roles(&self, module: &Module, op: Op) -> Option<(OpKind, Arc<OpRoles>)> {
        let entry = self.kinds.get(&*qualified_name(module, op))?;
        Some((entry.kind, entry.roles(module, op)))
    }

    /// Adds the element widths of a dialect's types. The text after `!dialect.` determines the width.
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
    pub fn add_element_type(
        &mut self,
        dialect: impl Into<String>,
        width: impl Fn(&str) -> Option<u32> + Send + Sync + 'static,
    ) {
        self.element_widths.insert(dialect.into(), ElementWidth::new(Arc::new(width)));
    }

    /// Copies the element types of the registry into a context. The parser and [`crate::Verified::new`] call this.
    pub fn prepare(&self, ctx: &mut Context) {
        let widths = self.element_widths.iter();
        widths.for_each(|(name, width)| ctx.set_element_width(name.as_str(), width.clone()));
    }

    /// Adds a target that can be named; replaces a target of the same name.
    pub fn add_target(
        &mut self,
        name: impl Into<String>,
        make: impl Fn() -> Target + Send + Sync + 'static,
    ) {
        self.targets.insert(name.into(), SharedFn::new(Arc::new(make)));
    }

    /// Adds the groups of a target, which the rules of every target can name. The target is made once, when a rule names
    /// a group for the first time.
    pub fn add_groups(&mut self, make: impl Fn() -> Target + Send + Sync + 'static) {
        let made = LazyLock::new(move || make().groups);
        self.groups.push(SharedFn::new(Arc::new(move || made.clone())));
    }

    /// Returns the groups of a target that have a rule, sorted by name: those that it defines, and those of
    /// [`add_groups`](Registry::add_groups). Those of the target win.
    pub fn ruled_groups(&self, target: &Target) -> Vec<(String, TargetGroup)> {
        let named = |name: &str| target.rule(name).is_some_and(|rule| !rule.choices.is_empty());
        let mut groups = BTreeMap::new();
        if target.rules().any(|(name, _)| !name.contains(['.', '*'])) {
            for shared in &self.groups {
                groups.extend(shared());
            }
        }
        groups.extend(target.groups.clone());
        groups.into_iter().filter(|(name, _)| named(name)).collect()
    }

    /// Returns the target of a name; `None` if it is unknown.
    pub fn target(&self, name: &str) -> Option<Target> {
        self.targets.get(name).map(|make| make())
    }

    /// Returns the names of all targets, sorted.
    pub fn targets(&self) -> impl Iterator<Item = &str> {
        self.targets.keys().map(String::as_str)
    }

    /// Returns the definition of an op by name; `None` if it is unknown.
    pub fn get(&self, name: &str) -> Option<&OpDef> {
        self.defs.get(name)
    }

    /// Adds the custom form of an op, which need not have a definition; replaces a form of the same name.
    pub fn add_form(&mut self, form: AssemblyForm<'static>) {
        self.forms.insert(form.name, form);
    }

    /// Returns the custom form of an op: that of its definition, or else that of [`Registry::add_form`]; `None` if it
    /// has none.
    pub fn form(&self, name: &str) -> Option<AssemblyForm<'_>> {
        let own = self.get(name).and_then(|def| Some(AssemblyForm::new(&def.name, def.syntax?)));
        own.or_else(|| self.forms.get(name).copied())
    }

    /// Returns the form that [`Registry::add_form`] added for an op; `None` if it added none.
    pub fn mlir_form(&self, name: &str) -> Option<&AssemblyForm<'static>> {
        self.forms.get(name)
    }

    /// Returns the form of the op that is written as `word` directly inside an op named `parent`; `None` if it has
    /// none.
    pub fn form_in(&self, word: &str, parent: &str) -> Option<AssemblyForm<'_>> {
        if word.contains('.') {
            return self.form(word);
        }
        self.form(&format!("{}.{word}", self.default_dialect(parent)?))
    }

    /// Returns the dialect whose ops need no prefix directly inside an op; `None` if all ops need their prefix.
    pub fn default_dialect(&self, parent: &str) -> Option<&'static str> {
        self.forms.get(parent)?.default_dialect
    }

    /// Returns `true` if a word without a dialect is the name of an op directly inside some op.
    pub fn is_short_name(&self, word: &str) -> bool {
        let mut dialects = self.forms.values().filter_map(|form| form.default_dialect);
        dialects.any(|dialect| self.form(&format!("{dialect}.{word}")).is_some())
    }

    /// Adds a dialect that has forms for some of its ops only.
    pub fn add_partial_dialect(&mut self, name: impl Into<Cow<'static, str>>) {
        self.partial_dialects.insert(name.into());
    }

    /// Returns `true` if all ops of a dialect have a form, so that an unknown op name is an error.
    pub fn has_all_forms(&self, dialect: &str) -> bool {
        !self.partial_dialects.contains(dialect)
            && self.forms().any(|name| name.split_once('.').is_some_and(|(own, _)| own == dialect))
    }

    /// Returns the names of the ops that have a custom form.
    pub fn forms(&self) -> impl Iterator<Item = &str> {
        let own = self.defs.values().filter(|def| def.syntax.is_some()).map(|def| &*def.name);
        own.chain(self.forms.keys().copied())
    }

    /// Returns the definition of an op of a module; `None` if it is unknown.
    pub fn op_def(&self, module: &Module, op: Op) -> Option<&OpDef> {
        self.get(module.name(op))
    }

    /// Returns the role of an op in the description of data in blocks; `None` if it has none.
    pub fn block_role(&self, module: &Module, op: Op) -> Option<BlockRole> {
        self.op_def(module, op)?.block
    }

    /// Returns the type of the tensor that an op declares; `None` if it declares none.
    pub fn declared_type(&self, module: &Module, op: Op) -> Option<Type> {
        let key = &self.op_def(module, op)?.tensor.as_ref()?.type_key;
        module.type_attr(op, key)
    }

    /// Sets the reader of the views that ops declare in an attribute.
    pub(crate) fn set_declared_views(&mut self, declared: DeclaredViewsOf) {
        self.declared_views = Some(declared);
    }

    /// Returns the ops of a module whose definitions satisfy a condition, in program order.
    pub fn ops_with(
        &self,
        module: &Module,
        condition: impl Fn(&OpDef) -> bool,
    ) -> impl Iterator<Item = Op> {
        let names = self.names_with(module, condition);
        module.walk().filter(move |&op| names.contains(&module.op_name(op)))
    }

    /// Returns the names of a module that are those of definitions which satisfy a condition.
    pub(crate) fn names_with(
        &self,
        module: &Module,
        condition: impl Fn(&OpDef) -> bool,
    ) -> Vec<Name> {
        let defs = self.defs().filter(|def| condition(def));
        defs.filter_map(|def| module.ctx.find_name(&def.name)).collect()
    }

    /// Returns all definitions in the order in which they were added.
    pub fn defs(&self) -> impl Iterator<Item = &OpDef> {
        self.defs.values()
    }
}
