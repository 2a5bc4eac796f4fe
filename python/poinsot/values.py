# Written by `cargo xtask docs` from `poinsot kinds --python values`; do not edit.
"""Values that keys of a model may hold: orientations, curves, tables and pulses over time.

Each function gives the table that a model file would hold; a plain ``dict`` with the same keys does as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ._items import checked, value
from ._types import Function, Names, Points, Scalar, Vector


@checked
def arc(
    *,
    start: Vector,
    center: Vector,
    axis: Vector,
    angle: Scalar,
) -> dict[str, Any]:
    """A circular arc as the curve of a beam or cable.

    In a model file: ``arc = { ... }``.

    Keys:
        start: three numbers [m], required. First point, world.
        center: three numbers [m], required. Centre, world.
        axis: direction, required. Axis through the centre, perpendicular to the radius; the arc
            turns about it by the right-hand rule.
        angle: number [rad], positive, required. Angle it turns through, at most a full turn.
    """
    return value("arc", locals())


@checked
def sections(
    *,
    at: Scalar,
    section: str,
) -> dict[str, Any]:
    """The section at one place of a tapered beam; between two places sections are interpolated,
    beyond the first and last they are constant.

    In a model file: ``sections = [{ ... }, ...]``.

    Keys:
        at: length or percentage [m], required. Arc length from the start, also in percent of the
            whole.
        section: section, required. Name of a [[section]].
    """
    return value("sections", locals())


@checked
def y_axes(
    *,
    at: Scalar,
    direction: Vector,
) -> dict[str, Any]:
    """The y axis of the section at one place of a twisted beam; between two places it turns
    uniformly.

    In a model file: ``y_axes = [{ ... }, ...]``.

    Keys:
        at: length or percentage [m], required. Arc length from the start, also in percent of the
            whole.
        direction: direction, required. World direction that y is as close to as possible.
    """
    return value("y_axes", locals())


@checked
def twist(
    *,
    at: Scalar,
    angle: Scalar,
) -> dict[str, Any]:
    """The angle at one place of a twisted beam by which the section is turned about the line;
    between two places it varies linearly, beyond the first and last it is constant.

    In a model file: ``twist = [{ ... }, ...]``.

    Keys:
        at: length or percentage [m], required. Arc length from the start, also in percent of the
            whole.
        angle: number [rad], from -1000 to 1000, required. Angle about x of the section, from the
            axes that `y_axis` or `z_axis` gives.
    """
    return value("twist", locals())


@checked
def curve(
    *,
    from_: Vector | None = None,
    to: Vector | None = None,
    points: Points | None = None,
    arc: Mapping[str, Any] | None = None,
    spline: Points | None = None,
) -> dict[str, Any]:
    """A curve that a surface is made from.

    In a model file: ``curve = { ... }``.

    Give `from` and `to`, or `points`, or `arc`, or `spline`.

    Keys:
        from_: three numbers [m]. First end, world.
        to: three numbers [m]. Second end, world.
        points: points [m]. Points of a polyline, world; corners are rigid.
        arc: arc. A circular arc.
        spline: points [m]. Points that a smooth curve runs through, world.
    """
    return value("curve", locals())


@checked
def plies(
    *,
    material: str,
    thickness: Scalar,
    angle: Scalar | None = None,
) -> dict[str, Any]:
    """A ply of a laminate.

    In a model file: ``plies = [{ ... }, ...]``.

    Keys:
        material: material, required. Name of a [[material]].
        thickness: number [m], positive, required. Thickness.
        angle: number [rad], default: 0. Angle from the axis of the shell to the first axis of the
            material, about the normal.
    """
    return value("plies", locals())


@checked
def interfaces(
    *,
    name: str,
    nodes: str,
    to: str,
) -> dict[str, Any]:
    """An interface of a reduced body: nodes whose mean displacement and mean rotation are those of
    an item.

    In a model file: ``interfaces = [{ ... }, ...]``.

    Keys:
        name: text, required. Name within the reduced body.
        nodes: text, required. Name of a face or group of the solid, or of a set in the node table,
            with at least three nodes that are not on a line; of beams and shells a point, edge or
            group, "boom.end".
        to: item with axes, required. What it moves with: a body, a point of a beam or shell, or
            "ground".
    """
    return value("interfaces", locals())


@checked
def orientation(
    *,
    quaternion: Vector | None = None,
    axis: Vector | None = None,
    angle: Scalar | None = None,
    x: Vector | None = None,
    y: Vector | None = None,
    z: Vector | None = None,
    euler: Vector | None = None,
    sequence: str | None = None,
) -> dict[str, Any]:
    """An orientation, written in one of four ways; it maps components in the described axes to
    components in the outer axes.

    In a model file: ``orientation = { ... }``.

    Give `quaternion`, or `axis` and `angle`, or `x` and `y`, or `x` and `z`, or `y` and `z`, or
    `euler` and `sequence`.

    Keys:
        quaternion: four numbers. Unit quaternion [w, x, y, z], scalar first; it is normalised.
        axis: direction. Axis of one rotation.
        angle: number [rad]. Angle of the rotation about `axis`.
        x: direction. Direction of the x axis. Of two given axes the first of x, y, z is kept, the
            other made perpendicular to it.
        y: direction. Direction of the y axis.
        z: direction. Direction of the z axis.
        euler: three numbers [rad]. Three angles, applied in the order of `sequence`.
        sequence: three letters. Axes of the three rotations: lower case ("zxz") about the outer
            axes, upper case ("ZXZ") about the axes already turned.
    """
    return value("orientation", locals())


@checked
def frame(
    *,
    at: Vector | None = None,
    axis: Vector | None = None,
    orientation: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """A frame fixed to an item, in the item's own frame.

    In a model file: ``frame_1 = { ... }, frame_2 = { ... }``.

    Give `axis` if needed, or `orientation` if needed.

    Keys:
        at: three numbers [m], default: [0, 0, 0]. Origin, in the frame of the item.
        axis: direction, default: the z axis of the item. Direction of the z axis, in the axes of
            the item; x is chosen perpendicular to it.
        orientation: orientation, default: the axes of the item. Axes of the frame relative to those
            of the item.
    """
    return value("frame", locals())


@checked
def laws(
    *,
    x: Function | None = None,
    y: Function | None = None,
    z: Function | None = None,
    rx: Function | None = None,
    ry: Function | None = None,
    rz: Function | None = None,
) -> dict[str, Any]:
    """Restoring efforts of a bushing, each an expression in x, the component itself, or { table =
    [[x, effort], ...] }; positive pulls back.

    In a model file: ``laws = { ... }``.

    Keys:
        x: function of x [N or N m], default: none. Force over the displacement along x of the first
            frame.
        y: function of x [N or N m], default: none. Force over the displacement along y of the first
            frame.
        z: function of x [N or N m], default: none. Force over the displacement along z of the first
            frame.
        rx: function of x [N or N m], default: none. Moment over the rotation about x: component of
            the axis times the sine of the angle.
        ry: function of x [N or N m], default: none. Moment over the rotation about y: component of
            the axis times the sine of the angle.
        rz: function of x [N or N m], default: none. Moment over the rotation about z: component of
            the axis times the sine of the angle.
    """
    return value("laws", locals())


@checked
def inertia(
    *,
    xx: Scalar,
    yy: Scalar,
    zz: Scalar,
    xy: Scalar | None = None,
    xz: Scalar | None = None,
    yz: Scalar | None = None,
) -> dict[str, Any]:
    """Entries of the inertia matrix. They are matrix entries: xy is minus the integral of x*y over
    the mass.

    In a model file: ``inertia = { ... }``.

    Keys:
        xx: number [kg m^2], zero or positive, required. Entry (1, 1).
        yy: number [kg m^2], zero or positive, required. Entry (2, 2).
        zz: number [kg m^2], zero or positive, required. Entry (3, 3).
        xy: number [kg m^2], default: 0. Entries (1, 2) and (2, 1).
        xz: number [kg m^2], default: 0. Entries (1, 3) and (3, 1).
        yz: number [kg m^2], default: 0. Entries (2, 3) and (3, 2).
    """
    return value("inertia", locals())


@checked
def table(
    *,
    table: Points,
    interpolation: Literal["linear", "smooth"] | None = None,
    factor: Scalar | None = None,
) -> dict[str, Any]:
    """A function of time through given values; constant before the first and after the last row.

    In a model file: ``{ table = [[time, value], ...] }``.

    Keys:
        table: rows of two numbers, required. Rows [time, value], times rising.
        interpolation: word, default: "linear". How values between two rows are interpolated.
            "linear": straight lines between the rows
            "smooth": a smooth curve that preserves monotonic ranges
        factor: number, default: 1. Factor on all values.
    """
    return value("table", locals())


@checked
def force_table(
    *,
    table: Points,
    interpolation: Literal["linear", "smooth"] | None = None,
) -> dict[str, Any]:
    """The restoring effort of a spring or bushing through given values.

    In a model file: ``force = { table = [[x, effort], ...] }``.

    Keys:
        table: rows of two numbers, required. Rows [length, coordinate or component, effort], first
            column rising.
        interpolation: word, default: "linear". How values between two rows are interpolated.
            "linear": straight lines between the rows
            "smooth": a smooth curve that preserves monotonic ranges
    """
    return value("force_table", locals())


@checked
def step(
    *,
    time: Scalar | None = None,
    from_: Scalar | None = None,
    to: Scalar | None = None,
) -> dict[str, Any]:
    """A jump; the new value holds from `time` on.

    In a model file: ``{ pulse = "step", ... }``.

    Keys:
        time: number [s], default: 0. Time of the jump.
        from_: number, default: 0. Value before.
        to: number, default: 1. Value after.
    """
    return value("step", locals(), pulse="step")


@checked
def ramp(
    *,
    end: Scalar,
    start: Scalar | None = None,
    from_: Scalar | None = None,
    to: Scalar | None = None,
) -> dict[str, Any]:
    """A straight line between two constant values.

    In a model file: ``{ pulse = "ramp", ... }``.

    Keys:
        start: number [s], default: 0. Time at which it begins.
        end: number [s], required. Time at which it ends.
        from_: number, default: 0. Value before.
        to: number, default: 1. Value after.
    """
    return value("ramp", locals(), pulse="ramp")


@checked
def half_cosine(
    *,
    end: Scalar,
    start: Scalar | None = None,
    from_: Scalar | None = None,
    to: Scalar | None = None,
) -> dict[str, Any]:
    """A smooth change between two constant values on half a cosine wave.

    In a model file: ``{ pulse = "half-cosine", ... }``.

    Keys:
        start: number [s], default: 0. Time at which it begins.
        end: number [s], required. Time at which it ends.
        from_: number, default: 0. Value before.
        to: number, default: 1. Value after.
    """
    return value("half_cosine", locals(), pulse="half-cosine")


@checked
def triangle(
    *,
    peak_time: Scalar,
    end: Scalar,
    start: Scalar | None = None,
    amplitude: Scalar | None = None,
) -> dict[str, Any]:
    """Zero, up to `amplitude` at `peak_time` in a straight line, down to zero.

    In a model file: ``{ pulse = "triangle", ... }``.

    Keys:
        start: number [s], default: 0. Time at which it begins.
        peak_time: number [s], required. Time of the peak.
        end: number [s], required. Time at which it ends.
        amplitude: number, default: 1. Largest value, or amplitude of the wave.
    """
    return value("triangle", locals(), pulse="triangle")


@checked
def sine(
    *,
    frequency: Scalar,
    amplitude: Scalar | None = None,
    phase: Scalar | None = None,
    offset: Scalar | None = None,
    start: Scalar | None = None,
) -> dict[str, Any]:
    """`offset + amplitude sin(2 pi frequency (t - start) + phase)`, at rest before `start`.

    In a model file: ``{ pulse = "sine", ... }``.

    Keys:
        amplitude: number, default: 1. Largest value, or amplitude of the wave.
        frequency: number [Hz], positive, required. Cycles per second.
        phase: number [rad], default: 0. Phase at the start.
        offset: number, default: 0. Mean value.
        start: number [s], default: 0. Time at which it begins.
    """
    return value("sine", locals(), pulse="sine")


@checked
def sweep(
    *,
    start_frequency: Scalar,
    end_frequency: Scalar,
    end: Scalar,
    amplitude: Scalar | None = None,
    phase: Scalar | None = None,
    offset: Scalar | None = None,
    start: Scalar | None = None,
) -> dict[str, Any]:
    """A sine wave whose frequency rises or falls in proportion to time; at rest before `start`.

    In a model file: ``{ pulse = "sweep", ... }``.

    Keys:
        amplitude: number, default: 1. Largest value, or amplitude of the wave.
        start_frequency: number [Hz], positive, required. Cycles per second at `start`.
        end_frequency: number [Hz], positive, required. Cycles per second from `end` on.
        phase: number [rad], default: 0. Phase at the start.
        offset: number, default: 0. Mean value.
        start: number [s], default: 0. Time at which it begins.
        end: number [s], required. Time at which it ends.
    """
    return value("sweep", locals(), pulse="sweep")
