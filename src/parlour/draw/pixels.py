"""Drawings as pixels. Pillow and resvg are asked for when they are needed, and not before."""

from __future__ import annotations

import io
from importlib.util import find_spec
from typing import Any

from parlour.text import MissingExtra


def image(drawing: str, width: int, extra: str) -> Any:
    """An SVG as a Pillow image, so wide; an error that names the extra, if what makes it is not installed."""
    check(extra)
    import resvg_py
    from PIL import Image

    png: Any = resvg_py.svg_to_bytes(svg_string=drawing, width=width)
    return Image.open(io.BytesIO(bytes(png))).convert("RGB")


def check(extra: str) -> None:
    """Raise the error that `image` would raise, and load nothing."""
    for module in ("resvg_py", "PIL"):
        if find_spec(module) is None:
            raise MissingExtra(module, extra)
