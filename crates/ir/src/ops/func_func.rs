//! `func.func`: a function with a body, or the declaration of one without.

use crate::diag::code;
use crate::print::type_to_string;
use crate::registry::{Arity, AttrClass, AttrSpec, FunctionLike, OpCheck, OpDef, Traits};
use crate::types::{Type, TypeKind};

pub(super) const DEF: OpDef = OpDef {
    traits: Traits::ISOLATED.and(Traits::SSA_DOMINANCE).and(Traits::SYMBOL),
    operands: Arity::Exactly(0),
    results: Arity::Exactly(0),
    regions: Arity::Exactly(1),
    attrs: &[
        AttrSpec::required("sym_name", AttrClass::Str),
        AttrSpec::required("function_type", AttrClass::Type),
        AttrSpec::optional("sym_visibility", AttrClass::Str),
        AttrSpec::optional("arg_attrs", AttrClass::Array),
        AttrSpec::optional("res_attrs", AttrClass::Array),
    ],
    function: Some(FunctionLike { type_key: "function_type" }),
    verify,
    ..OpDef::new("func.func", "a function")
};

fn verify(check: &mut OpCheck<'_>) {
    let Some(ty) = check.attr("function_type").and_then(|attr| check.module.ctx.as_type(attr))
    else {
        return;
    };
    let TypeKind::Function { inputs, results } = check.module.ctx.kind(ty) else {
        let shown = type_to_string(check.module, ty);
        return check.error(
            code::OP_ATTRIBUTE,
            format!("`function_type` of `func.func` is {shown}, but must be a function type"),
        );
    };
    attr_count(check, "arg_attrs", "inputs", inputs.len());
    attr_count(check, "res_attrs", "results", results.len());
    entry(check, inputs);
}

fn attr_count(check: &mut OpCheck<'_>, key: &str, what: &str, wanted: usize) {
    let got = check.attr(key).and_then(|attr| check.module.ctx.as_array(attr)).map(<[_]>::len);
    if let Some(got) = got.filter(|&got| got != wanted) {
        let message = format!("`{key}` has {got} entries, but the function has {wanted} {what}");
        check.error(code::COUNT, message);
    }
}

fn entry(check: &mut OpCheck<'_>, inputs: &[Type]) {
    let module = check.module;
    let Some(&entry) =
        module.regions(check.op).first().and_then(|&body| module.blocks(body).first())
    else {
        return;
    };
    let args = module.arguments(entry);
    if args.len() != inputs.len() {
        let message = format!(
            "the entry block has {} arguments, but the function's type has {} inputs",
            args.len(),
            inputs.len()
        );
        return check.error(code::COUNT, message);
    }
    super::checks::same_types(
        check,
        args,
        inputs,
        |place| module.type_place(args[place]),
        |place, got, wanted| {
            format!(
                "argument {place} of the entry block is {got}, but the function's type says {wanted}"
            )
        },
    );
}
