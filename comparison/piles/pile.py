"""The same balls above the same box, as a model file and as a model of MuJoCo."""

import random

# Radius [m], distance of neighbours [m], mass [kg], and the moment of inertia of a solid ball [kg m^2].
RADIUS, PITCH, MASS = 0.05, 0.12, 0.5
INERTIA = 0.4 * MASS * RADIUS**2
FRICTION = 0.3


class Pile:
    """Balls in layers, slightly out of line, above a box that is as wide as the layers."""

    def __init__(self, across, layers):
        self.across, self.layers = across, layers
        self.name = f"{across} x {across} x {layers}"
        self.width = across * PITCH
        numbers = random.Random(1)

        def place(k):
            return PITCH * (k + 0.5) + numbers.uniform(-0.008, 0.008)

        self.centers = [
            (place(x), place(y), 0.07 + PITCH * z) for z in range(layers) for y in range(across) for x in range(across)
        ]
        # A point and the inward normal of each side.
        w = self.width
        self.planes = [
            ("floor", (0, 0, 0), (0, 0, 1)),
            ("west", (0, 0, 0), (1, 0, 0)),
            ("east", (w, 0, 0), (-1, 0, 0)),
            ("south", (0, 0, 0), (0, 1, 0)),
            ("north", (0, w, 0), (0, -1, 0)),
        ]

    @property
    def count(self):
        return len(self.centers)


def ours(pile, duration, dt):
    """As a model file."""
    text = [
        f'gravity = [0, 0, -9.81]\n[run]\nduration = {duration}\ndt = {dt}\n[output]\nevery = {duration}\n'
        f'[[contact]]\nname = "surfaces"\nstiffness = "20 kN/m"\nrestitution = 0.5\nfriction = {FRICTION}\n'
    ]
    for name, at, normal in pile.planes:
        text.append(
            f'[[contact_shape]]\nname = "{name}"\nkind = "plane"\non = "ground"\nat = {list(at)}\nnormal = {list(normal)}\n'
        )
    for k, center in enumerate(pile.centers):
        text.append(
            f'[[body]]\nname = "b{k}"\nmass = {MASS}\ninertia = [{INERTIA}, {INERTIA}, {INERTIA}]\nposition = {list(center)}\n'
            f'[[contact_shape]]\nname = "s{k}"\nkind = "sphere"\non = "b{k}"\nradius = {RADIUS}\n'
        )
    return "".join(text)


def mujoco(pile):
    """As a model of MuJoCo, with its default settings but for the room that many contacts need."""
    parts = [
        '<mujoco><size memory="2G"/><option gravity="0 0 -9.81"><flag energy="enable"/></option>'
        f'<default><geom friction="{FRICTION} 0.005 0.0001"/></default><worldbody>'
    ]
    for _, (x, y, z), normal in pile.planes:
        axis = " ".join(str(n) for n in normal)
        parts.append(f'<geom type="plane" size="0 0 1" pos="{x} {y} {z}" zaxis="{axis}"/>')
    for x, y, z in pile.centers:
        parts.append(
            f'<body pos="{x} {y} {z}"><freejoint/><geom type="sphere" size="{RADIUS}" mass="{MASS}"/></body>'
        )
    parts.append("</worldbody></mujoco>")
    return "".join(parts)
