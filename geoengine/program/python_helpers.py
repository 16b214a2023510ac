"""Functions that printed Python programs define where they need them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

__all__ = ["helper_names", "helper_texts"]

_ARRAY = """
def direction(degrees):
    t = np.radians(degrees)
    return np.array([np.cos(t), np.sin(t)])

def unit(v):
    return v / np.linalg.norm(v)

def angle_of(v):
    return np.degrees(np.arctan2(v[1], v[0])) % 360

def cross(u, v):
    return u[0]*v[1] - u[1]*v[0]

def conjugate(p):
    return np.array([p[0], -p[1]])

def times(u, v):
    return np.array([u[0]*v[0] - u[1]*v[1], u[0]*v[1] + u[1]*v[0]])

def over(u, v):
    return np.array([u[0]*v[0] + u[1]*v[1], u[1]*v[0] - u[0]*v[1]]) / np.dot(v, v)

def power(z, n):
    result = np.array([1.0, 0.0])
    for _ in range(abs(n)):
        result = times(result, z)
    return result if n >= 0 else over(np.array([1.0, 0.0]), result)

def rotate(p, degrees, center=(0, 0)):
    t = np.radians(degrees)
    turn = np.array([[np.cos(t), np.sin(t)], [-np.sin(t), np.cos(t)]])
    return (p - np.array(center)) @ turn + np.array(center)

def reflect(p, a, b):
    u = (b - a) / np.linalg.norm(b - a)
    mirror = np.array([[2*u[0]**2 - 1, 2*u[0]*u[1]], [2*u[0]*u[1], 2*u[1]**2 - 1]])
    return (p - a) @ mirror + a

def line_meet(a, b, c, d):
    u, v = b - a, d - c
    t = ((c - a)[0]*v[1] - (c - a)[1]*v[0]) / (u[0]*v[1] - u[1]*v[0])
    return a + t*u

def line_circle(a, b, center, radius):
    u = (b - a) / np.linalg.norm(b - a)
    foot = a + np.dot(center - a, u)*u
    gap = radius**2 - np.dot(foot - center, foot - center)
    if gap < 0:
        return []
    ends = [foot - np.sqrt(gap)*u, foot + np.sqrt(gap)*u]
    return [p for p in ends if np.dot(p - a, p - b) <= 1e-9*np.dot(b - a, b - a)]

def circle_line(center, radius, a, b):
    return sorted(line_circle(a, b, center, radius), key=lambda p: around(p, center))

def circle_circle(center, radius, other, other_radius):
    gap = np.linalg.norm(other - center)
    u = (other - center) / gap
    x = (gap**2 + radius**2 - other_radius**2) / (2*gap)
    if radius < abs(x):
        return []
    v = np.sqrt(radius**2 - x**2) * np.array([-u[1], u[0]])
    return sorted([center + x*u - v, center + x*u + v], key=lambda p: around(p, center))

def around(p, center):
    return np.arctan2(p[1] - center[1], p[0] - center[0]) % (2*np.pi)

def on_arc(points, center, start, end):
    span = end - start
    turns = [(np.degrees(around(p, center)) - start) * np.sign(span) % 360 for p in points]
    pairs = [(0 if t > 360 - 1e-7 else t, i) for i, t in enumerate(turns)]
    return [points[i] for t, i in sorted(pairs) if t <= abs(span) + 1e-7]

def between(points, a, b):
    return sorted(points, key=lambda p: np.dot(p - a, b - a))

def along(points, share):
    steps = np.linalg.norm(np.diff(points, axis=0), axis=1)
    total = np.append(0, np.cumsum(steps))
    return np.array([np.interp(share*total[-1], total, np.array(points)[:, k]) for k in (0, 1)])

def path_length(points):
    return np.sum(np.linalg.norm(np.diff(points, axis=0), axis=1))

def arc(center, radius, start, end):
    t = np.radians(np.linspace(start, end, 181))
    return np.column_stack([center[0] + radius*np.cos(t), center[1] + radius*np.sin(t)])

def regular_polygon(n):
    return np.array([direction(360*(i + 0.5)/n - 90) for i in range(n)])

def rectangle(a, b):
    return np.array([a, [b[0], a[1]], b, [a[0], b[1]]])

def draw(*points, **style):
    path = np.vstack(points)
    ax.plot(path[:, 0], path[:, 1], **style)

def repeated(transform, n):
    def result(p):
        for _ in range(n):
            p = transform(p)
        return p
    return result
"""

_COMPLEX = """
def direction(degrees):
    return np.exp(1j*np.radians(degrees))

def unit(z):
    return z / abs(z)

def angle_of(z):
    return np.degrees(np.angle(z)) % 360

def cross(u, v):
    return (u.conjugate()*v).imag

def inner(u, v):
    return (u.conjugate()*v).real

def xy(z):
    return z.real, z.imag

def rotate(z, degrees, center=0):
    return center + (z - center)*np.exp(1j*np.radians(degrees))

def stretch(z, x, y):
    return x*z.real + 1j*y*z.imag

def reflect(z, a, b):
    return a + (b - a)*np.conj((z - a)/(b - a))

def line_meet(a, b, c, d):
    u, v = b - a, d - c
    return a + u*((c - a).conjugate()*v).imag/(u.conjugate()*v).imag

def line_circle(a, b, center, radius):
    u = (b - a)/abs(b - a)
    foot = a + u*((center - a)*u.conjugate()).real
    gap = radius**2 - abs(foot - center)**2
    if gap < 0:
        return []
    ends = [foot - np.sqrt(gap)*u, foot + np.sqrt(gap)*u]
    return [z for z in ends if ((z - a)*(z - b).conjugate()).real <= 1e-9*abs(b - a)**2]

def circle_line(center, radius, a, b):
    return sorted(line_circle(a, b, center, radius), key=lambda z: around(z, center))

def circle_circle(center, radius, other, other_radius):
    gap = abs(other - center)
    u = (other - center)/gap
    x = (gap**2 + radius**2 - other_radius**2)/(2*gap)
    if radius < abs(x):
        return []
    v = 1j*u*np.sqrt(radius**2 - x**2)
    return sorted([center + x*u - v, center + x*u + v], key=lambda z: around(z, center))

def around(z, center):
    return np.angle(z - center) % (2*np.pi)

def on_arc(points, center, start, end):
    span = end - start
    turns = [(np.degrees(around(z, center)) - start) * np.sign(span) % 360 for z in points]
    pairs = [(0 if t > 360 - 1e-7 else t, i) for i, t in enumerate(turns)]
    return [points[i] for t, i in sorted(pairs) if t <= abs(span) + 1e-7]

def between(points, a, b):
    return sorted(points, key=lambda z: ((z - a).conjugate()*(b - a)).real)

def along(points, share):
    total = np.append(0, np.cumsum(np.abs(np.diff(points))))
    return complex(np.interp(share*total[-1], total, points))

def path_length(points):
    return np.sum(np.abs(np.diff(points)))

def arc(center, radius, start, end):
    return center + radius*np.exp(1j*np.radians(np.linspace(start, end, 181)))

def regular_polygon(n):
    return np.array([direction(360*(i + 0.5)/n - 90) for i in range(n)])

def rectangle(a, b):
    return np.array([a, complex(b.real, a.imag), b, complex(a.real, b.imag)])

def draw(*points, **style):
    path = np.hstack(points)
    ax.plot(path.real, path.imag, **style)

def draw_closed(path, **style):
    draw(path, path[:1], **style)

def ring(center, radius, **style):
    return plt.Circle((center.real, center.imag), radius, **style)

def fill(*points, **style):
    path = np.hstack(points)
    ax.fill(path.real, path.imag, **style)

def repeated(transform, n):
    def result(z):
        for _ in range(n):
            z = transform(z)
        return z
    return result
"""


@cache
def helper_texts(points: str) -> dict[str, str]:
    """Return the functions by name, for points that are arrays or complex numbers.

    Examples
    --------
    >>> print(helper_texts("complex")["unit"])
    def unit(z):
        return z / abs(z)
    """
    text = _ARRAY if points == "array" else _COMPLEX
    found = {}
    for piece in re.split(r"\n(?=def )", text.strip("\n")):
        found[piece[4 : piece.index("(")]] = piece.rstrip()
    return found


def helper_names(points: str, needed: Iterable[str]) -> list[str]:
    """Return the functions that are needed, with those that they call, in order of definition."""
    texts = helper_texts(points)
    found: set[str] = set()

    def need(name: str) -> None:
        if name not in found:
            found.add(name)
            for other in texts:
                if other != name and re.search(rf"\b{other}\(", texts[name]):
                    need(other)

    for name in needed:
        need(name)
    return [name for name in texts if name in found]
