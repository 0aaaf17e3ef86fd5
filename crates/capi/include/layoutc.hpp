/* layoutc for C++17: objects that free themselves, `std::string_view`, and failures as values or, unless
   LAYOUTC_NO_EXCEPTIONS is defined, as exceptions. A thin layer over layoutc.h. */

#ifndef LAYOUTC_HPP
#define LAYOUTC_HPP

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "layoutc.h"

#ifndef LAYOUTC_NO_EXCEPTIONS
#include <stdexcept>
#endif

namespace layoutc {

/// Returns the text of a string.
inline layoutc_str text(std::string_view string) { return {string.data(), string.size()}; }

inline std::string string(layoutc_str text) { return text.size == 0 ? std::string() : std::string(text.data, text.size); }

/// A requirement in the minimal unsatisfiable core of a conflict.
struct Requirement {
  std::string text;
  std::vector<std::string> positions;
};

/// A removal of one requirement that resolves a conflict, with the least strides that the others allow, in elements.
struct Correction {
  std::size_t removed;
  std::vector<std::int64_t> strides;
};

/// Stride requirements that cannot all hold.
struct Conflict {
  std::vector<Requirement> core;
  std::vector<Correction> corrections;
};

/// A diagnostic. `conflict` is empty unless it is about conflicting stride requirements.
struct Diagnostic {
  layoutc_severity severity;
  std::string code, message, path;
  std::uint32_t line, column;
  std::vector<std::string> notes;
  std::optional<Conflict> conflict;
};

/// The reason why a call has no result.
struct Failure {
  layoutc_status status;
  std::vector<Diagnostic> diagnostics;

  /// Returns the headlines, one per line.
  std::string message() const {
    std::string lines;
    for (const Diagnostic &diagnostic : diagnostics) {
      lines += lines.empty() ? "" : "\n";
      if (!diagnostic.path.empty()) {
        lines += diagnostic.path + ":" + std::to_string(diagnostic.line) + ":" + std::to_string(diagnostic.column) + ": ";
      }
      lines += diagnostic.code + ": " + diagnostic.message;
    }
    return lines.empty() ? "layoutc status " + std::to_string(static_cast<int>(status)) : lines;
  }
};

#ifndef LAYOUTC_NO_EXCEPTIONS
/// A failure as an exception.
class Error : public std::runtime_error {
public:
  explicit Error(Failure failure) : std::runtime_error(failure.message()), failure(std::move(failure)) {}
  Failure failure;
};
#endif

/// A result or a failure.
template <typename T> class Result {
public:
  Result(T value) : value_(std::move(value)) {}
  Result(Failure failure) : failure_(std::move(failure)) {}

  explicit operator bool() const { return value_.has_value(); }
  const Failure &failure() const { return failure_; }

#ifndef LAYOUTC_NO_EXCEPTIONS
  /// Returns the result; throws `Error` if there is none.
  T value() && {
    if (!value_) {
      throw Error(failure_);
    }
    return std::move(*value_);
  }
#endif
  /// Returns the result, which must exist.
  T &operator*() { return *value_; }
  T *operator->() { return &*value_; }

private:
  std::optional<T> value_;
  Failure failure_{LAYOUTC_STATUS_OK, {}};
};

/// Success or a failure.
template <> class Result<void> {
public:
  Result() = default;
  Result(Failure failure) : failure_(std::move(failure)) {}

  explicit operator bool() const { return failure_.status == LAYOUTC_STATUS_OK; }
  const Failure &failure() const { return failure_; }

#ifndef LAYOUTC_NO_EXCEPTIONS
  /// Throws `Error` if the call failed.
  void value() const {
    if (!*this) {
      throw Error(failure_);
    }
  }
#endif

private:
  Failure failure_{LAYOUTC_STATUS_OK, {}};
};

namespace detail {

/// Reads the conflict of a diagnostic; nothing if it is about something else.
inline std::optional<Conflict> conflict(const layoutc_diagnostics *diagnostics, std::size_t at) {
  Conflict result;
  layoutc_requirement one;
  for (std::size_t n = 0; layoutc_diagnostics_requirement(diagnostics, at, n, &one) == LAYOUTC_STATUS_OK; n++) {
    Requirement requirement{string(one.text), {}};
    layoutc_str position;
    for (std::size_t p = 0; layoutc_diagnostics_position(diagnostics, at, n, p, &position) == LAYOUTC_STATUS_OK; p++) {
      requirement.positions.push_back(string(position));
    }
    result.core.push_back(std::move(requirement));
  }
  layoutc_correction correction;
  for (std::size_t n = 0; layoutc_diagnostics_correction(diagnostics, at, n, &correction) == LAYOUTC_STATUS_OK; n++) {
    result.corrections.push_back({correction.removed, {correction.strides, correction.strides + correction.rank}});
  }
  return result.core.empty() ? std::nullopt : std::optional(std::move(result));
}

/// Reads and frees the diagnostics of a failed call.
inline Failure failure(layoutc_status status, layoutc_diagnostics *diagnostics) {
  Failure result{status, {}};
  layoutc_diagnostic one;
  for (std::size_t at = 0; layoutc_diagnostics_get(diagnostics, at, &one) == LAYOUTC_STATUS_OK; at++) {
    Diagnostic read{one.severity, string(one.code), string(one.message), string(one.path), one.line, one.column, {}, {}};
    layoutc_str note;
    for (std::size_t n = 0; layoutc_diagnostics_note(diagnostics, at, n, &note) == LAYOUTC_STATUS_OK; n++) {
      read.notes.push_back(string(note));
    }
    read.conflict = conflict(diagnostics, at);
    result.diagnostics.push_back(std::move(read));
  }
  layoutc_diagnostics_free(diagnostics);
  return result;
}

inline std::string taken(layoutc_text *bytes) {
  std::string result = string(layoutc_text_bytes(bytes));
  layoutc_text_free(bytes);
  return result;
}

struct FreeLayout {
  void operator()(layoutc_layout *layout) const { layoutc_layout_free(layout); }
};

struct FreeModule {
  void operator()(layoutc_module *module) const { layoutc_module_free(module); }
};

} // namespace detail

/// A layout.
class Layout {
public:
  explicit Layout(layoutc_layout *layout) : layout_(layout) {}

  /// Reads a layout in a notation, such as `cute:(4,8):(8,1)`.
  static Result<Layout> read(std::string_view notation) {
    layoutc_layout *layout = nullptr;
    layoutc_diagnostics *diagnostics = nullptr;
    layoutc_status status = layoutc_layout_read(text(notation), &layout, &diagnostics);
    if (status != LAYOUTC_STATUS_OK) {
      return detail::failure(status, diagnostics);
    }
    return Layout(layout);
  }

  /// Writes the layout in the notation of a name.
  Result<std::string> write(std::string_view name) const {
    layoutc_text *written = nullptr;
    layoutc_diagnostics *diagnostics = nullptr;
    layoutc_status status = layoutc_layout_write(get(), text(name), &written, &diagnostics);
    if (status != LAYOUTC_STATUS_OK) {
      return detail::failure(status, diagnostics);
    }
    return detail::taken(written);
  }

  std::size_t rank() const { return layoutc_layout_rank(get()); }

  /// Returns the lengths, -1 for a dynamic one.
  std::vector<std::int64_t> shape() const {
    std::vector<std::int64_t> lengths(rank());
    layoutc_layout_shape(get(), lengths.data(), lengths.size());
    return lengths;
  }

  /// Returns the strides in elements; nothing if the layout is not strided.
  std::optional<std::vector<std::int64_t>> strides() const {
    std::vector<std::int64_t> strides(rank());
    layoutc_status status = layoutc_layout_strides(get(), strides.data(), strides.size());
    return status == LAYOUTC_STATUS_OK ? std::optional(std::move(strides)) : std::nullopt;
  }

  /// Returns the offset of an index in elements; nothing if the index has no slot or a wrong rank.
  std::optional<std::int64_t> offset(const std::vector<std::int64_t> &index) const {
    std::int64_t offset = 0;
    layoutc_status status = layoutc_layout_offset(get(), index.data(), index.size(), &offset);
    return status == LAYOUTC_STATUS_OK ? std::optional(offset) : std::nullopt;
  }

  /// Returns the offsets of all indices in row-major order, -1 where an index has no slot; nothing if a length is dynamic.
  std::optional<std::vector<std::int64_t>> offsets() const {
    std::size_t count = 1;
    for (std::int64_t length : shape()) {
      if (length < 0) {
        return std::nullopt;
      }
      count *= static_cast<std::size_t>(length);
    }
    std::vector<std::int64_t> result(count);
    layoutc_status status = layoutc_layout_offsets(get(), result.data(), count);
    return status == LAYOUTC_STATUS_OK ? std::optional(std::move(result)) : std::nullopt;
  }

  /// Returns the offsets of indices whose components follow each other, -1 where an index has no slot; nothing if their
  /// number is not a multiple of the rank.
  std::optional<std::vector<std::int64_t>> offsets(const std::vector<std::int64_t> &indices) const {
    std::size_t dims = rank();
    if (dims == 0 || indices.size() % dims != 0) {
      return std::nullopt;
    }
    std::vector<std::int64_t> result(indices.size() / dims);
    layoutc_status status = layoutc_layout_offsets_of(get(), indices.data(), result.size(), result.data());
    return status == LAYOUTC_STATUS_OK ? std::optional(std::move(result)) : std::nullopt;
  }

  /// Returns the least index that has a slot; nothing if no index has it.
  std::optional<std::vector<std::int64_t>> index(std::int64_t slot) const {
    std::vector<std::int64_t> index(rank());
    layoutc_status status = layoutc_layout_index(get(), slot, index.data(), index.size());
    return status == LAYOUTC_STATUS_OK ? std::optional(std::move(index)) : std::nullopt;
  }

  /// Returns a number that the layout has; nothing if it has none.
  std::optional<std::int64_t> fact(layoutc_fact fact) const {
    std::int64_t value = 0;
    return layoutc_layout_fact(get(), fact, &value) == LAYOUTC_STATUS_OK ? std::optional(value) : std::nullopt;
  }

  const layoutc_layout *get() const { return layout_.get(); }

private:
  std::unique_ptr<layoutc_layout, detail::FreeLayout> layout_;
};

/// A module.
class Module {
public:
  /// Parses and verifies a module. `path` names the text in diagnostics.
  static Result<Module> parse(std::string_view source, std::string_view path = "<text>") {
    layoutc_module *module = nullptr;
    layoutc_diagnostics *diagnostics = nullptr;
    layoutc_status status = layoutc_module_parse(text(source), text(path), &module, &diagnostics);
    if (status != LAYOUTC_STATUS_OK) {
      return detail::failure(status, diagnostics);
    }
    return Module(module);
  }

  /// Runs passes. A failed call leaves the module unchanged.
  [[nodiscard]] Result<void> run(std::string_view passes, std::string_view target = {}) {
    layoutc_diagnostics *diagnostics = nullptr;
    layoutc_status status = layoutc_module_run(module_.get(), text(passes), text(target), &diagnostics);
    return status == LAYOUTC_STATUS_OK ? Result<void>() : detail::failure(status, diagnostics);
  }

  /// Returns what the emitter of a kind writes, such as `vk-json`.
  Result<std::string> emit(std::string_view kind, std::string_view target = {}) const {
    layoutc_text *written = nullptr;
    layoutc_diagnostics *diagnostics = nullptr;
    layoutc_status status = layoutc_module_emit(module_.get(), text(kind), text(target), &written, &diagnostics);
    if (status != LAYOUTC_STATUS_OK) {
      return detail::failure(status, diagnostics);
    }
    return detail::taken(written);
  }

  /// Returns the layout of a symbol.
  Result<Layout> layout(std::string_view symbol) const {
    layoutc_layout *layout = nullptr;
    layoutc_diagnostics *diagnostics = nullptr;
    layoutc_status status = layoutc_module_layout(module_.get(), text(symbol), &layout, &diagnostics);
    if (status != LAYOUTC_STATUS_OK) {
      return detail::failure(status, diagnostics);
    }
    return Layout(layout);
  }

private:
  explicit Module(layoutc_module *module) : module_(module) {}

  std::unique_ptr<layoutc_module, detail::FreeModule> module_;
};

} // namespace layoutc

#endif
