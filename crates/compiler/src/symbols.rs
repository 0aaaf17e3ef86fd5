//! The names of a module: `@x` of an op, `@f:%x` of a value.

use crate::queried::QueriedSubject;
use indexmap::IndexMap;
use ir::descriptor::Layouts;
use ir::diag::nearest;
use ir::module::Def;
use ir::print::ValueNames;
use ir::source::Entity;
use ir::{Module, Op, OpDef, Registry, TypeKind, Value};
use notation::ElementType;
use passes::QueryError;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::cell::OnceCell;
use std::rc::Rc;

/// The number of names that a note lists.
const SHOWN: usize = 5;

/// The names of a module, and the layouts that they denote. Each name is resolved once.
///
/// ```
/// use layoutc_compiler::{SourceModule, SymbolTable, registry};
///
/// let registry = registry();
/// let module = SourceModule::parse("layout.tensor @x : tensor<4x5xf32>", "x.mlir", registry.clone())?;
/// let mut symbols = SymbolTable::new(module.module(), &registry);
/// assert_eq!(symbols.find("@x")?.layout.shape().len(), 2);
/// let unknown = symbols.find("@weights").unwrap_err().to_string();
/// assert!(unknown.contains("symbols with a layout: `@x`"), "{unknown}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SymbolTable<'m> {
    pub(crate) module: &'m Module,
    pub(crate) registry: &'m Registry,
    pub(crate) layouts: Layouts<'m>,
    /// The element type of layouts that have none.
    pub(crate) elem: Option<ElementType>,
    /// The values of symbols.
    pub(crate) values: Vec<(String, i64)>,
    names: OnceCell<ValueNames<'m>>,
    functions: FxHashMap<Op, Rc<FunctionValues>>,
    pub(crate) found: FoundLayouts,
    /// The last name with values of its symbols: the queries of a batch often have equal ones.
    pub(crate) last: Option<ValuedSubject>,
}

/// A name and values of its symbols, with the layout.
pub(crate) struct ValuedSubject {
    pub(crate) of: String,
    pub(crate) values: Vec<(String, i64)>,
    pub(crate) subject: QueriedSubject,
}

/// The layouts of the names so far.
type FoundLayouts = IndexMap<String, Result<QueriedSubject, QueryError>, FxBuildHasher>;

/// The values of a function.
pub(crate) struct FunctionValues {
    /// The values of each name, without `%`. Values of different regions can have the same name.
    values: IndexMap<String, Vec<Value>, FxBuildHasher>,
    /// The values whose types are part of the signature. Without an encoding, their layout is row-major.
    boundary: FxHashSet<Value>,
}

impl<'m> SymbolTable<'m> {
    /// Returns the names of a module.
    pub fn new(module: &'m Module, registry: &'m Registry) -> SymbolTable<'m> {
        SymbolTable {
            module,
            registry,
            layouts: Layouts::new(module, registry),
            elem: None,
            values: Vec::new(),
            names: OnceCell::new(),
            functions: FxHashMap::default(),
            found: IndexMap::default(),
            last: None,
        }
    }

    /// Sets the element type of layouts that have none.
    #[must_use]
    pub fn with_elem(self, elem: Option<ElementType>) -> SymbolTable<'m> {
        SymbolTable { elem, ..self }
    }

    /// Sets the values of the symbols of layouts that have some.
    #[must_use]
    pub fn with_values(self, values: Vec<(String, i64)>) -> SymbolTable<'m> {
        SymbolTable { values, ..self }
    }

    /// Returns the module.
    pub fn module(&self) -> &'m Module {
        self.module
    }

    /// Returns the definitions of the module's ops.
    pub fn registry(&self) -> &'m Registry {
        self.registry
    }

    /// Returns the op or value of a name, with or without a layout.
    ///
    /// # Errors
    /// The name is unknown, or several values have it.
    pub fn locate(&mut self, of: &str) -> Result<Entity, QueryError> {
        let (name, value) = split(of)?;
        let op = self.layouts.op(name).ok_or_else(|| self.unknown(of, name))?;
        match value {
            Some(value) => self.function(op).named(of, value).map(Entity::from),
            None => Ok(op.into()),
        }
    }

    /// Returns the function of a name; `None` if the name is that of another op or of a value.
    ///
    /// # Errors
    /// The name is unknown, or several values have it.
    pub fn function_op(&mut self, of: &str) -> Result<Option<Op>, QueryError> {
        let op = self.module.op_of(self.locate(of)?);
        Ok(op.filter(|&op| self.def(op).is_some_and(|def| def.function.is_some())))
    }

    /// Returns the op of a symbol, with `@`, also of one in another symbol table than the module's own. `None` if it is
    /// undefined.
    pub fn symbol(&self, symbol: &str) -> Option<Op> {
        let name = split(symbol).ok()?.0;
        self.layouts
            .op(name)
            .or_else(|| self.module.walk().find(|&op| self.module.symbol(op) == Some(name)))
    }

    /// Returns the values of a name, with `%`, in the op of a symbol, with `@`; outside of all symbols if that is empty. A
    /// group of results has one name. Values of different regions can have the same name.
    pub fn values(&mut self, symbol: &str, name: &str) -> Vec<Value> {
        let root = Some(self.module.root()).filter(|_| symbol.is_empty());
        let Some(op) = root.or_else(|| self.symbol(symbol)) else { return Vec::new() };
        let function = self.function(op);
        let name = name.trim_start_matches('%');
        let group = (0..).map(|number| function.get(&format!("{name}#{number}")));
        match function.get(name) {
            [] => group.take_while(|values| !values.is_empty()).flatten().copied().collect(),
            values => values.to_vec(),
        }
    }

    /// Returns the tensor values of an op with their names, in program order. Values that share a name are left out.
    pub fn tensors_of(&mut self, op: Op) -> Vec<(String, Value)> {
        let module = self.module;
        let function = self.function(op);
        let values = function.values.iter().filter_map(|(name, values)| match values[..] {
            [value] => Some((name.clone(), value)),
            _ => None,
        });
        values.filter(|(_, value)| matches!(module.kind(*value), TypeKind::Tensor { .. })).collect()
    }

    pub(crate) fn def(&self, op: Op) -> Option<&'m OpDef> {
        self.registry.op_def(self.module, op)
    }

    fn unknown(&self, of: &str, name: &str) -> QueryError {
        let module = self.module;
        let symbols = module.ops(module.body()).filter_map(|op| module.symbol(op));
        let within = match of.strip_prefix('@') == Some(name) {
            true => String::new(),
            false => format!(" in `{of}`"),
        };
        let fault = QueryError::new(format!("unknown symbol `@{name}`{within}"));
        match nearest(name, symbols) {
            Some(near) => fault.note(format!("did you mean `@{near}`?")),
            None => fault.note(self.some_symbols()),
        }
    }

    /// Returns a note that lists some symbols with a layout, or else the functions, whose values have layouts.
    fn some_symbols(&self) -> String {
        let module = self.module;
        let named = |is_listed: fn(&OpDef) -> bool| {
            let ops = module.ops(module.body());
            let ops = ops.filter(move |&op| self.def(op).is_some_and(is_listed));
            ops.filter_map(|op| Some(format!("`@{}`", module.symbol(op)?)))
        };
        let mut functions = named(|def| def.function.is_some()).peekable();
        let mut layouts = named(|def| def.has_layout() || def.describes_tensor).peekable();
        match functions.peek().is_some() && layouts.peek().is_none() {
            true => some("functions, whose values have layouts:", functions),
            false => some("symbols with a layout:", layouts),
        }
    }

    /// Returns the values of an op.
    pub(crate) fn function(&mut self, op: Op) -> Rc<FunctionValues> {
        if let Some(function) = self.functions.get(&op) {
            return Rc::clone(function);
        }
        let names = self.names.get_or_init(|| ValueNames::new(self.module, self.registry));
        let function = Rc::new(FunctionValues::new(self.module, self.registry, names, op));
        self.functions.insert(op, Rc::clone(&function));
        function
    }
}

impl FunctionValues {
    fn new(module: &Module, registry: &Registry, names: &ValueNames<'_>, op: Op) -> FunctionValues {
        let mut function =
            FunctionValues { values: IndexMap::default(), boundary: FxHashSet::default() };
        for inner in module
            .walk_from(op)
            .filter(|inner| op != module.root() || !is_in_symbol(module, *inner))
        {
            let results = module.results(inner).filter(|_| inner != op);
            for value in module.inner_arguments(inner).chain(results) {
                function.values.entry(names.get(value)).or_default().push(value);
                if is_input(module, registry, value) {
                    function.boundary.insert(value);
                }
            }
            if registry.op_def(module, inner).is_some_and(|def| def.returns) {
                function.boundary.extend(module.operands(inner));
            }
        }
        function
    }

    /// Returns the names, without `%`.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.values.keys().map(String::as_str)
    }

    /// Returns `true` if the type of a value is part of the signature.
    pub(crate) fn is_boundary(&self, value: Value) -> bool {
        self.boundary.contains(&value)
    }

    fn get(&self, name: &str) -> &[Value] {
        self.values.get(name).map_or(&[], Vec::as_slice)
    }

    /// Returns the value of a name. The first of a group of results also has the name of the group.
    fn named(&self, of: &str, name: &str) -> Result<Value, QueryError> {
        let values = match self.get(name) {
            [] => self.get(&format!("{name}#0")),
            values => values,
        };
        match *values {
            [value] => Ok(value),
            [] => Err(self.unknown(of, name)),
            _ => {
                let message = format!(
                    "`{of}` is ambiguous: several values in different regions have this name"
                );
                Err(QueryError::new(message).note("use a unique name for the value"))
            }
        }
    }

    fn unknown(&self, of: &str, name: &str) -> QueryError {
        let error = QueryError::new(format!("unknown value `%{name}` in `{of}`"));
        match nearest(name, self.names()) {
            Some(near) => error.note(format!("did you mean `%{near}`?")),
            None => error.note(some("values:", self.names().map(|name| format!("`%{name}`")))),
        }
    }
}

/// Returns `true` if an op defines a symbol, or is inside of one that does.
fn is_in_symbol(module: &Module, op: Op) -> bool {
    let mut around = module.ancestors(op);
    around.any(|op| module.symbol(op).is_some())
}

/// Returns `true` if a value is an input of a function.
fn is_input(module: &Module, registry: &Registry, value: Value) -> bool {
    let Def::Argument(block, _) = module.def(value) else { return false };
    let region = module.block_region(block);
    let function = registry.op_def(module, module.region_parent(region));
    function.is_some_and(|def| def.function.is_some())
        && module.blocks(region).first() == Some(&block)
}

/// Splits `@f:%x` into `f` and `x`. The name of a symbol can be quoted.
pub(crate) fn split(of: &str) -> Result<(&str, Option<&str>), QueryError> {
    let parts = of.rsplit_once(":%");
    let symbol = parts.map_or(of, |(symbol, _)| symbol);
    let name = symbol.strip_prefix('@').filter(|name| !name.is_empty()).ok_or_else(|| {
        let fault = QueryError::new(format!("`{of}` is not a valid name of a layout"));
        let is_bare = of.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let near = is_bare.then(|| format!("did you mean `@{of}`?"));
        near.into_iter()
            .fold(fault, QueryError::note)
            .note("a name is `@x` for a symbol, or `@f:%x` for a value of a function")
    })?;
    let quoted = name.strip_prefix('"').and_then(|name| name.strip_suffix('"'));
    Ok((quoted.unwrap_or(name), parts.map(|(_, value)| value)))
}

/// Returns a clause that lists the first of some names.
pub(crate) fn some(what: &str, mut names: impl Iterator<Item = String>) -> String {
    let shown: Vec<String> = names.by_ref().take(SHOWN).collect();
    match (shown.is_empty(), names.count()) {
        (true, _) => format!("{what} none"),
        (false, 0) => format!("{what} {}", shown.join(", ")),
        (false, more) => format!("{what} {} and {more} more", shown.join(", ")),
    }
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
