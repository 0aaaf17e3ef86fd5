//! The public items of each published library as a committed text, `api.txt` in its folder, so that each change to them
//! is visible in a review. `UPDATE_EXPECT=1` rewrites the texts.

mod listing;
mod macros;
mod text;
mod tree;

use crate::floor_plan::{collect, folders_of_crates, none};
use expect_test::expect_file;
use listing::{PublicItems, public_items};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use tree::ModuleTree;

/// The folders that are not published as a Rust library: `capi` has a header, and `python` a wheel with stubs. Those in
/// `testing` are not published.
const OTHERS: &[&str] = &["capi", "lit", "python", "testkit", "vulkan-live"];

/// The types that users construct or match in full, grouped by the reason.
const EXHAUSTIVE: &[(&str, &[&str])] = &[
    (
        "emitters, notations and builders of passes, also those of embedders, construct these errors",
        &["EmitError", "NotationFault", "OptionError"],
    ),
    (
        "vocabulary of arithmetic, types and layouts that is complete by its definition",
        &[
            "Addition",
            "AffineConstraint",
            "AffineExpr",
            "AliasedImage",
            "AtomKind",
            "AxisBases",
            "AxisRange",
            "BinaryOp",
            "BitPart",
            "ByteAccess",
            "CmpPredicate",
            "Collective",
            "Combine",
            "ContiguityConstraint",
            "Coverage",
            "CyclicShift",
            "DataGraphFeatures",
            "DigitTerm",
            "DimBinding",
            "DimSlice",
            "Division",
            "ElementLane",
            "Embed",
            "FloatKind",
            "Freeze",
            "ImageStride",
            "IndexDigit",
            "IndexWidth",
            "Insert",
            "IntervalDomain",
            "LayoutName",
            "Linear",
            "LinearSum",
            "Lookup",
            "MemoryForm",
            "MixedRadix",
            "Modulo",
            "Multiple",
            "Nested",
            "NotatedLayout",
            "NotatedPlacement",
            "NvClip",
            "NvTensorAccess",
            "NvTensorAddressing",
            "NvTensorDim",
            "NvTensorLayout",
            "NvTensorView",
            "NvViewDim",
            "Offset",
            "OverflowFlags",
            "Pad",
            "Param",
            "Predicate",
            "RadixDigit",
            "Range",
            "Relation",
            "RelationKind",
            "Replicate",
            "Scaled",
            "ScaledDigit",
            "Signedness",
            "Slice",
            "SliceDim",
            "StridedInterval",
            "Swizzle",
            "SymNode",
            "Tiler",
            "Unmerge",
            "ViewLen",
        ],
    ),
    (
        "a pass, an emitter or a report handles each case, so a new case must be an error where it is not handled",
        &[
            "AddressForm",
            "Alias",
            "Arity",
            "AttrClass",
            "AttrKind",
            "Base",
            "BoundKind",
            "Cause",
            "Change",
            "ComponentClass",
            "ConditionTest",
            "Constraint",
            "CostExpr",
            "Decision",
            "DeclaredList",
            "Def",
            "DenseData",
            "DescribedLayout",
            "DescriptorStage",
            "DimCount",
            "ElemKind",
            "Entity",
            "EnumField",
            "FaultPart",
            "FieldBuffer",
            "Form",
            "FormPiece",
            "FormSlot",
            "FormSyntax",
            "FormValue",
            "GraphEnd",
            "GraphNodeKind",
            "GroupFault",
            "GroupSize",
            "HloForm",
            "IndexCost",
            "IndexType",
            "InferredType",
            "IntValue",
            "Item",
            "LabelKind",
            "LayoutAttr",
            "ListKind",
            "ListPlace",
            "ListSource",
            "LocKind",
            "Method",
            "MoveKind",
            "NotatedSubject",
            "NvClampMode",
            "OffsetUnit",
            "OpSelector",
            "Operation",
            "Origin",
            "PathStep",
            "PatternArg",
            "Piece",
            "Property",
            "QueriedSubject",
            "Reading",
            "Reason",
            "ReqKind",
            "RequiredLayout",
            "RuleOrigin",
            "Severity",
            "Slot",
            "SpecialForm",
            "StandInAttr",
            "StrideLimit",
            "SymbolicComparison",
            "Syntax",
            "Term",
            "Transform",
            "TypeKind",
            "TypeSource",
            "Unit",
            "ValueDims",
            "ValueSelector",
            "Verdict",
            "ViewForm",
            "ViewMap",
            "WordOp",
        ],
    ),
    (
        "rows of tables that are constants, also those of embedders",
        &[
            "AssemblyForm",
            "DimList",
            "Emitter",
            "EnumWords",
            "FlagWords",
            "ListSpec",
            "OpDims",
            "OpEdit",
            "TransformForm",
            "TransformKind",
            "WordAttr",
            "WordOpRow",
        ],
    ),
    (
        "the IR has all parts of the plan of a copy, and emitters write all of them",
        &[
            "CopyDigit",
            "CopyDim",
            "CopyFill",
            "CopyLoop",
            "CopyMethod",
            "CopyPart",
            "CopyPlan",
            "TileExchange",
        ],
    ),
    (
        "the content of a VGF file, whose version of the format defines it",
        &[
            "BindingSlot",
            "DescriptorSet",
            "GraphConstantBinding",
            "ModuleCode",
            "ModuleKind",
            "NamedSlot",
            "PushConstantRange",
            "ResourceCategory",
            "SamplerConfig",
            "VgfConstant",
            "VgfFile",
            "VgfModule",
            "VgfResource",
            "VgfSegment",
        ],
    ),
    (
        "inputs of calls, which callers construct in full",
        &[
            "Access",
            "AddressAttr",
            "AddressSignature",
            "ArenaRange",
            "Bandwidth",
            "BufferMember",
            "BufferProblem",
            "Builder",
            "CheckAddresses",
            "Code",
            "DataGraph",
            "DeviceLimits",
            "DialectText",
            "Driver",
            "EmitContext",
            "EmitForm",
            "Env",
            "ExplainJob",
            "Features",
            "FormatLayout",
            "FormatUse",
            "GraphFile",
            "GraphNode",
            "GraphResource",
            "GraphUse",
            "KnownPasses",
            "LayoutDim",
            "MemberLayout",
            "NewOp",
            "Offer",
            "Pair",
            "PassWatch",
            "PatternOp",
            "PlanMemory",
            "PrintOptions",
            "ProgressReport",
            "ProofClaim",
            "Req",
            "RequestedStrides",
            "ResolveStrides",
            "RuledOp",
            "SharedBuffer",
            "SharedMember",
            "SimplifyIndex",
            "Slots",
            "SourceLocation",
            "Span",
            "StorageIntegers",
            "Subview",
            "Suggestion",
            "System",
            "WholePart",
        ],
    ),
];

/// The public items of each published library.
static LIBRARIES: LazyLock<BTreeMap<String, PublicItems>> = LazyLock::new(|| {
    let mut tree = ModuleTree::default();
    let mut folders = folders_of_crates();
    folders.retain(|name, _| !OTHERS.contains(&name.as_str()));
    for (name, folder) in &folders {
        let mut texts = BTreeMap::new();
        collect(&folder.join("src"), &folder.join("src"), &mut texts);
        tree.add(name, &texts).unwrap_or_else(|error| panic!("{error}"));
    }
    folders.into_keys().map(|name| (name.clone(), public_items(&tree, &name))).collect()
});

#[test]
fn public_items_agree_with_their_snapshots() {
    for (name, folder) in folders_of_crates() {
        if let Some(items) = LIBRARIES.get(&name) {
            expect_file![folder.join("api.txt")].assert_eq(&items.to_string());
        }
    }
}

#[test]
fn types_are_non_exhaustive_or_complete() {
    for (reason, names) in EXHAUSTIVE {
        assert!(names.is_sorted(), "{reason}: the names are not sorted");
    }
    let listed = EXHAUSTIVE.iter().flat_map(|(_, names)| names.iter().copied());
    assert_eq!(listed.clone().count(), listed.clone().collect::<BTreeSet<_>>().len());
    let listed: BTreeSet<&str> = listed.collect();
    let items = LIBRARIES.values().flat_map(|library| library.items.values());
    let closed = items.filter(|item| item.is_closed).map(|item| item.name.as_str());
    let closed: BTreeSet<&str> = closed.collect();
    let missing = closed.difference(&listed);
    let missing = missing.map(|name| format!("`{name}` has no `#[non_exhaustive]` and no reason"));
    let unused = listed.difference(&closed);
    let unused = unused.map(|name| format!("`{name}` is an exception, but is not exhaustive"));
    none(&missing.chain(unused).collect::<Vec<_>>());
}
