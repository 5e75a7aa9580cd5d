"""Where labels stand beside points, so that they cover neither each other nor a point."""

from __future__ import annotations

from collections.abc import Sequence

#: Sides of a point at which its label may stand, the preferred first: alignment, baseline and shift in pixels.
SIDES: dict[str, tuple[str, str, int, int]] = {
    "right": ("left", "middle", 11, 0),
    "left": ("right", "middle", -11, 0),
    "above": ("center", "bottom", 0, -9),
    "below": ("center", "top", 0, 11),
    "above right": ("left", "bottom", 6, -7),
    "below right": ("left", "top", 6, 8),
    "above left": ("right", "bottom", -6, -7),
    "below left": ("right", "top", -6, 8),
}

#: Size of a letter and of a point in pixels, a little above what is drawn.
_LETTER, _LINE, _POINT = 6.6, 13.0, 7.0

Box = tuple[float, float, float, float]


def place(points: Sequence[tuple[float, float, str]], sizes: Sequence[tuple[float, float]]) -> list[str]:
    """A side for the label of each point.

    Parameters
    ----------
    points : sequence of (float, float, str)
        Share of the width from the left, share of the height from the top, and the label.
    sizes : sequence of (float, float)
        Widths and heights in pixels at which the labels should be clear: points move apart in a larger
        drawing, and labels do not.

    Returns
    -------
    list of str
        Names from `SIDES`: for each point the one that covers least, over all sizes.

    Examples
    --------
    >>> place([(0.5, 0.5, "left one"), (0.55, 0.5, "right one")], [(300, 300)])
    ['left', 'right']
    """
    at = [[(x * width, y * height) for x, y, _ in points] for width, height in sizes]
    taken: list[list[Box]] = [[(x - _POINT, y - _POINT, x + _POINT, y + _POINT) for x, y in row] for row in at]
    sides = [""] * len(points)
    # From the right edge inwards: the labels there have the fewest places to go.
    for index in sorted(range(len(points)), key=lambda i: (-points[i][0], points[i][1], points[i][2])):
        label = points[index][2]
        cost = dict.fromkeys(SIDES, 0.0)
        for (width, height), row, boxes in zip(sizes, at, taken, strict=True):
            others = [box for number, box in enumerate(boxes) if number != index]
            for side in SIDES:
                box = _box(*row[index], label, side)
                cost[side] += sum(_overlap(box, other) for other in others) + 4 * _outside(box, width, height)
        sides[index] = min(SIDES, key=lambda side: round(cost[side], 6))
        for row, boxes in zip(at, taken, strict=True):
            boxes.append(_box(*row[index], label, sides[index]))
    return sides


def _box(x: float, y: float, label: str, side: str) -> Box:
    align, baseline, dx, dy = SIDES[side]
    wide = len(label) * _LETTER
    left = x + dx - {"left": 0.0, "center": wide / 2, "right": wide}[align]
    top = y + dy - {"top": 0.0, "middle": _LINE / 2, "bottom": _LINE}[baseline]
    return left, top, left + wide, top + _LINE


def _overlap(a: Box, b: Box) -> float:
    return max(0.0, min(a[2], b[2]) - max(a[0], b[0])) * max(0.0, min(a[3], b[3]) - max(a[1], b[1]))


def _outside(box: Box, width: float, height: float) -> float:
    return max(0.0, -box[0]) + max(0.0, box[2] - width) + max(0.0, -box[1]) + max(0.0, box[3] - height)
