// layoutc as a pass of an MLIR pipeline in C++: the pass prints the module, lets layoutc resolve the strides in process, and
// replaces the module by the result.

#include <memory>
#include <string>
#include <utility>

#include <layoutc.hpp>
#include <llvm/Support/raw_ostream.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/MLIRContext.h>
#include <mlir/IR/OwningOpRef.h>
#include <mlir/Parser/Parser.h>
#include <mlir/Pass/Pass.h>
#include <mlir/Pass/PassManager.h>
#include <mlir/Transforms/Passes.h>

namespace {

/// Runs passes of layoutc on the module.
class LayoutcPass : public mlir::PassWrapper<LayoutcPass, mlir::OperationPass<mlir::ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LayoutcPass)

  explicit LayoutcPass(std::string passes) : passes(std::move(passes)) {}

  mlir::StringRef getArgument() const final { return "layoutc"; }

  void runOnOperation() final {
    mlir::ModuleOp module = getOperation();
    std::string text;
    llvm::raw_string_ostream stream(text);
    module->print(stream, mlir::OpPrintingFlags().printGenericOpForm().enableDebugInfo(false));

    layoutc::Result<layoutc::Module> parsed = layoutc::Module::parse(text);
    if (!parsed) {
      return fail(parsed.failure());
    }
    if (const auto run = parsed->run(passes); !run) {
      return fail(run.failure());
    }
    layoutc::Result<std::string> written = parsed->emit("generic");
    if (!written) {
      return fail(written.failure());
    }
    auto result = mlir::parseSourceString<mlir::ModuleOp>(*written, &getContext());
    if (!result) {
      return signalPassFailure();
    }
    module.getBodyRegion().takeBody(result->getBodyRegion());
  }

private:
  /// Reports the diagnostics of layoutc as errors at the module.
  void fail(const layoutc::Failure &failure) {
    for (const layoutc::Diagnostic &diagnostic : failure.diagnostics) {
      auto error = getOperation().emitError(diagnostic.code + ": " + diagnostic.message);
      for (const std::string &note : diagnostic.notes) {
        error.attachNote() << note;
      }
    }
    signalPassFailure();
  }

  std::string passes;
};

} // namespace

/// The argument, if any, is the list of passes of layoutc.
int main(int count, char **arguments) {
  const char *source = R"mlir(
    "layout.tensor"() {sym_name = "image", type = tensor<1x3x8x8xf16, {
      order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>,
      reqs = #layout.reqs<m2: aligned<16 bytes>>}>} : () -> ()
  )mlir";

  mlir::MLIRContext context;
  // The ops and attributes of layoutc are unregistered in MLIR, or defined by `layout.irdl.mlir`.
  context.allowUnregisteredDialects();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(source, &context);
  if (!module) {
    return 1;
  }
  mlir::PassManager manager(&context);
  manager.addPass(mlir::createCanonicalizerPass());
  manager.addPass(std::make_unique<LayoutcPass>(count > 1 ? arguments[1] : "resolve-strides"));
  manager.addPass(mlir::createCSEPass());
  if (mlir::failed(manager.run(*module))) {
    return 1;
  }
  module->print(llvm::outs());
}
