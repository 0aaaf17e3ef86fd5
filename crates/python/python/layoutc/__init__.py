from ._native import Conflict, Diagnostic, Error, Layout, Module, __doc__, __version__, solve

__all__ = ["Conflict", "Diagnostic", "Error", "Layout", "Module", "__version__", "solve"]
