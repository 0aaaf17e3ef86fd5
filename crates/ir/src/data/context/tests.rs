//! Tests of interning and of the readers.

use super::*;

#[test]
fn equal_items_have_equal_ids_and_depth_counts_nesting() {
    let mut ctx = Context::new();
    let i32_type = ctx.int_type(32);
    assert_eq!(i32_type, ctx.int_type(32));
    let tuple = ctx.ty(TypeKind::Tuple([i32_type].into()));
    assert_eq!((ctx.type_depth(i32_type), ctx.type_depth(tuple)), (1, 2));
    let (a, b) = (ctx.name("a"), ctx.name("b"));
    let one = ctx.int(1);
    assert_eq!(ctx.dict([(b, one), (a, one)]), ctx.dict([(a, one), (b, one)]));
}

#[test]
fn attribute_and_type_sizes_are_bounded() {
    assert!(size_of::<AttrKind>() <= 24 && size_of::<TypeKind>() <= 40);
}

#[test]
fn as_int_list_reads_both_syntaxes() {
    let mut ctx = Context::new();
    let dense = ctx.i64_array(&[-1, 7]);
    let items = [ctx.int(-1), ctx.int(7)];
    let plain = ctx.array(&items);
    assert_eq!(ctx.as_int_list(dense), Some(vec![-1, 7]));
    assert_eq!(ctx.as_int_list(dense), ctx.as_int_list(plain));
    let (elem, data) = (ctx.int_type(128), Box::from([0; 32]));
    let wide = ctx.attr(AttrKind::DenseArray { elem, data });
    assert_eq!(ctx.as_int_list(wide), None);
}
