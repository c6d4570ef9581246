"""Packs the Python that runs in the page. Pyodide itself runs this once, at build time (python.mjs).

Pyodide ships its library as source, whole, and would compile it at every load. Here it is compiled once, and
what a mirror can never import is left out.
"""

import ast
import importlib
import importlib.util
import marshal
import sys
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

BY_NAME = ("encodings.ascii", "encodings.cp437", "encodings.latin_1")
"""Modules that C code or the library asks for by a name that stands in no import statement."""

NEVER = (
    *("asyncio.windows_events", "asyncio.windows_utils", "ctypes", "multiprocessing"),
    *("_pyrepl", "doctest", "pdb", "pydoc", "rlcompleter", "unittest"),
    *("argparse", "getopt", "statistics"),  # what a module's own command line wants
    *("http", "tarfile", "urllib.request"),
)
"""Only functions import these, and none that a worker has a use for."""


class Library:
    """Python sources by module, and which module imports which."""

    def __init__(self, archive: str) -> None:
        with zipfile.ZipFile(archive) as files:
            self.sources = {
                _module(name): (name, files.read(name)) for name in files.namelist() if name.endswith(".py")
            }
        self._found: dict[tuple[str, bool], set[str]] = {}

    def needed(self) -> set[str]:
        """What is loaded now, what those modules may yet import when they run, and what that needs."""
        loaded = {module for module in (*sys.modules, *BY_NAME) if module in self.sources}
        later = set().union(*(self.imports(module, late=True) for module in loaded))
        todo = [module for module in (*loaded, *later) if _possible(module)]
        needed = set(todo)
        while todo:
            for module in self.imports(todo.pop(), late=False) - needed:
                if _possible(module):
                    needed.add(module)
                    todo.append(module)
        return needed

    def imports(self, module: str, *, late: bool) -> set[str]:
        """The modules of the library that this one imports as it loads, or also `late`, in its functions."""
        if (module, late) not in self._found:
            name, source = self.sources[module]
            package = module if name.endswith("__init__.py") else module.rpartition(".")[0]
            found: set[str] = set()
            for statement in _import_statements(ast.parse(source), late):
                for imported in _names(statement, package):
                    found.update(part for part in _with_parents(imported) if part in self.sources)
            self._found[module, late] = found
        return self._found[module, late]


def _module(name: str) -> str:
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _possible(module: str) -> bool:
    return not any(part in NEVER for part in _with_parents(module))


def _with_parents(module: str) -> Iterator[str]:
    while module:
        yield module
        module = module.rpartition(".")[0]


def _import_statements(tree: ast.AST, late: bool) -> Iterator[ast.Import | ast.ImportFrom]:
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child
        elif late or not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from _import_statements(child, late)


def _names(statement: ast.Import | ast.ImportFrom, package: str) -> Iterator[str]:
    if isinstance(statement, ast.Import):
        yield from (alias.name for alias in statement.names)
        return
    base = statement.module or ""
    if statement.level:
        parts = package.split(".")
        base = ".".join([*parts[: len(parts) - statement.level + 1], *filter(None, [base])])
    # `from package import name`: the name may be a module of its own.
    yield from (f"{base}.{alias.name}" for alias in statement.names)


def import_all(packages: Iterable[str], site: str) -> None:
    """Import every module of these packages, so that `Library.needed` sees what they need."""
    for package in packages:
        importlib.import_module(package)
        for path in sorted(Path(site, package).rglob("*.py")):
            importlib.import_module(_module(path.relative_to(site).as_posix()))


def compiled(name: str, source: bytes, optimize: int) -> bytes:
    """A .pyc that the loader takes without asking for a time or for the source."""
    code = compile(source, "/" + name, "exec", dont_inherit=True, optimize=optimize)
    unchecked = (1).to_bytes(4, "little")
    return importlib.util.MAGIC_NUMBER + unchecked + bytes(8) + marshal.dumps(code)


def _write(out: str, files: Iterable[tuple[str, bytes]]) -> None:
    """An archive that is not compressed: that is done as a whole, which is smaller."""
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)


def pack_library(archive: str, out: str) -> int:
    """The needed part of the standard library, without its docstrings; returns how many modules that is."""
    library = Library(archive)
    needed = library.needed()
    sources = (library.sources[module] for module in sorted(needed))
    _write(out, ((f"{name}c", compiled(name, source, optimize=2)) for name, source in sources))
    return len(needed)


def pack_site(site: str, out: str) -> None:
    """All packages in `site`, with their licences. Assertions stay: it is the same code as everywhere."""
    files = []
    for path in sorted(Path(site).rglob("*")):
        name = path.relative_to(site).as_posix()
        if path.suffix == ".py":
            files.append((f"{name}c", compiled(name, path.read_bytes(), optimize=0)))
        elif path.suffix == ".so" or path.parent.name == "licenses":
            files.append((name, path.read_bytes()))
    _write(out, files)
