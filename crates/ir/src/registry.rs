//! What is known of ops: a table that an embedder can extend.
//!
//! The parser, the verifier, the printer and the passes ask an [`OpDef`]; none of them knows an
//! op by its name. Ops without a definition are carried as they are.

use crate::attrs::Attr;
use crate::choice::{Choice, Chooser, LayoutChoices};
use crate::context::Context;
use crate::descriptor::Stage;
use crate::diag::{Code, Diag, Sink, code};
use crate::module::{Module, Op, Value};
use crate::ops;
use crate::target::{SPEC_MIN, Target};
use crate::views::ViewRelations;
use indexmap::IndexMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A set of facts about an op that hold for each of its uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Traits(u16);

impl Traits {
    /// No trait.
    pub const NONE: Traits = Traits(0);
    /// It ends its block.
    pub const TERMINATOR: Traits = Traits(1);
    /// Its regions do not see values from outside.
    pub const ISOLATED: Traits = Traits(2);
    /// Its regions hold a table of symbols, each name once.
    pub const SYMBOL_TABLE: Traits = Traits(4);
    /// Blocks of its regions need no terminator.
    pub const NO_TERMINATOR: Traits = Traits(8);
    /// Definitions in its regions must dominate their uses.
    pub const SSA_DOMINANCE: Traits = Traits(16);
    /// It defines the symbol in its attribute `sym_name`.
    pub const SYMBOL: Traits = Traits(32);
    /// It belongs to another dialect, and only what its interfaces answer is known: it may end a block, and what
    /// the blocks of its regions need is not known either.
    pub const FOREIGN: Traits = Traits(64);

    /// Both sets.
    pub const fn and(self, other: Traits) -> Traits {
        Traits(self.0 | other.0)
    }

    /// Whether all of `other` are in the set.
    pub const fn has(self, other: Traits) -> bool {
        self.0 & other.0 == other.0
    }
}

/// Pairs of values that must have one type.
pub type TypeEqualities = Vec<(Value, Value)>;

/// Tells the pairs of an op.
pub type TypeEqualitiesOf = fn(&Module, Op) -> TypeEqualities;

/// How many operands, results or regions an op may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arity {
    /// Any number.
    Any,
    /// Exactly this many.
    Exactly(usize),
    /// This many or more.
    AtLeast(usize),
}

impl Arity {
    fn admits(self, count: usize) -> bool {
        match self {
            Arity::Any => true,
            Arity::Exactly(wanted) => count == wanted,
            Arity::AtLeast(least) => count >= least,
        }
    }

    /// `1 operand`, `2 or more operands`.
    pub(crate) fn describe(self, what: &str) -> String {
        match self {
            Arity::Any => format!("any {what}s"),
            Arity::Exactly(wanted) => counted(wanted, what),
            Arity::AtLeast(least) => format!("{least} or more {what}s"),
        }
    }
}

/// `1 result`, `2 results`.
pub(crate) fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// What an attribute must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttrClass {
    /// Anything.
    Any,
    /// A string.
    Str,
    /// A flat symbol reference.
    Symbol,
    /// A type.
    Type,
    /// An integer that fits 64 bits.
    Int,
    /// Integers, spelled `[1, 2]` or `array<i64: 1, 2>`.
    Ints,
    /// A list.
    Array,
    /// A string, or an integer that fits 64 bits: an enumerator of Vulkan.
    Enum,
    /// `unit`.
    Unit,
}

impl AttrClass {
    /// Whether `attr` is of the class.
    pub fn admits(self, ctx: &Context, attr: Attr) -> bool {
        match self {
            AttrClass::Any => true,
            AttrClass::Str => ctx.as_str(attr).is_some(),
            AttrClass::Symbol => ctx.as_symbol(attr).is_some(),
            AttrClass::Type => ctx.as_type(attr).is_some(),
            AttrClass::Int => ctx.as_int(attr).is_some(),
            AttrClass::Ints => ctx.as_int_list(attr).is_some(),
            AttrClass::Array => ctx.as_array(attr).is_some(),
            AttrClass::Enum => ctx.as_str(attr).is_some() || ctx.as_int(attr).is_some(),
            AttrClass::Unit => matches!(ctx.attr_kind(attr), crate::attrs::AttrKind::Unit),
        }
    }

    fn describe(self) -> &'static str {
        match self {
            AttrClass::Any => "an attribute",
            AttrClass::Str => "a string",
            AttrClass::Symbol => "a symbol such as `@x`",
            AttrClass::Type => "a type",
            AttrClass::Int => "an integer",
            AttrClass::Ints => "a list of integers such as `array<i64: 1, 2>`",
            AttrClass::Array => "a list such as `[...]`",
            AttrClass::Enum => "a name in quotes or an integer",
            AttrClass::Unit => "`unit`",
        }
    }
}

/// An attribute that an op knows.
#[derive(Clone, Copy, Debug)]
pub struct AttrSpec {
    /// Its key.
    pub key: &'static str,
    /// What it must be.
    pub class: AttrClass,
    /// Whether the op must have it.
    pub required: bool,
}

impl AttrSpec {
    /// An attribute that the op must have.
    pub const fn required(key: &'static str, class: AttrClass) -> AttrSpec {
        AttrSpec { key, class, required: true }
    }

    /// An attribute that the op may have.
    pub const fn optional(key: &'static str, class: AttrClass) -> AttrSpec {
        AttrSpec { key, class, required: false }
    }
}

/// A piece of an op's custom form, after its name. The parser reads it and the printer writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// A word that stands there.
    Word(&'static str),
    /// `@name`, kept as the string attribute `sym_name`.
    SymbolName,
    /// `@name`, kept as the symbol reference of this key.
    Symbol(&'static str),
    /// An integer, kept as an `i64` attribute of this key.
    Int(&'static str),
    /// `[1, 2]`, kept as the `array<i64: ...>` of this key.
    Ints(&'static str),
    /// `"text"`, kept as the string attribute of this key.
    Str(&'static str),
    /// `[...]`: any list, kept as the attribute of this key.
    List(&'static str),
    /// `%a, %b`: all operands.
    Operands,
    /// `{key = value}`: the attributes that no other piece shows. Left out when empty.
    AttrDict,
    /// `: type`, kept as the type attribute of this key. The attribute dictionary may follow it too.
    Type(&'static str),
    /// `: types`, those of the operands.
    OperandTypes,
    /// `: types -> types`, those of the operands and of the results.
    FunctionTypes,
    /// These pieces, left out where the op lacks their attribute. They begin with a word.
    Optional(&'static [Syntax]),
    /// No types: the operands' are known, and the results, as many as are named, get theirs when the
    /// whole text has been read (see [`crate::descriptor`]).
    Inferred,
    /// `{ ops }`: the one region, of one block. It is the last piece.
    Region,
    /// The same, left out where the op has no region.
    OptionalRegion,
}

/// The layout interface: what an op that declares a tensor by an attribute answers.
#[derive(Clone, Copy, Debug)]
pub struct DeclaresTensor {
    /// The key of the type attribute that holds the tensor's type.
    pub type_key: &'static str,
}

/// Where the types of a function-like op's results come from.
#[derive(Clone, Copy, Debug)]
pub struct FunctionLike {
    /// The key of the attribute with the function's type.
    pub type_key: &'static str,
}

/// The constant interface: what an op whose one result is a constant answers.
#[derive(Clone, Copy, Debug)]
pub struct Constant {
    /// The keys of the attribute that is the value, of which the op has one.
    pub keys: &'static [&'static str],
}

/// What is known of one op.
#[derive(Clone, Copy, Debug)]
pub struct OpDef {
    /// `dialect.op`.
    pub name: &'static str,
    /// One sentence for `--list-ops`.
    pub summary: &'static str,
    /// Facts.
    pub traits: Traits,
    /// Operands.
    pub operands: Arity,
    /// Results.
    pub results: Arity,
    /// Regions.
    pub regions: Arity,
    /// Attributes that are checked; others are kept.
    pub attrs: &'static [AttrSpec],
    /// The custom form, if it is of the uniform shape.
    pub syntax: Option<&'static [Syntax]>,
    /// What else must hold.
    pub verify: fn(&mut OpCheck<'_>),
    /// The op declares a tensor that is no value.
    pub tensor: Option<DeclaresTensor>,
    /// The op is a function: its entry block's arguments have the types of its inputs.
    pub function: Option<FunctionLike>,
    /// The op returns its operands from the function around it.
    pub returns: bool,
    /// The op is a descriptor: a layout, by the stages in its region.
    pub descriptor: bool,
    /// The op's part in a descriptor; it stands nowhere else.
    pub stage: Option<Stage>,
    /// The op asks for the layout of what the symbol reference of this key names.
    pub layout_of: Option<&'static str>,
    /// The op moves no data: which of its operands and results lie in the memory of which. See [`crate::views`].
    pub view_relations: Option<fn(&Module, Op) -> ViewRelations>,
    /// The op hands values on as others, which must have their types: what it branches with and the arguments of the
    /// block, what its regions yield and its results.
    pub type_equalities: Option<TypeEqualitiesOf>,
    /// The op calls the function that the symbol of this key names, with its operands and for its results.
    pub callee: Option<&'static str>,
    /// The op reads or writes the state that the string attribute of this key names: what is kept of one name has one layout in
    /// all functions of a module. An op of which this is not known says so by `layout.state`.
    pub state: Option<&'static str>,
    /// The op's result is a constant.
    pub constant: Option<Constant>,
    /// The op's result stands for an operand that is not there.
    pub is_none_value: bool,
    /// The layouts that the op takes and gives on every target, which no target decides on. Those of an embedder's op that depend
    /// on the op are told by [`Registry::add_choices`].
    pub choice: Option<fn() -> Choice>,
}

impl OpDef {
    /// A definition of another dialect's op, which demands nothing of it and gets only interfaces.
    pub const fn foreign(name: &'static str, summary: &'static str) -> OpDef {
        OpDef { traits: Traits::FOREIGN, ..OpDef::new(name, summary) }
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
            attrs: &[],
            syntax: None,
            verify: |_| {},
            tensor: None,
            function: None,
            returns: false,
            descriptor: false,
            stage: None,
            layout_of: None,
            view_relations: None,
            type_equalities: None,
            callee: None,
            state: None,
            constant: None,
            is_none_value: false,
            choice: None,
        }
    }
}

/// What an op's own verifier sees: one op, and where faults go.
pub struct OpCheck<'a> {
    /// The module around it.
    pub module: &'a Module,
    /// The op.
    pub op: Op,
    /// What is known of ops.
    pub registry: &'a Registry,
    pub(crate) sink: &'a mut Sink,
}

impl OpCheck<'_> {
    /// Reports a fault at the op.
    pub fn error(&mut self, code: Code, message: impl Into<String>) {
        let span = self.module.span(self.op);
        self.push(Diag::error(code, span, message));
    }

    /// Reports a diagnostic made elsewhere.
    pub fn push(&mut self, diag: Diag) {
        self.sink.push(diag);
    }

    /// An attribute of the op.
    pub fn attr(&self, key: &str) -> Option<Attr> {
        self.module.attr(self.op, key)
    }

    /// Checks counts and attributes against the definition.
    pub(crate) fn shape(&mut self, def: &OpDef) {
        let (module, op) = (self.module, self.op);
        self.count("operand", def.operands, module.operands(op).len());
        self.count("result", def.results, module.results(op).len());
        self.count("region", def.regions, module.regions(op).len());
        for spec in def.attrs {
            self.attribute(def.name, spec);
        }
    }

    fn count(&mut self, what: &str, arity: Arity, got: usize) {
        if !arity.admits(got) {
            let (name, wanted) = (self.module.name(self.op), arity.describe(what));
            let has = counted(got, what);
            let message = format!("`{name}` has {has}, but takes {wanted}");
            self.error(code::COUNT, message);
        }
    }

    fn attribute(&mut self, name: &str, spec: &AttrSpec) {
        let wanted = spec.class.describe();
        match self.attr(spec.key) {
            Some(attr) if !spec.class.admits(&self.module.ctx, attr) => {
                let shown = crate::print::attr_to_string(self.module, attr);
                let key = spec.key;
                self.error(
                    code::OP_ATTRIBUTE,
                    format!("`{key}` of `{name}` is {shown}, but must be {wanted}"),
                );
            }
            None if spec.required => {
                let message = format!("`{name}` lacks its attribute `{}`, {wanted}", spec.key);
                self.error(code::OP_ATTRIBUTE, message);
            }
            _ => {}
        }
    }
}

/// What is known by name: ops, and targets that no module has to define.
#[derive(Clone, Debug)]
pub struct Registry {
    /// A target is made when it is named, as it may be a text that has to be read.
    targets: BTreeMap<&'static str, fn() -> Target>,
    defs: IndexMap<&'static str, OpDef>,
    /// What holds for all ops of a dialect that have no definition of their own.
    dialects: BTreeMap<&'static str, TypeEqualitiesOf>,
    /// What embedders answer of layouts, by op or dialect.
    choosers: BTreeMap<&'static str, Chooser>,
}

impl Default for Registry {
    fn default() -> Self {
        Registry::new()
    }
}

impl Registry {
    /// The builtin ops, those of the layout dialect and the target `spec_min`.
    pub fn new() -> Registry {
        Registry {
            defs: ops::all().iter().map(|def| (def.name, *def)).collect(),
            targets: BTreeMap::from([("spec_min", (|| SPEC_MIN.clone()) as fn() -> Target)]),
            dialects: ops::DIALECTS.iter().copied().collect(),
            choosers: BTreeMap::new(),
        }
    }

    /// Adds an op, in place of one of the same name.
    pub fn add(&mut self, def: OpDef) {
        self.defs.insert(def.name, def);
    }

    /// Adds what ops of a dialect without definitions of their own hand on as what.
    pub fn add_dialect(&mut self, name: &'static str, type_equalities: TypeEqualitiesOf) {
        self.dialects.insert(name, type_equalities);
    }

    /// What the ops of a name hand on as what, by their definition or their dialect.
    pub fn type_equalities(&self, name: &str) -> Option<TypeEqualitiesOf> {
        match self.get(name) {
            Some(def) => def.type_equalities,
            None => self.dialects.get(name.split_once('.')?.0).copied(),
        }
    }

    /// Adds an embedder's answer for the layouts of an op, or of all ops of a dialect that have none of their own, in
    /// place of one of the same name.
    pub fn add_choices(
        &mut self,
        name: &'static str,
        answer: impl LayoutChoices + Send + Sync + 'static,
    ) {
        self.choosers.insert(name, Chooser(Arc::new(answer)));
    }

    /// What an embedder answers for the layouts of an op.
    pub fn choices(&self, module: &Module, op: Op) -> Option<Vec<Choice>> {
        let name = module.name(op);
        let of_dialect = || self.choosers.get(name.split_once('.')?.0);
        self.choosers.get(name).or_else(of_dialect)?.0.choices(module, op)
    }

    /// Adds a target that can be named, in place of one of the same name.
    pub fn add_target(&mut self, name: &'static str, make: fn() -> Target) {
        self.targets.insert(name, make);
    }

    /// The target of a name.
    pub fn target(&self, name: &str) -> Option<Target> {
        self.targets.get(name).map(|make| make())
    }

    /// The names of all targets, sorted.
    pub fn targets(&self) -> impl Iterator<Item = &'static str> {
        self.targets.keys().copied()
    }

    /// The definition of an op by name.
    pub fn get(&self, name: &str) -> Option<&OpDef> {
        self.defs.get(name)
    }

    /// The definition of an op of a module.
    pub fn of(&self, module: &Module, op: Op) -> Option<&OpDef> {
        self.get(module.name(op))
    }

    /// All definitions in the order they were added.
    pub fn defs(&self) -> impl Iterator<Item = &OpDef> {
        self.defs.values()
    }
}
