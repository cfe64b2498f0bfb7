"""The shape of a log: types and structure as its model has them, as plain lists and dicts.

A shape is made from a game's model, so that the format is declared once. It is looser than the
model in one thing, the ranges of numbers: those are looked at later, on arrays. Whatever is
not of the shape is not of the model either, and is read again by ``reading`` to say why.
"""

from collections.abc import Callable
from types import UnionType
from typing import Annotated, Any, NotRequired, Required, Union, get_args, get_origin

from pydantic import ConfigDict, TypeAdapter
from pydantic.fields import FieldInfo
from retally.schemas.base import Frozen
from typing_extensions import TypedDict


def reader(model: type[Frozen], **instead: Any) -> Callable[[bytes], dict[str, Any]]:
    """Make a function that reads the JSON of a log into its shape, or raises ValidationError.

    ``instead`` gives other types for some keys of the log itself.
    """
    adapter: TypeAdapter[dict[str, Any]] = TypeAdapter(_object(model, instead))
    return adapter.validator.validate_json


def _object(model: type[Frozen], instead: dict[str, Any]) -> Any:
    """Make of a model a dict that has the same keys and no other."""
    keys = {
        name: (Required if field.is_required() else NotRequired)[
            instead.get(name) or _of_field(field)
        ]
        for name, field in model.model_fields.items()
    }
    dict_of: Any = TypedDict
    made = dict_of(model.__name__, keys)
    made.__pydantic_config__ = ConfigDict(extra="forbid", strict=True)
    return made


def _of_field(field: FieldInfo) -> Any:
    shape = _shape(field.annotation)
    if shape is int or not field.metadata:
        return shape
    return Annotated[(shape, *field.metadata)]


def _shape(note: Any) -> Any:
    """Make of a model's type that of its shape: lists for tuples, dicts for models, any int."""
    origin, inner = get_origin(note), get_args(note)
    if isinstance(note, type) and issubclass(note, Frozen):
        return _object(note, {})
    if origin is Annotated:
        shape = _shape(inner[0])
        return shape if shape is not inner[0] or shape is int else note
    if origin in (Union, UnionType):
        return Union[tuple(map(_shape, inner))]  # noqa: UP007 - of types that are known later
    if origin is tuple and inner[-1] is Ellipsis:
        return list[_shape(inner[0])]  # type: ignore[misc] # known when it runs
    if origin is tuple:
        return tuple[tuple(map(_shape, inner))]  # type: ignore[misc] # likewise
    return note
