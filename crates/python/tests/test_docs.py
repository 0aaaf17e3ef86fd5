"""The docstrings, and the blocks `python` of the documents, executed."""

import doctest
import inspect
import re
from pathlib import Path

import pytest

import layoutc

REPOSITORY = Path(__file__).parents[3]
DOCUMENTS = ["README.md", "docs/how-to/python.md", "docs/tours/ck-cute.md"]


def docstrings():
    """Returns the docstrings of the module, its classes, functions, methods and properties, by name."""
    found = {"layoutc": layoutc.__doc__}
    for name in layoutc.__all__:
        item = getattr(layoutc, name)
        if inspect.isclass(item):
            members = [(f"{name}.{key}", getattr(item, key)) for key in vars(item) if not key.startswith("_")]
            found.update((path, member.__doc__) for path, member in members)
        if not isinstance(item, str):
            found[name] = item.__doc__
    return found


def run(name, text, names):
    """Runs the examples of a text, adds the names that they define, and returns their number."""
    test = doctest.DocTestParser().get_doctest(text, names, name, None, None)
    results = doctest.DocTestRunner().run(test, clear_globs=False)
    assert results.failed == 0
    names.update(test.globs)
    return results.attempted


@pytest.mark.parametrize("name, text", docstrings().items())
def test_docstrings_are_executed(name, text):
    assert text, f"{name} has no docstring"
    run(name, text, dict(vars(layoutc)))


def test_every_part_of_the_interface_has_an_example():
    # The examples of these parts are in the documents.
    without = {name for name, text in docstrings().items() if ">>>" not in text}
    assert without == {name for name in docstrings() if name.startswith("Diagnostic")} | {
        "Conflict",
        "Error.diagnostics",
        "Module.diagnostics",
    }


@pytest.mark.parametrize("document", DOCUMENTS)
def test_documents_are_executed(document):
    text = (REPOSITORY / document).read_text()
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    names = {}
    attempted = [run(document, block, names) for block in blocks]
    assert attempted and all(attempted)
