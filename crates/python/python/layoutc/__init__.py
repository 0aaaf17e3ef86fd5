from ._native import Conflict, Diagnostic, Error, Layout, Module, __doc__, __version__, explain, import_onnx, solve

__all__ = ["Conflict", "Diagnostic", "Error", "Layout", "Module", "__version__", "explain", "import_onnx", "solve"]
