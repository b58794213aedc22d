"""Units of measurement and symbols that are the same in every language."""

from collections.abc import Mapping
from types import MappingProxyType

UNITS: Mapping[str, tuple[str, float]] = MappingProxyType(
    {
        "metre": ("length", 1.0),
        "kilometre": ("length", 1000.0),
        "centimetre": ("length", 0.01),
        "millimetre": ("length", 0.001),
        "mile": ("length", 1609.344),
        "yard": ("length", 0.9144),
        "foot": ("length", 0.3048),
        "inch": ("length", 0.0254),
        "square metre": ("area", 1.0),
        "square kilometre": ("area", 1e6),
        "hectare": ("area", 1e4),
        "acre": ("area", 4046.8564224),
        "cubic metre": ("volume", 1.0),
        "litre": ("volume", 0.001),
        "millilitre": ("volume", 1e-6),
        "pint": ("volume", 0.00056826125),
        "gallon": ("volume", 0.00454609),
        "tonne": ("mass", 1000.0),
        "kilogram": ("mass", 1.0),
        "gram": ("mass", 0.001),
        "stone": ("mass", 6.35029318),
        "kilometre per hour": ("speed", 1 / 3.6),
        "mile per hour": ("speed", 0.44704),
        "knot": ("speed", 1.852 / 3.6),
        "degree": ("temperature", 1.0),
        "percent": ("share", 0.01),
        "kilowatt": ("power", 1000.0),
        "kilovolt-ampere": ("power", 1000.0),
        "year": ("age", 1.0),
    }
)
"""Dimension of a unit, and its size in the base unit of the dimension."""

SYMBOLS: Mapping[str, str] = MappingProxyType(
    {
        **{"m": "metre", "km": "kilometre", "cm": "centimetre", "mm": "millimetre"},
        **{"m²": "square metre", "km²": "square kilometre", "ha": "hectare", "m³": "cubic metre", "qm": "square metre"},
        **{"l": "litre", "ml": "millilitre", "t": "tonne", "kg": "kilogram", "g": "gram"},
        **{"km/h": "kilometre per hour", "kph": "kilometre per hour", "mph": "mile per hour"},
        **{"%": "percent", "°": "degree", "°c": "degree", "kw": "kilowatt", "kva": "kilovolt-ampere"},
    }
)

CURRENCIES: Mapping[str, str] = MappingProxyType(
    {
        **{"£": "GBP", "gbp": "GBP", "€": "EUR", "eur": "EUR", "us$": "USD", "usd": "USD", "$": "USD"},
        **{"r$": "BRL", "brl": "BRL", "chf": "CHF", "¥": "JPY", "mxn": "MXN"},
    }
)
"""Symbols of currencies, before or after the amount."""
