//! Resolution of a name to its layout: `@x` of an op, `@f:%x` of a value.

use indexmap::IndexMap;
use ir::descriptor::Layouts;
use ir::diag::{Diag, code, nearest};
use ir::encoding;
use ir::layout::{DimId, Layout};
use ir::module::Def;
use ir::print::{ValueNames, type_to_string};
use ir::source::Span;
use ir::vulkan::{WrittenDescription, coordinate_layout};
use ir::{Module, Op, OpDef, Registry, Type, TypeKind, Value};
use notation::{ElementType, NotatedLayout, names_notation};
use passes::addressed_layout;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::rc::Rc;

/// The number of names that a note lists.
const SHOWN: usize = 5;

/// The reason why a query has no answer.
#[derive(Clone, Debug)]
pub(crate) struct QueryFault {
    message: String,
    notes: Vec<String>,
}

impl QueryFault {
    pub(crate) fn new(message: impl Into<String>) -> QueryFault {
        QueryFault { message: message.into(), notes: Vec::new() }
    }

    pub(crate) fn note(mut self, note: impl Into<String>) -> QueryFault {
        self.notes.push(note.into());
        self
    }

    pub(crate) fn into_diag(self, span: Span) -> Diag {
        let diag = Diag::error(code::QUERY, span, self.message);
        self.notes.into_iter().fold(diag, Diag::note)
    }

    /// Returns the error of a name whose layout is invalid.
    fn of_layout(of: &str, fault: encoding::Fault) -> QueryFault {
        let message = format!("`{of}` has no layout: {}", fault.message);
        QueryFault { message, notes: fault.into_notes() }
    }
}

/// The op or value of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Located {
    /// The op with this symbol.
    Op(Op),
    /// A value of a function.
    Value(Value),
}

/// The layout of a queried name.
pub(super) struct QueriedLayout {
    pub(super) layout: Rc<Layout>,
    /// The ops of a descriptor with their dims; `None` if the layout is not a descriptor's.
    pub(super) hidden: Option<Vec<HiddenOp>>,
    /// The size of an element in bytes, if the layout counts bytes. This holds for a description whose strides are not
    /// whole numbers of elements. `None` for all other layouts, which count elements.
    pub(super) in_bytes: Option<i64>,
}

impl QueriedLayout {
    fn of(layout: Rc<Layout>) -> QueriedLayout {
        QueriedLayout { layout, hidden: None, in_bytes: None }
    }

    /// Returns the layout, for queries about elements.
    ///
    /// # Errors
    /// The strides are not whole numbers of elements.
    pub(super) fn in_elements(&self, of: &str) -> Result<&Layout, QueryFault> {
        match self.in_bytes {
            None => Ok(&self.layout),
            Some(size) => Err(QueryFault::new(format!(
                "`{of}` has strides that are not whole numbers of elements of {size} bytes"
            ))
            .note("`--at` and `--inverse` compute its addresses")),
        }
    }
}

/// An op of a descriptor with its hidden dims.
#[derive(Clone)]
pub(super) struct HiddenOp {
    pub(super) name: String,
    pub(super) lower: Vec<DimId>,
    pub(super) upper: Vec<DimId>,
}

/// The names of a module. Each name is resolved once.
pub(crate) struct SymbolTable<'m> {
    module: &'m Module,
    registry: &'m Registry,
    layouts: Layouts<'m>,
    /// The element type of notations that do not name one.
    elem: Option<ElementType>,
    names: OnceCell<ValueNames<'m>>,
    functions: FxHashMap<Op, Rc<FunctionValues>>,
    found: IndexMap<String, Result<Rc<QueriedLayout>, QueryFault>, FxBuildHasher>,
}

/// The tensor values of a function.
struct FunctionValues {
    /// The values by name without `%`; `None` if several values have the name.
    values: IndexMap<String, Option<Value>, FxBuildHasher>,
    /// The values whose types are part of the signature. Without an encoding, their layout is row-major.
    boundary: FxHashSet<Value>,
}

impl<'m> SymbolTable<'m> {
    pub(crate) fn new(module: &'m Module, registry: &'m Registry) -> SymbolTable<'m> {
        SymbolTable::with_elem(module, registry, None)
    }

    /// Returns the names of a module. Notations that name no element type have this one.
    pub(crate) fn with_elem(
        module: &'m Module,
        registry: &'m Registry,
        elem: Option<ElementType>,
    ) -> SymbolTable<'m> {
        SymbolTable {
            module,
            registry,
            layouts: Layouts::new(module, registry),
            elem,
            names: OnceCell::new(),
            functions: FxHashMap::default(),
            found: IndexMap::default(),
        }
    }

    /// Returns the layout of a name.
    ///
    /// # Errors
    /// The name is unknown, or has no layout.
    pub(super) fn find(&mut self, of: &str) -> Result<Rc<QueriedLayout>, QueryFault> {
        if let Some(found) = self.found.get(of) {
            return found.clone();
        }
        let found = self.look_up(of).map(Rc::new);
        self.found.insert(of.to_owned(), found.clone());
        found
    }

    /// Returns the op or value of a name, with or without a layout.
    ///
    /// # Errors
    /// The name is unknown, or several values have it.
    pub(crate) fn locate(&mut self, of: &str) -> Result<Located, QueryFault> {
        let (name, value) = split(of)?;
        let op = self.layouts.op(name).ok_or_else(|| self.unknown(of, name))?;
        match value {
            Some(value) => self.named(of, op, value).map(Located::Value),
            None => Ok(Located::Op(op)),
        }
    }

    /// Returns the tensor values of an op with their names, in program order. Values that share a name are left out.
    pub(crate) fn tensors_of(&mut self, op: Op) -> Vec<(String, Value)> {
        let (module, function) = (self.module, self.function(op));
        let values = function.values.iter().filter_map(|(name, value)| Some((name, (*value)?)));
        let tensors =
            values.filter(|(_, value)| matches!(module.kind(*value), TypeKind::Tensor { .. }));
        tensors.map(|(name, value)| (name.clone(), value)).collect()
    }

    fn look_up(&mut self, of: &str) -> Result<QueriedLayout, QueryFault> {
        if names_notation(of) {
            let read = notated(of, self.elem)?;
            return Ok(QueriedLayout::of(Rc::new(read.layout)));
        }
        match self.locate(of)? {
            Located::Value(value) => self.value(of, value),
            Located::Op(op) => self.declared(of, op, split(of)?.0),
        }
    }

    /// Returns the layout of a name with its element type. The type is `None` if it is unknown or has no notation.
    ///
    /// # Errors
    /// As [`find`](Self::find), or the strides are not whole numbers of elements.
    pub(crate) fn element_layout(
        &mut self,
        of: &str,
    ) -> Result<(Layout, Option<ElementType>), QueryFault> {
        if names_notation(of) {
            return notated(of, self.elem).map(|read| (read.layout, read.elem));
        }
        let found = self.find(of)?;
        let layout = found.in_elements(of)?.clone();
        let elem = self.element_type(of).or(self.elem);
        let elem = elem.or_else(|| ElementType::of_size(layout.elem()?));
        Ok((layout, elem))
    }

    /// Returns the element type that the type or the notation of a name states; `None` if it states none.
    fn element_type(&mut self, of: &str) -> Option<ElementType> {
        let module = self.module;
        if let Some(text) = self.notation_of(of) {
            return notation::read(text, self.elem).ok()?.elem;
        }
        let ty = self.type_of(of)?;
        let (TypeKind::Tensor { elem, .. } | TypeKind::MemRef { elem, .. }) = module.ctx.kind(ty)
        else {
            return None;
        };
        ElementType::from_name(&type_to_string(module, *elem))
    }

    /// Returns the notation that the op of a name has; `None` if it has none.
    pub(crate) fn notation_of(&mut self, of: &str) -> Option<&'m str> {
        match self.locate(of).ok()? {
            Located::Value(_) => None,
            Located::Op(op) => self.module.str_attr(op, self.def(op)?.notation.as_deref()?),
        }
    }

    /// Returns the type of a value, or that of the tensor that an op declares; `None` if there is none.
    pub(crate) fn type_of(&mut self, of: &str) -> Option<Type> {
        let module = self.module;
        match self.locate(of).ok()? {
            Located::Value(value) => Some(module.ty(value)),
            Located::Op(op) => {
                module.ctx.as_type(module.attr(op, &self.def(op)?.tensor.as_ref()?.type_key)?)
            }
        }
    }

    fn def(&self, op: Op) -> Option<&'m OpDef> {
        self.registry.of(self.module, op)
    }

    fn unknown(&self, of: &str, name: &str) -> QueryFault {
        let module = self.module;
        let symbols = module.ops(module.body()).filter_map(|op| module.symbol(op));
        let within = match of.strip_prefix('@') == Some(name) {
            true => String::new(),
            false => format!(" in `{of}`"),
        };
        let fault = QueryFault::new(format!("unknown symbol `@{name}`{within}"));
        match nearest(name, symbols) {
            Some(near) => fault.note(format!("did you mean `@{near}`?")),
            None => fault.note(self.some_symbols()),
        }
    }

    /// Returns a note that lists some symbols with a layout.
    fn some_symbols(&self) -> String {
        let module = self.module;
        let has_layout = |op: &Op| {
            let def = self.def(*op);
            def.is_some_and(|def| def.has_layout() || def.describes_tensor)
        };
        let ops = module.ops(module.body()).filter(has_layout);
        let names = ops.filter_map(|op| Some(format!("`@{}`", module.symbol(op)?)));
        some("symbols with a layout:", names)
    }

    /// Returns the layout of a symbol.
    fn declared(&mut self, of: &str, op: Op, name: &str) -> Result<QueriedLayout, QueryFault> {
        let def = self.def(op);
        if def.is_some_and(|def| def.describes_tensor) {
            return described(of, &WrittenDescription::read(self.module, op));
        }
        if let Some(layout) = addressed_layout(self.module, self.registry, &self.layouts, op) {
            let layout = layout.map_err(|fault| QueryFault::of_layout(of, fault))?;
            return Ok(QueriedLayout::of(layout));
        }
        if !def.is_some_and(OpDef::has_layout) {
            return Err(self.not_a_layout(of, op, name));
        }
        let layout = self.layouts.symbol(name).map_err(|fault| QueryFault::of_layout(of, fault))?;
        let hidden = def.is_some_and(|def| def.is_descriptor).then(|| self.hidden(op));
        Ok(QueriedLayout { hidden, ..QueriedLayout::of(layout) })
    }

    /// Returns the error for an op without a layout, such as a function. The values of a function have layouts.
    fn not_a_layout(&mut self, of: &str, op: Op, name: &str) -> QueryFault {
        if self.module.regions(op).is_empty() {
            let kind = self.module.name(op);
            return QueryFault::new(format!("`{of}` is an op `{kind}`, which has no layout"));
        }
        let function = self.function(op);
        let values = function.values.keys().map(|value| format!("`@{name}:%{value}`"));
        if function.values.is_empty() {
            return QueryFault::new(format!("`{of}` has no layout"))
                .note(format!("`{of}` has no body, so it has no values"));
        }
        QueryFault::new(format!("`{of}` has no layout; query one of its values"))
            .note(some("values of the op:", values))
    }

    /// Returns the ops of a descriptor, starting with those that it inherits.
    fn hidden(&self, op: Op) -> Vec<HiddenOp> {
        // A descriptor whose layout was built is well-formed.
        let Ok(descriptor) = self.layouts.descriptor(op) else { return Vec::new() };
        let mut ops = Vec::new();
        for stage in &descriptor.stages {
            if stage.lower.is_empty() && ops.is_empty() && self.is_from(stage.op) {
                ops.extend(self.inherited(stage.op));
            } else {
                let name = self.module.name(stage.op).to_owned();
                let (lower, upper) = (stage.lower.clone(), stage.upper.clone());
                ops.push(HiddenOp { name, lower, upper });
            }
        }
        ops
    }

    fn is_from(&self, op: Op) -> bool {
        self.module.attr(op, "of").is_some()
    }

    /// Returns the ops of the descriptor that a `layout.from` names.
    fn inherited(&self, from: Op) -> Vec<HiddenOp> {
        let of = self.module.attr(from, "of").and_then(|attr| self.module.ctx.as_symbol(attr));
        let Some((name, op)) = of.and_then(|name| Some((name, self.layouts.op(name)?))) else {
            return Vec::new();
        };
        if self.def(op).is_some_and(|def| def.is_descriptor) {
            return self.hidden(op);
        }
        self.layouts.symbol(name).map_or_else(|_| Vec::new(), |layout| stages_of(&layout))
    }

    fn function(&mut self, op: Op) -> Rc<FunctionValues> {
        if let Some(function) = self.functions.get(&op) {
            return Rc::clone(function);
        }
        let names = self.names.get_or_init(|| ValueNames::new(self.module, self.registry));
        let function = Rc::new(FunctionValues::new(self.module, self.registry, names, op));
        self.functions.insert(op, Rc::clone(&function));
        function
    }

    /// Returns the value of a name in an op.
    fn named(&mut self, of: &str, op: Op, name: &str) -> Result<Value, QueryFault> {
        let function = self.function(op);
        let value = function.get(name).ok_or_else(|| function.unknown(of, name))?;
        value.ok_or_else(|| {
            QueryFault::new(format!(
                "`{of}` is ambiguous: several values in different regions have this name"
            ))
            .note("use a unique name for the value")
        })
    }

    fn value(&mut self, of: &str, value: Value) -> Result<QueriedLayout, QueryFault> {
        let op = split(of).ok().and_then(|(name, _)| self.layouts.op(name));
        let boundary = op.is_some_and(|op| self.function(op).boundary.contains(&value));
        let ty = self.module.ty(value);
        match self.layouts.of_type(ty, boundary) {
            Ok(Some(layout)) => Ok(QueriedLayout::of(layout)),
            Ok(None) => Err(self.without_layout(of, value)),
            Err(fault) => Err(QueryFault::of_layout(of, fault)),
        }
    }

    fn without_layout(&self, of: &str, value: Value) -> QueryFault {
        let ty = type_to_string(self.module, self.module.ty(value));
        match self.module.kind(value) {
            TypeKind::Tensor { .. } => {
                QueryFault::new(format!("no layout is assigned to `{of}`, a `{ty}`"))
                    .note("declare a layout in its type, such as `{order = ...}`")
            }
            _ => QueryFault::new(format!("`{of}` has the type `{ty}`, which has no layout")),
        }
    }
}

impl FunctionValues {
    fn new(module: &Module, registry: &Registry, names: &ValueNames<'_>, op: Op) -> FunctionValues {
        let mut function =
            FunctionValues { values: IndexMap::default(), boundary: FxHashSet::default() };
        for inner in module.walk_from(op) {
            let results = module.results(inner).filter(|_| inner != op);
            let blocks = module.regions(inner).iter().flat_map(|&region| module.blocks(region));
            let arguments = blocks.flat_map(|&block| module.arguments(block)).copied();
            for value in arguments.chain(results) {
                let several = function.values.insert(names.get(value), Some(value)).is_some();
                if several {
                    function.values.insert(names.get(value), None);
                }
                if is_input(module, registry, value) {
                    function.boundary.insert(value);
                }
            }
            if registry.of(module, inner).is_some_and(|def| def.returns) {
                function.boundary.extend(module.operands(inner));
            }
        }
        function
    }

    /// Returns the value of a name. The first of a group of results also has the name of the group.
    fn get(&self, name: &str) -> Option<Option<Value>> {
        let found = self.values.get(name).or_else(|| self.values.get(&format!("{name}#0")));
        found.copied()
    }

    fn unknown(&self, of: &str, name: &str) -> QueryFault {
        let fault = QueryFault::new(format!("unknown value `%{name}` in `{of}`"));
        match nearest(name, self.values.keys().map(String::as_str)) {
            Some(near) => fault.note(format!("did you mean `%{near}`?")),
            None => fault.note(some("values:", self.values.keys().map(|key| format!("`%{key}`")))),
        }
    }
}

/// Returns the layout of a notation.
fn notated(text: &str, elem: Option<ElementType>) -> Result<NotatedLayout, QueryFault> {
    notation::read(text, elem).map_err(|fault| {
        let column = format!("the fault is at column {}", fault.at.start + 1);
        let diag = Diag::of_notation(fault, Span::NONE);
        let message = format!("`{text}` denotes no layout: {}", diag.message);
        let notes = diag.notes.into_iter().map(|note| note.message).chain([column]);
        QueryFault { message, notes: notes.collect() }
    })
}

/// Returns `true` if a value is an input of a function.
fn is_input(module: &Module, registry: &Registry, value: Value) -> bool {
    let Def::Argument(block, _) = module.def(value) else { return false };
    let region = module.block_region(block);
    let function = registry.of(module, module.region_parent(region));
    function.is_some_and(|def| def.function.is_some())
        && module.blocks(region).first() == Some(&block)
}

/// Splits `@f:%x` into `f` and `x`. The name of a symbol can be quoted.
fn split(of: &str) -> Result<(&str, Option<&str>), QueryFault> {
    let (symbol, value) = match of.rsplit_once(":%") {
        Some((symbol, value)) => (symbol, Some(value)),
        None => (of, None),
    };
    let fault = || {
        let fault = QueryFault::new(format!("`{of}` is not a valid name of a layout"));
        let is_bare = of.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let near = is_bare.then(|| format!("did you mean `@{of}`?"));
        near.into_iter()
            .fold(fault, QueryFault::note)
            .note("a name is `@x` for a symbol, or `@f:%x` for a value of a function")
    };
    let name = symbol.strip_prefix('@').filter(|name| !name.is_empty()).ok_or_else(fault)?;
    let quoted = name.strip_prefix('"').and_then(|name| name.strip_suffix('"'));
    Ok((quoted.unwrap_or(name), value))
}

/// Returns a clause that lists the first of some names.
fn some(what: &str, mut names: impl Iterator<Item = String>) -> String {
    let shown: Vec<String> = names.by_ref().take(SHOWN).collect();
    match (shown.is_empty(), names.count()) {
        (true, _) => format!("{what} none"),
        (false, 0) => format!("{what} {}", shown.join(", ")),
        (false, more) => format!("{what} {} and {more} more", shown.join(", ")),
    }
}

/// Returns the ops that express a layout without a descriptor.
fn stages_of(layout: &Layout) -> Vec<HiddenOp> {
    let base = HiddenOp {
        name: "layout.strided".to_owned(),
        lower: vec![DimId::BUFFER],
        upper: layout.base_dims().to_vec(),
    };
    let stages = layout.stages().map(|stage| HiddenOp {
        name: format!("layout.{}", stage.transform().name()),
        lower: stage.lower().to_vec(),
        upper: stage.upper().to_vec(),
    });
    std::iter::once(base).chain(stages).collect()
}

/// Returns the layout of a description. Its indices are physical.
fn described(of: &str, description: &WrittenDescription) -> Result<QueriedLayout, QueryFault> {
    let tiling = description.tiling.known().map(|tiling| tiling.name);
    if tiling != Some("LINEAR") {
        let tiling = tiling.unwrap_or("unknown");
        return Err(QueryFault::new(format!("`{of}` has no addresses: its tiling is {tiling}"))
            .note("only the tiling LINEAR defines addresses of elements; other tilings depend on the device"));
    }
    let fault = |why: String| QueryFault::new(format!("`{of}` has no addresses: {why}"));
    let memory = description.memory().map_err(|error| fault(error.to_string()))?;
    let (physical, in_bytes) = match memory.layout() {
        Some(layout) => (layout, None),
        None => (memory.layout_in_bytes(), Some(memory.elem_bytes().get())),
    };
    let layout = coordinate_layout(&physical, description.wraps.as_deref());
    let layout = layout.map_err(|error| fault(error.to_string()))?;
    Ok(QueriedLayout { in_bytes, ..QueriedLayout::of(Rc::new(layout)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_separates_symbol_and_value() {
        let split = |of| split(of).ok();
        assert_eq!(split("@x"), Some(("x", None)));
        assert_eq!(split("@f:%x"), Some(("f", Some("x"))));
        assert_eq!(split("@\"a:%b\":%r#1"), Some(("a:%b", Some("r#1"))));
        assert_eq!(split("x"), None);
        assert_eq!(split("@"), None);
        assert_eq!(split("%x"), None);
    }

    #[test]
    fn some_limits_number_of_names() {
        let names = |count: usize| (0..count).map(|name| name.to_string());
        assert_eq!(some("values:", names(0)), "values: none");
        assert_eq!(some("values:", names(2)), "values: 0, 1");
        assert_eq!(some("values:", names(7)), "values: 0, 1, 2, 3, 4 and 2 more");
    }
}
