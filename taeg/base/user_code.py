"""Functions of the user, given in Python or by name: imported, and their errors described."""

import inspect
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from taeg.base.errors import InputError, nearest


def import_named(name: str, accepts: Callable[[object], bool] = callable) -> Any:  # noqa: ANN401 (of any type)
    """Import `module:function`; the current folder is searched, too."""
    module, _, function = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        found = import_module(module)
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and error.name == module:
            raise InputError(f"there is no module {module!r}: neither installed nor a file {module}.py here") from None
        raise InputError(f"cannot import module {module!r}: {described(error)}") from error
    value = getattr(found, function, None)
    if not accepts(value):
        names = [name for name, value in vars(found).items() if inspect.isfunction(value)]
        raise InputError(f"module {module!r} has no function {function!r}{nearest(function, names)}")
    return value


def described(error: Exception) -> str:
    """Describe an error in a user's code: its type, message, file and line."""
    frames = traceback.extract_tb(error.__traceback__)
    origin = f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{origin}"


def name_of(function: object, kind: str) -> str:
    """Return the name of a user's function; InputError if it has none, as a lambda."""
    name = getattr(function, "__name__", "")
    if not callable(function) or not name.isidentifier():
        raise InputError(f"a {kind} is a function with a name, defined with def, not {function!r:.80}")
    return str(name)
