// Every function of layoutc.hpp: a success and a failure of each. Prints each check that fails.

#include <iostream>
#include <layoutc.hpp>

namespace {

int checks = 0, faults = 0;

void check(bool holds, int line, const char *what) {
  checks++;
  if (!holds) {
    faults++;
    std::cout << "line " << line << ": " << what << '\n';
  }
}

#define CHECK(it) check(static_cast<bool>(it), __LINE__, #it)

/// Returns the message of the error that a result throws; empty if it throws none.
template <typename T> std::string thrown(layoutc::Result<T> result) {
  try {
    std::move(result).value();
    return "";
  } catch (const layoutc::Error &error) {
    return error.failure.message() == error.what() ? error.what() : "the message differs";
  }
}

void layouts() {
  const auto read = layoutc::Layout::read("torch:(2,3):(4,1):f16");
  CHECK(read);
  CHECK(thrown(layoutc::Layout::read("troch:2:1")).find("L0313") == 0);
  layoutc::Layout rows = layoutc::Layout::read("torch:(2,3):(4,1):f16").value();
  layoutc::Layout split = layoutc::Layout::read("onednn:aBcd4b[1,6,2,2]").value();
  CHECK(rows.write("cute").value() == "cute:(2,3):(4,1)");
  CHECK(!split.write("vpux"));
  CHECK(rows.rank() == 2 && layoutc_layout_rank(split.get()) == 4);
  CHECK(split.shape() == (std::vector<std::int64_t>{1, 6, 2, 2}));
  CHECK(rows.strides() == (std::vector<std::int64_t>{4, 1}));
  CHECK(!split.strides());
  CHECK(rows.offset({1, 2}) == 6);
  CHECK(!rows.offset({1, 9}) && !rows.offset({1}));
  CHECK(rows.offsets() == (std::vector<std::int64_t>{0, 1, 2, 4, 5, 6}));
  CHECK(rows.offsets({1, 2, 1, 9}) == (std::vector<std::int64_t>{6, -1}));
  CHECK(!rows.offsets({1, 2, 1}));
  CHECK(rows.index(6) == (std::vector<std::int64_t>{1, 2}));
  CHECK(!rows.index(3));
  CHECK(rows.fact(LAYOUTC_FACT_SIZE_BYTES) == 16);
  CHECK(!split.fact(LAYOUTC_FACT_SIZE_BYTES));
}

void modules() {
  const char *source = "layout.tensor @x : tensor<3x5xf16, {reqs = #layout.reqs<m0: aligned<16 bytes>>}>";
  auto parsed = layoutc::Module::parse(source, "x.mlir");
  CHECK(parsed);
  CHECK(thrown(layoutc::Module::parse("layout.tensr @x", "x.mlir")).find("x.mlir:1:1: L0209") == 0);
  const auto run = parsed->run("resolve-strides");
  CHECK(run && run.failure().status == LAYOUTC_STATUS_OK && run.failure().diagnostics.empty());
  CHECK(thrown(run).empty());
  CHECK(!parsed->run("resolve-stride"));
  CHECK(thrown(parsed->run("resolve-stride")).find("<passes>:1:1: L0601") == 0);
  CHECK(thrown(parsed->run("resolve-strides", "no_such_target")).find("no_such_target") != std::string::npos);
  CHECK((*parsed).emit("c").value().find("LAYOUTC_FN") != std::string::npos);
  CHECK(!parsed->emit("c++"));
  CHECK(parsed->layout("x").value().strides() == (std::vector<std::int64_t>{8, 1}));
  CHECK(thrown(parsed->layout("@y")).find("L0604") == 0);
}

void conflicts() {
  const char *source = "layout.tensor @x : tensor<3x5xf16, {reqs = #layout.reqs<m0: fixed<12 bytes>, m0: aligned<16 bytes>>}>";
  auto module = layoutc::Module::parse(source, "x.mlir").value();
  const auto run = module.run("resolve-strides");
  CHECK(!run && run.failure().status == LAYOUTC_STATUS_INVALID);
  const layoutc::Diagnostic &first = run.failure().diagnostics.at(0);
  CHECK(first.severity == LAYOUTC_SEVERITY_ERROR && first.line == 1 && !first.notes.empty());
  CHECK(first.conflict && first.conflict->core.size() == 2 && first.conflict->corrections.size() == 2);
  CHECK(first.conflict->core.at(0).positions.at(0).find("x.mlir:1:") == 0);
  CHECK(first.conflict->corrections.at(0).strides.size() == 2);
  CHECK(layoutc::string(layoutc::text("ab")) == "ab" && layoutc::string({nullptr, 0}).empty());
}

} // namespace

int main() {
  layouts();
  modules();
  conflicts();
  std::cout << checks << " checks, " << faults << " faults\n";
  return faults == 0 ? 0 : 1;
}
