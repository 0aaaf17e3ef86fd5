from ._native import Diagnostic, Error, Layout, Module, __doc__, __version__, solve

__all__ = ["Diagnostic", "Error", "Layout", "Module", "__version__", "solve"]
