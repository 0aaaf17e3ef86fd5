//! Tests of the manager, with passes that fail on purpose.

use super::*;
use crate::pass::{Pass, PassInfo};
use crate::testing::{declare, dims};
use expect_test::expect;
use ir::layout::FormatVersion;
use ir::print::{PrintOptions, module_to_string};
use std::borrow::Cow;

/// A pass that adds an op, counts it, and then succeeds or fails by its mode.
struct Mark(Mode);

#[derive(Clone, Copy)]
enum Mode {
    Well,
    Report,
    Break,
}

impl Pass for Mark {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        let body = module.body();
        let name = module.ctx.name("t.mark");
        let op = module.create_op(ir::module::NewOp::new(name));
        module.append_op(body, op);
        cx.stats.add("marks", 1);
        cx.progress.report(ProgressReport { done: 1, total: 2, unit: "marks", item: "" });
        match self.0 {
            Mode::Well => {}
            Mode::Report => {
                cx.sink.error(code::SHAPE, Span::NONE, "the first");
                cx.sink.error(code::SHAPE, Span::NONE, "the second");
                cx.sink.push(Diag::warning(code::SHAPE, Span::NONE, "a warning"));
            }
            Mode::Break => {
                let ty = dims(&[2]).f16(&mut module.ctx);
                declare(module, "x", ty, &[]);
                declare(module, "x", ty, &[]);
            }
        }
    }
}

const fn info(name: &'static str, build: &'static crate::pass::BuildPass) -> PassInfo {
    PassInfo {
        name: Cow::Borrowed(name),
        summary: Cow::Borrowed("marks"),
        page: Cow::Borrowed(""),
        options: Cow::Borrowed(&[]),
        runs_on_functions: false,
        build: crate::PassBuilder::from_static(build),
    }
}

const WELL: PassInfo = info("well", &|_| Ok(Box::new(Mark(Mode::Well))));
const REPORT: PassInfo = info("report", &|_| Ok(Box::new(Mark(Mode::Report))));
const BREAK: PassInfo = info("break", &|_| Ok(Box::new(Mark(Mode::Break))));

#[derive(Default)]
struct Log(Vec<String>);

impl Observer for Log {
    fn before(&mut self, pass: &str, position: usize, _: &Module) {
        self.0.push(format!("before {pass} at {position}"));
    }

    fn progress(&mut self, pass: &str, position: usize, report: ProgressReport<'_>) {
        self.0.push(format!("{report} of {pass} at {position}"));
    }

    fn after(&mut self, pass: &str, position: usize, _: &Module, stats: &Stats) {
        self.0.push(format!("after {pass} at {position}: {:?}", stats.iter().collect::<Vec<_>>()));
    }
}

/// Runs passes over an empty module. Returns the result, the calls of the observer, and the diagnostics.
fn run(
    passes: &[PassInfo],
    verify_each: bool,
) -> (Result<Verified, RunError>, Vec<String>, String) {
    let registry = Registry::new();
    let mut pipeline = Pipeline::new();
    passes.iter().for_each(|info| pipeline.add_pass(info.clone(), &[]).unwrap());
    let (mut sink, mut log) = (Sink::default(), Log::default());
    let module = Verified::new(Module::new(), &registry, &mut sink).unwrap();
    let mut manager = PassManager::new(&registry).verify_each(verify_each).observer(&mut log);
    let result = manager.run(&pipeline, module, &mut sink);
    let lines = sink.diags().iter().flat_map(|diag| {
        let notes = diag.notes.iter().map(|note| format!("  {}", note.message));
        std::iter::once(format!("{}[{}]: {}", diag.severity, diag.code, diag.message)).chain(notes)
    });
    let rendered: Vec<String> = lines.collect();
    (result, log.0, rendered.join("\n"))
}

fn marks(module: &Module) -> usize {
    let text = module_to_string(module, &Registry::new(), PrintOptions::default());
    text.matches("t.mark").count()
}

#[test]
fn passes_run_in_turn_and_call_the_observer() {
    let (result, log, rendered) = run(&[WELL, WELL], true);
    assert_eq!((marks(&result.unwrap()), rendered.as_str()), (2, ""));
    assert_eq!(
        log,
        [
            "before well at 0",
            "1 of 2 marks of well at 0",
            "after well at 0: [(\"marks\", 1)]",
            "before well at 1",
            "1 of 2 marks of well at 1",
            "after well at 1: [(\"marks\", 1)]",
        ]
    );
}

#[test]
fn empty_pipeline_changes_nothing() {
    let (result, log, _) = run(&[], true);
    assert_eq!((marks(&result.unwrap()), log.len()), (0, 0));
}

#[test]
fn error_of_a_pass_stops_the_pipeline() {
    let (result, log, rendered) = run(&[WELL, REPORT, WELL], true);
    let error = result.unwrap_err();
    assert_eq!(
        (error.pass.as_str(), error.position, error.kind),
        ("report", 1, RunErrorKind::PassFailed)
    );
    assert_eq!(log.len(), 6);
    assert_eq!(error.to_string(), "pass `report` (position 1) failed");
    assert_eq!(marks(&error.module), 2, "the module as the failed pass left it");
    expect![[r#"
        error[L0308]: the first
        error[L0308]: the second
          pass `report` failed with 2 errors
        warning[L0308]: a warning"#]]
    .assert_eq(&rendered);
}

#[test]
fn invalid_ir_is_reported_with_its_pass() {
    for verify_each in [true, false] {
        let (result, _, rendered) = run(&[WELL, BREAK], verify_each);
        let error = result.unwrap_err();
        assert_eq!(
            (error.pass.as_str(), error.position, error.kind),
            ("break", 1, RunErrorKind::BrokeIr)
        );
        expect![[r#"
            error[L0901]: pass `break` left IR that does not verify
              symbol `@x` is defined twice"#]]
        .assert_eq(&rendered);
    }
}

#[test]
fn invalid_ir_is_attributed_to_last_pass_without_verify_each() {
    let (result, _, rendered) = run(&[BREAK, WELL], false);
    assert_eq!(result.unwrap_err().pass, "well");
    assert!(rendered.contains("pass `well`"), "{rendered}");
    assert_eq!(run(&[BREAK, WELL], true).0.unwrap_err().pass, "break");
}

/// A pass that reports the name of its target.
struct ReportTarget;

impl Pass for ReportTarget {
    fn run(&self, _: &mut Module, cx: &mut PassContext<'_>) {
        let name = cx.target.map_or("none", |target| &*target.name);
        cx.sink.push(Diag::warning(code::TARGET, Span::NONE, name));
    }
}

const REPORT_TARGET: PassInfo = info("report-target", &|_| Ok(Box::new(ReportTarget)));

/// Returns the target that a pass sees if the module selects one target and the user names another.
fn reported_target(picked: Option<&str>, named: Option<&Target>) -> (Option<RunErrorKind>, String) {
    let (registry, mut sink) = (Registry::new(), Sink::default());
    let mut module = Module::new();
    let own = [("sym_name", module.ctx.string("npu"))];
    ir::Builder::new(&mut module).op("layout.target", &[], &[], &own);
    let picked = picked.map(|name| module.ctx.symbol(name));
    let root = module.root();
    module.set_attr(root, "layout.target", picked);
    let mut pipeline = Pipeline::new();
    pipeline.add_pass(REPORT_TARGET, &[]).unwrap();
    let module = Verified::new(module, &registry, &mut sink).unwrap();
    let result = PassManager::new(&registry).target(named).run(&pipeline, module, &mut sink);
    let rendered: Vec<String> = sink.take().into_iter().map(|diag| diag.message).collect();
    (result.err().map(|error| error.kind), rendered.join("\n"))
}

#[test]
fn formats_are_verified_for_the_named_target() {
    let (registry, mut sink) = (Registry::new(), Sink::default());
    let text = "layout.tensor @x : tensor<1x3x4x4xf16, {format = #layout.format<chw4>}>";
    let module = parser::parse(text, 0, &registry, &mut sink).unwrap();
    let module = Verified::new(module, &registry, &mut sink).unwrap();
    let mut pipeline = Pipeline::new();
    pipeline.add_pass(REPORT_TARGET, &[]).unwrap();
    let mut run = |version| {
        let mut target = crate::testing::emulation();
        target.format_version = Some(version);
        let mut manager = PassManager::new(&registry).target(Some(&target));
        let result = manager.run(&pipeline, module.clone(), &mut sink);
        let rendered: Vec<String> = sink.take().into_iter().map(|diag| diag.message).collect();
        (result.map(|module| module.ctx.format_version()).map_err(|error| error.kind), rendered)
    };
    let (result, rendered) = run(FormatVersion::V8);
    assert_eq!((result, rendered), (Ok(Some(FormatVersion::V8)), vec!["emulation".to_owned()]));
    let (result, rendered) = run(FormatVersion::V11);
    assert_eq!(result, Err(RunErrorKind::NoTarget));
    assert_eq!(rendered, ["format `chw4` does not support f16 in TensorRT 11"]);
}

#[test]
fn named_target_overrides_target_of_module() {
    let named = crate::testing::emulation();
    for (picked, given, rendered) in [
        (None, None, "none"),
        (Some("npu"), None, "npu"),
        (Some("spec_min"), None, "spec_min"),
        (Some("npu"), Some(&named), "emulation"),
        (Some("missing"), Some(&named), "emulation"),
    ] {
        assert_eq!(reported_target(picked, given), (None, rendered.to_owned()), "{picked:?}");
    }
    let missing = (Some(RunErrorKind::NoTarget), "unknown target `missing`".to_owned());
    assert_eq!(reported_target(Some("missing"), None), missing);
}

#[test]
fn runs_can_move_between_threads() {
    fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<Pipeline>();
    is_send_and_sync::<Registry>();
    is_send_and_sync::<Verified>();
    is_send_and_sync::<Sink>();
    is_send_and_sync::<Target>();
    is_send_and_sync::<RunError>();
}
