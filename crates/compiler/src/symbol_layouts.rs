//! The layout of a name.

use crate::queried::{
    HiddenOp, QueriedLayout, QueriedSubject, described, invalid, notated, notated_subject,
    notated_symbols, of_records, stages_of,
};
use crate::queried_symbols::{NamedValues, QueriedSymbols};
use crate::symbols::{SymbolTable, ValuedSubject, some, split};
use ir::descriptor::DescribedLayout;
use ir::layout::{Bits, ElemSize, Layout, Placement, SymbolicLayout};
use ir::print::type_to_string;
use ir::records;
use ir::vulkan::WrittenDescription;
use ir::{Op, OpDef, Type, TypeKind, Value};
use notation::{ElementType, NotatedLayout, NotatedPlacement, names_notation};
use passes::{QueryError, addressed_layout};
use std::rc::Rc;

impl<'m> SymbolTable<'m> {
    /// Returns the layout of a name.
    ///
    /// # Errors
    /// The name is unknown, or has no layout in memory.
    pub fn find(&mut self, of: &str) -> Result<Rc<QueriedLayout>, QueryError> {
        self.subject(of)?.layout(of)
    }

    /// Returns the layout or the placement of a name, for the values of the table if it has symbols.
    ///
    /// # Errors
    /// The name is unknown, or has no layout; or the values are not those of its symbols.
    pub fn subject(&mut self, of: &str) -> Result<QueriedSubject, QueryError> {
        let values = self.values.clone();
        self.subject_with(of, &values)
    }

    /// Returns the layout or the placement of a name, for some values if there are any.
    ///
    /// # Errors
    /// As [`subject`](Self::subject).
    pub fn subject_with(
        &mut self,
        of: &str,
        values: &NamedValues,
    ) -> Result<QueriedSubject, QueryError> {
        if values.is_empty() {
            return self.unvalued(of);
        }
        if let Some(last) = self.last.as_ref().filter(|it| it.of == of && it.values == values) {
            return Ok(last.subject.clone());
        }
        let subject = match self.symbols(of)? {
            Some(symbols) => QueriedSubject::Symbolic(symbols),
            None => self.unvalued(of)?,
        };
        let subject = subject.with(of, values)?;
        let (of, values) = (of.to_owned(), values.to_vec());
        self.last = Some(ValuedSubject { of, values, subject: subject.clone() });
        Ok(subject)
    }

    /// Returns the layouts or the placements of two names, each for those of the values of the table that are of its
    /// symbols.
    ///
    /// # Errors
    /// As [`subject`](Self::subject) for either name, or neither has a symbol.
    pub fn subjects(&mut self, names: [&str; 2]) -> [Result<QueriedSubject, QueryError>; 2] {
        let values = self.values.clone();
        if values.is_empty() {
            return names.map(|of| self.unvalued(of));
        }
        let own = names.map(|of| self.symbols(of).ok().flatten());
        let has = |symbols: &Option<Rc<QueriedSymbols>>, name: &str| {
            symbols.as_ref().is_some_and(|it| it.symbols().index_of(name).is_some())
        };
        if let Some((name, _)) = values.iter().find(|(name, _)| !own.iter().any(|it| has(it, name)))
        {
            let message =
                format!("neither `{}` nor `{}` has a symbol `{name}`", names[0], names[1]);
            return [Err(QueryError::new(message)), self.unvalued(names[1])];
        }
        std::array::from_fn(|at| {
            let values: Vec<(String, i64)> =
                values.iter().filter(|(name, _)| has(&own[at], name)).cloned().collect();
            self.subject_with(names[at], &values)
        })
    }

    /// Returns the layout with symbols of a name, also if a dynamic length is its only symbol; `None` if it has none.
    ///
    /// # Errors
    /// The name is unknown, or has no layout.
    pub fn symbols(&mut self, of: &str) -> Result<Option<Rc<QueriedSymbols>>, QueryError> {
        match self.unvalued(of)? {
            QueriedSubject::Symbolic(symbols) => Ok(Some(symbols)),
            _ if names_notation(of) => notated_symbols(of, self.elem),
            _ => Ok(None),
        }
    }

    /// Returns the layout or the placement of a name, without values of its symbols.
    fn unvalued(&mut self, of: &str) -> Result<QueriedSubject, QueryError> {
        if let Some(found) = self.found.get(of) {
            return found.clone();
        }
        let found = self.look_up(of);
        self.found.insert(of.to_owned(), found.clone());
        found
    }

    fn look_up(&mut self, of: &str) -> Result<QueriedSubject, QueryError> {
        if names_notation(of) {
            return notated_subject(of, self.elem);
        }
        let entity = self.locate(of)?;
        let found = match (self.module.value_of(entity), self.module.op_of(entity)) {
            (Some(value), _) => self.value(of, value),
            (_, Some(op)) => self.declared(of, op, split(of)?.0),
            _ => unreachable!("a name denotes an op or a value"),
        };
        self.with_elem_size(of, found?)
    }

    /// Returns a layout with the element size of the queries, if it has none of its own.
    ///
    /// # Errors
    /// Its own element size is another one.
    fn with_elem_size(
        &self,
        of: &str,
        found: QueriedSubject,
    ) -> Result<QueriedSubject, QueryError> {
        let Some(elem) = self.elem else { return Ok(found) };
        let in_bytes = match &found {
            QueriedSubject::Layout(found) => found.in_bytes,
            _ => None,
        };
        let own = match in_bytes {
            Some(bytes) => ElemSize::new(Bits::new(8 * bytes)),
            None => found.elem(),
        };
        match own {
            None => Ok(match found {
                QueriedSubject::Layout(found) => {
                    let layout = Layout::clone(&found.layout).with_elem(elem.size());
                    QueriedLayout { layout: Rc::new(layout), ..(*found).clone() }.into()
                }
                QueriedSubject::Placement(found) => {
                    let placement = Placement::clone(&found).with_elem(elem.size());
                    QueriedSubject::Placement(Rc::new(placement))
                }
                QueriedSubject::Records(_) => {
                    let note =
                        format!("its fields have widths of their own, so `{elem}` has no use");
                    return Err(of_records(of).note(note));
                }
                // The element type is an argument of the reader of symbols.
                found => found,
            }),
            Some(own) if own != elem.size() => {
                let message =
                    format!("the elements of `{of}` have {own}, but `{elem}` has {}", elem.size());
                Err(QueryError::new(message)
                    .note(format!("query `{of}` without an element type, because it has one")))
            }
            Some(_) => Ok(found),
        }
    }

    /// Returns the layout of a name with its element type. The type is `None` if it is unknown or has no notation.
    ///
    /// # Errors
    /// As [`find`](Self::find), or the strides are not whole numbers of elements.
    pub fn element_layout(&mut self, of: &str) -> Result<NotatedLayout, QueryError> {
        if names_notation(of) && self.values.is_empty() {
            return match self.unvalued(of)? {
                QueriedSubject::Symbolic(symbols) => Err(symbols.without_values(of)),
                _ => notated(of, self.elem),
            };
        }
        let found = self.find(of)?;
        let layout = found.in_elements(of)?.clone();
        let elem = self.element_type(of).or(self.elem);
        let elem = elem.or_else(|| ElementType::of_size(layout.elem()?));
        Ok(NotatedLayout { layout, elem })
    }

    /// Returns the placement of a name with its element type, as [`element_layout`](Self::element_layout) returns layouts;
    /// `None` if the name has a layout in memory.
    ///
    /// # Errors
    /// As [`find`](Self::find).
    pub fn element_placement(&mut self, of: &str) -> Result<Option<NotatedPlacement>, QueryError> {
        let is_notation = names_notation(of);
        let found = match is_notation {
            true if self.values.is_empty() => notated_subject(of, self.elem)?,
            _ => self.subject(of)?,
        };
        let QueriedSubject::Placement(placement) = found else { return Ok(None) };
        let elem = match is_notation {
            true => notation::read_subject(of, self.elem).ok().and_then(|read| read.elem()),
            false => self.element_type(of).or(self.elem),
        };
        let elem = elem.or_else(|| ElementType::of_size(placement.elem()?));
        Ok(Some(NotatedPlacement { placement: Placement::clone(&placement), elem }))
    }

    /// Returns the element type that the type or the notation of a name states; `None` if it states none.
    fn element_type(&mut self, of: &str) -> Option<ElementType> {
        let module = self.module;
        if names_notation(of) {
            return notation::read_symbolic(of, None).ok()??.elem;
        }
        if let Some(text) = self.notation_of(of) {
            return notation::read_subject(text, None).ok()?.elem();
        }
        let ty = self.type_of(of)?;
        let (TypeKind::Tensor { elem, .. } | TypeKind::MemRef { elem, .. }) = module.ctx.kind(ty)
        else {
            return None;
        };
        ElementType::from_name(&type_to_string(module, *elem))
    }

    /// Returns the notation that the op of a name has; `None` if it has none.
    pub fn notation_of(&mut self, of: &str) -> Option<&'m str> {
        let op = self.module.op_of(self.locate(of).ok()?)?;
        self.module.str_attr(op, self.def(op)?.notation.as_deref()?)
    }

    /// Returns the type of a value, or that of the tensor that an op declares; `None` if there is none.
    pub fn type_of(&mut self, of: &str) -> Option<Type> {
        let module = self.module;
        let entity = self.locate(of).ok()?;
        if let Some(value) = module.value_of(entity) {
            return Some(module.ty(value));
        }
        self.registry.declared_type(module, module.op_of(entity)?)
    }

    /// Returns the layout of a symbol.
    fn declared(&mut self, of: &str, op: Op, name: &str) -> Result<QueriedSubject, QueryError> {
        let def = self.def(op);
        if def.is_some_and(|def| def.describes_tensor) {
            return described(of, &WrittenDescription::read(self.module, op)).map(Into::into);
        }
        if let Some(layout) = addressed_layout(self.module, self.registry, &self.layouts, op) {
            let layout = layout.map_err(|fault| invalid(of, fault))?;
            return Ok(QueriedLayout::from_layout(layout).into());
        }
        if let Some(records) = records::find(&self.layouts, name) {
            let records = records.map_err(|fault| invalid(of, fault))?;
            return Ok(QueriedSubject::Records(records));
        }
        if !def.is_some_and(OpDef::has_layout) {
            return Err(self.not_a_layout(of, op, name));
        }
        let layout = match self.layouts.described_symbol(name) {
            Ok(DescribedLayout::Memory(layout)) => layout,
            Ok(DescribedLayout::Placement(it)) => return Ok(QueriedSubject::Placement(it)),
            Ok(DescribedLayout::Symbolic(it)) => return self.symbolic(of, &it),
            Err(fault) => return Err(invalid(of, fault)),
        };
        let hidden = def.is_some_and(|def| def.is_descriptor).then(|| self.hidden(op));
        let found = match self.notation_of(of) {
            Some(text) => QueriedLayout::from_notation(layout, text),
            None => QueriedLayout::from_layout(layout),
        };
        Ok(QueriedLayout { hidden, ..found }.into())
    }

    /// Returns the error for an op without a layout, such as a function. The values of a function have layouts.
    fn not_a_layout(&mut self, of: &str, op: Op, name: &str) -> QueryError {
        if self.module.regions(op).is_empty() {
            let kind = self.module.name(op);
            return QueryError::new(format!("`{of}` is an op `{kind}`, which has no layout"));
        }
        let function = self.function(op);
        let mut values = function.names().map(|value| format!("`@{name}:%{value}`")).peekable();
        if values.peek().is_none() {
            return QueryError::new(format!("`{of}` has no layout"))
                .note(format!("`{of}` has no body, so it has no values"));
        }
        QueryError::new(format!("`{of}` has no layout; query one of its values"))
            .note(some("values of the op:", values))
    }

    /// Returns the ops of a descriptor, starting with those that it inherits.
    fn hidden(&self, op: Op) -> Vec<HiddenOp> {
        // A descriptor whose layout was built is well-formed.
        let Ok(descriptor) = self.layouts.descriptor(op) else { return Vec::new() };
        let mut ops = Vec::new();
        for stage in &descriptor.stages {
            if stage.operands.is_empty() && ops.is_empty() && self.is_from(stage.op) {
                ops.extend(self.inherited(stage.op));
            } else {
                let name = self.module.name(stage.op).to_owned();
                let operands = stage.operands.clone();
                let results = stage.results.clone();
                ops.push(HiddenOp { name, operands, results });
            }
        }
        ops
    }

    fn is_from(&self, op: Op) -> bool {
        self.module.attr(op, "of").is_some()
    }

    /// Returns the ops of the descriptor that a `layout.from` names.
    fn inherited(&self, from: Op) -> Vec<HiddenOp> {
        let of = self.module.symbol_attr(from, "of");
        let Some((name, op)) = of.and_then(|name| Some((name, self.layouts.op(name)?))) else {
            return Vec::new();
        };
        if self.def(op).is_some_and(|def| def.is_descriptor) {
            return self.hidden(op);
        }
        self.layouts.symbol(name).map_or_else(|_| Vec::new(), |layout| stages_of(&layout))
    }

    fn value(&mut self, of: &str, value: Value) -> Result<QueriedSubject, QueryError> {
        let op = split(of).ok().and_then(|(name, _)| self.layouts.op(name));
        let boundary = op.is_some_and(|op| self.function(op).is_boundary(value));
        let ty = self.module.ty(value);
        match self.layouts.described_type(ty, boundary) {
            Ok(Some(DescribedLayout::Memory(layout))) => {
                Ok(QueriedLayout::from_layout(layout).into())
            }
            Ok(Some(DescribedLayout::Placement(it))) => Ok(QueriedSubject::Placement(it)),
            Ok(Some(DescribedLayout::Symbolic(it))) => self.symbolic(of, &it),
            Ok(None) => Err(self.without_layout(of, value)),
            Err(fault) => Err(invalid(of, fault)),
        }
    }

    /// Returns a layout with symbols. That of a notation keeps the form of its text.
    fn symbolic(
        &mut self,
        of: &str,
        layout: &SymbolicLayout,
    ) -> Result<QueriedSubject, QueryError> {
        let found = match self.notation_of(of) {
            Some(text) => notated_symbols(text, self.elem)?,
            None => None,
        };
        let found = found.unwrap_or_else(|| Rc::new(QueriedSymbols::from(layout)));
        Ok(QueriedSubject::Symbolic(found))
    }

    fn without_layout(&self, of: &str, value: Value) -> QueryError {
        let ty = type_to_string(self.module, self.module.ty(value));
        match self.module.kind(value) {
            TypeKind::Tensor { .. } => {
                QueryError::new(format!("no layout is assigned to `{of}`, a `{ty}`"))
                    .note("declare a layout in its type, such as `{order = ...}`")
            }
            _ => QueryError::new(format!("`{of}` has the type `{ty}`, which has no layout")),
        }
    }
}
