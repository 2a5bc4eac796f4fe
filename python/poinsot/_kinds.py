# Written by `cargo xtask docs` from `poinsot kinds --python methods`; do not edit.
"""One method for every kind of a model file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ._items import Builder, Item, checked
from ._types import Function, Matrix, Names, Points, Scalar, Vector


class Kinds(Builder):
    """The kinds of a model file as methods."""

    @checked
    def body(
        self,
        name: str,
        /,
        *,
        mass: Scalar | None = None,
        mass_center: Vector | None = None,
        inertia: Vector | Matrix | Mapping[str, Scalar] | None = None,
        inertia_about: str | Vector | None = None,
        inertia_axes: Mapping[str, Any] | None = None,
        position: Vector | None = None,
        orientation: Mapping[str, Any] | None = None,
        velocity: Vector | None = None,
        angular_velocity: Vector | None = None,
        angular_velocity_body: Vector | None = None,
    ) -> Item:
        """A rigid body. You place its frame freely; mass centre and inertia are given in it, or
        follow from its shapes that have a mass or density.

        In a model file: ``[[body]]``.

        Give `angular_velocity` if needed, or `angular_velocity_body` if needed.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            mass: number [kg], positive, default: that of its shapes; none, for equilibria without
                weights. Mass.
            mass_center: three numbers [m], default: [0, 0, 0]. Mass centre in the body frame.
            inertia: inertia [kg m^2], default: that of its shapes; none, for equilibria. Inertia:
                [Ixx, Iyy, Izz], three rows of three, or { xx, yy, zz, xy, xz, yz }. Matrix entries:
                xy is minus the integral of x*y over the mass.
            inertia_about: word or point, default: "mass_center". Point the inertia is about:
                "mass_center", "origin" of the body frame, or a point of it.
            inertia_axes: orientation, default: the body axes. Axes the inertia is given in,
                relative to the body axes.
            position: three numbers [m], default: [0, 0, 0]. Origin of the body frame at the start,
                in world axes.
            orientation: orientation, default: the world axes. Axes of the body at the start,
                relative to the world.
            velocity: three numbers [m/s], default: [0, 0, 0]. Velocity of the origin of the body
                frame at the start, in world axes.
            angular_velocity: three numbers [rad/s], default: [0, 0, 0]. Angular velocity at the
                start, in world axes.
            angular_velocity_body: three numbers [rad/s], default: zero. Angular velocity at the
                start, in body axes; instead of `angular_velocity`.
        """
        return self._item("body", locals())

    @checked
    def point_mass(
        self,
        name: str,
        /,
        *,
        mass: Scalar | None = None,
        position: Vector | None = None,
        velocity: Vector | None = None,
    ) -> Item:
        """A mass without extension and without orientation.

        In a model file: ``[[point_mass]]``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            mass: number [kg], positive, default: none, for equilibria without weights. Mass.
            position: three numbers [m], default: [0, 0, 0]. Position at the start, in world axes.
            velocity: three numbers [m/s], default: [0, 0, 0]. Velocity at the start, in world axes.
        """
        return self._item("point_mass", locals())

    @checked
    def material(
        self,
        name: str,
        /,
        *,
        density: Scalar | None = None,
        damping_time: Scalar | None = None,
        relaxation_shares: Vector | None = None,
        relaxation_times: Vector | None = None,
        fibres: Mapping[str, Any] | None = None,
        youngs: Scalar | None = None,
        poisson: Scalar | None = None,
        shear: Scalar | None = None,
        strength: Scalar | None = None,
        youngs_1: Scalar | None = None,
        youngs_2: Scalar | None = None,
        poisson_12: Scalar | None = None,
        shear_12: Scalar | None = None,
        youngs_3: Scalar | None = None,
        poisson_13: Scalar | None = None,
        poisson_23: Scalar | None = None,
        shear_13: Scalar | None = None,
        shear_23: Scalar | None = None,
        tension_strength: Vector | None = None,
        compression_strength: Vector | None = None,
        shear_strength: Scalar | None = None,
        expansion: Scalar | None = None,
        ply_expansion: Vector | None = None,
    ) -> Item:
        """Linear elastic: the same in all directions, or a ply with fibres along its first axis,
        which solids take if it has `poisson_23`. In solids stresses are linear in the Green strain
        (St. Venant-Kirchhoff).

        In a model file: ``[[material]] law = "linear"``.

        Give `youngs` and `poisson` (with `strength`, `expansion` if needed), or `youngs` and
        `shear` (with `strength`, `expansion` if needed), or `youngs_1` and `youngs_2` and
        `poisson_12` and `shear_12` (with `youngs_3`, `poisson_13`, `poisson_23`, `shear_13`,
        `shear_23`, `tension_strength`, `compression_strength`, `shear_strength`, `ply_expansion` if
        needed).

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            density: number [kg/m^3], positive, default: none, for equilibria without weights. Mass
                per volume.
            damping_time: number [s], zero or positive, default: none. Viscosity of solids by their
                stiffness at small strains (Kelvin-Voigt); of laws of rubber against changes of
                shape alone.
            relaxation_shares: numbers, above 0, at most 1, default: no relaxation. Prony series of
                solids: shares g of the stiffness at once that fade, together below 1. The law is
                what remains after a long time: after a sudden strain its stiffness at small strains
                is joined by g/(1 - sum of all g) exp(-t/time) of it for each share; of laws of
                rubber that against changes of shape.
            relaxation_times: numbers, positive, default: no relaxation. Times in which the stresses
                of `relaxation_shares` fall to a part of 1/e.
            fibres: fibres, default: none. Fibres in a solid, beside its law.
            youngs: number [Pa], positive, default: the material has fibres. Young's modulus E.
            poisson: number, above -1, at most 0.5, default: `shear` is given. Poisson's ratio; the
                shear modulus is E / (2 (1 + poisson)).
            shear: number [Pa], positive, default: `poisson` is given. Shear modulus G.
            strength: number [Pa], positive, default: no failure indices. Von Mises stress at which
                it fails, for failure indices of shells.
            youngs_1: number [Pa], positive. Young's modulus of a ply along the fibres.
            youngs_2: number [Pa], positive. Young's modulus of a ply across the fibres.
            poisson_12: number, from -10 to 10. Poisson's ratio of a ply: contraction across the
                fibres under tension along them.
            shear_12: number [Pa], positive. Shear modulus of a ply in its plane.
            youngs_3: number [Pa], positive, default: `youngs_2`. Young's modulus of a ply along its
                third axis, for solids.
            poisson_13: number, from -10 to 10, default: `poisson_12`. Poisson's ratio of a ply
                along its third axis under tension along the first, for solids.
            poisson_23: number, from -10 to 10, default: the material is for shells alone. Poisson's
                ratio of a ply along its third axis under tension along the second, for solids.
            shear_13: number [Pa], positive, default: `shear_12`. Shear modulus of a ply along the
                fibres and the normal.
            shear_23: number [Pa], positive, default: `shear_12`. Shear modulus of a ply across the
                fibres and the normal.
            tension_strength: two numbers [Pa], positive, default: no failure indices. Tensile
                strengths of a ply along and across the fibres.
            compression_strength: two numbers [Pa], positive, default: no failure indices.
                Compressive strengths of a ply along and across the fibres, positive.
            shear_strength: number [Pa], positive, default: no failure indices. Shear strength of a
                ply in its plane.
            expansion: number [1/K], default: none. Thermal expansion per kelvin, for
                [[temperature]].
            ply_expansion: two numbers [1/K], default: none. Thermal expansion of a ply per kelvin,
                along and across the fibres.
        """
        return self._item("material", locals())

    @checked
    def material_linear(
        self,
        name: str,
        /,
        *,
        density: Scalar | None = None,
        damping_time: Scalar | None = None,
        relaxation_shares: Vector | None = None,
        relaxation_times: Vector | None = None,
        fibres: Mapping[str, Any] | None = None,
        youngs: Scalar | None = None,
        poisson: Scalar | None = None,
        shear: Scalar | None = None,
        strength: Scalar | None = None,
        youngs_1: Scalar | None = None,
        youngs_2: Scalar | None = None,
        poisson_12: Scalar | None = None,
        shear_12: Scalar | None = None,
        youngs_3: Scalar | None = None,
        poisson_13: Scalar | None = None,
        poisson_23: Scalar | None = None,
        shear_13: Scalar | None = None,
        shear_23: Scalar | None = None,
        tension_strength: Vector | None = None,
        compression_strength: Vector | None = None,
        shear_strength: Scalar | None = None,
        expansion: Scalar | None = None,
        ply_expansion: Vector | None = None,
    ) -> Item:
        """Linear elastic: the same in all directions, or a ply with fibres along its first axis,
        which solids take if it has `poisson_23`. In solids stresses are linear in the Green strain
        (St. Venant-Kirchhoff).

        In a model file: ``[[material]] law = "linear"``.

        Give `youngs` and `poisson` (with `strength`, `expansion` if needed), or `youngs` and
        `shear` (with `strength`, `expansion` if needed), or `youngs_1` and `youngs_2` and
        `poisson_12` and `shear_12` (with `youngs_3`, `poisson_13`, `poisson_23`, `shear_13`,
        `shear_23`, `tension_strength`, `compression_strength`, `shear_strength`, `ply_expansion` if
        needed).

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            density: number [kg/m^3], positive, default: none, for equilibria without weights. Mass
                per volume.
            damping_time: number [s], zero or positive, default: none. Viscosity of solids by their
                stiffness at small strains (Kelvin-Voigt); of laws of rubber against changes of
                shape alone.
            relaxation_shares: numbers, above 0, at most 1, default: no relaxation. Prony series of
                solids: shares g of the stiffness at once that fade, together below 1. The law is
                what remains after a long time: after a sudden strain its stiffness at small strains
                is joined by g/(1 - sum of all g) exp(-t/time) of it for each share; of laws of
                rubber that against changes of shape.
            relaxation_times: numbers, positive, default: no relaxation. Times in which the stresses
                of `relaxation_shares` fall to a part of 1/e.
            fibres: fibres, default: none. Fibres in a solid, beside its law.
            youngs: number [Pa], positive, default: the material has fibres. Young's modulus E.
            poisson: number, above -1, at most 0.5, default: `shear` is given. Poisson's ratio; the
                shear modulus is E / (2 (1 + poisson)).
            shear: number [Pa], positive, default: `poisson` is given. Shear modulus G.
            strength: number [Pa], positive, default: no failure indices. Von Mises stress at which
                it fails, for failure indices of shells.
            youngs_1: number [Pa], positive. Young's modulus of a ply along the fibres.
            youngs_2: number [Pa], positive. Young's modulus of a ply across the fibres.
            poisson_12: number, from -10 to 10. Poisson's ratio of a ply: contraction across the
                fibres under tension along them.
            shear_12: number [Pa], positive. Shear modulus of a ply in its plane.
            youngs_3: number [Pa], positive, default: `youngs_2`. Young's modulus of a ply along its
                third axis, for solids.
            poisson_13: number, from -10 to 10, default: `poisson_12`. Poisson's ratio of a ply
                along its third axis under tension along the first, for solids.
            poisson_23: number, from -10 to 10, default: the material is for shells alone. Poisson's
                ratio of a ply along its third axis under tension along the second, for solids.
            shear_13: number [Pa], positive, default: `shear_12`. Shear modulus of a ply along the
                fibres and the normal.
            shear_23: number [Pa], positive, default: `shear_12`. Shear modulus of a ply across the
                fibres and the normal.
            tension_strength: two numbers [Pa], positive, default: no failure indices. Tensile
                strengths of a ply along and across the fibres.
            compression_strength: two numbers [Pa], positive, default: no failure indices.
                Compressive strengths of a ply along and across the fibres, positive.
            shear_strength: number [Pa], positive, default: no failure indices. Shear strength of a
                ply in its plane.
            expansion: number [1/K], default: none. Thermal expansion per kelvin, for
                [[temperature]].
            ply_expansion: two numbers [1/K], default: none. Thermal expansion of a ply per kelvin,
                along and across the fibres.
        """
        return self._item("material", locals(), law="linear")

    @checked
    def material_neo_hookean(
        self,
        name: str,
        /,
        *,
        density: Scalar | None = None,
        damping_time: Scalar | None = None,
        relaxation_shares: Vector | None = None,
        relaxation_times: Vector | None = None,
        fibres: Mapping[str, Any] | None = None,
        shear: Scalar | None = None,
        bulk: Scalar | None = None,
        youngs: Scalar | None = None,
        poisson: Scalar | None = None,
    ) -> Item:
        """Rubber, for solids: mu/2 (I1/J^(2/3) - 3) + K/2 (J - 1)^2. For beams and shells, linear
        with the same moduli at small strains.

        In a model file: ``[[material]] law = "neo-hookean"``.

        Give `shear` and `bulk`, or `youngs` and `poisson`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            density: number [kg/m^3], positive, default: none, for equilibria without weights. Mass
                per volume.
            damping_time: number [s], zero or positive, default: none. Viscosity of solids by their
                stiffness at small strains (Kelvin-Voigt); of laws of rubber against changes of
                shape alone.
            relaxation_shares: numbers, above 0, at most 1, default: no relaxation. Prony series of
                solids: shares g of the stiffness at once that fade, together below 1. The law is
                what remains after a long time: after a sudden strain its stiffness at small strains
                is joined by g/(1 - sum of all g) exp(-t/time) of it for each share; of laws of
                rubber that against changes of shape.
            relaxation_times: numbers, positive, default: no relaxation. Times in which the stresses
                of `relaxation_shares` fall to a part of 1/e.
            fibres: fibres, default: none. Fibres in a solid, beside its law.
            shear: number [Pa], positive. Shear modulus mu at small strains.
            bulk: number [Pa], positive. Bulk modulus K.
            youngs: number [Pa], positive. Young's modulus E at small strains.
            poisson: number, above -1, at most 0.5. Poisson's ratio at small strains.
        """
        return self._item("material", locals(), law="neo-hookean")

    @checked
    def material_neo_hookean_log(
        self,
        name: str,
        /,
        *,
        density: Scalar | None = None,
        damping_time: Scalar | None = None,
        relaxation_shares: Vector | None = None,
        relaxation_times: Vector | None = None,
        fibres: Mapping[str, Any] | None = None,
        shear: Scalar | None = None,
        bulk: Scalar | None = None,
        youngs: Scalar | None = None,
        poisson: Scalar | None = None,
    ) -> Item:
        """Compressible, for solids: mu/2 (I1 - 3) - mu ln J + lambda/2 (ln J)^2 with lambda = K -
        2/3 mu.

        In a model file: ``[[material]] law = "neo-hookean-log"``.

        Give `shear` and `bulk`, or `youngs` and `poisson`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            density: number [kg/m^3], positive, default: none, for equilibria without weights. Mass
                per volume.
            damping_time: number [s], zero or positive, default: none. Viscosity of solids by their
                stiffness at small strains (Kelvin-Voigt); of laws of rubber against changes of
                shape alone.
            relaxation_shares: numbers, above 0, at most 1, default: no relaxation. Prony series of
                solids: shares g of the stiffness at once that fade, together below 1. The law is
                what remains after a long time: after a sudden strain its stiffness at small strains
                is joined by g/(1 - sum of all g) exp(-t/time) of it for each share; of laws of
                rubber that against changes of shape.
            relaxation_times: numbers, positive, default: no relaxation. Times in which the stresses
                of `relaxation_shares` fall to a part of 1/e.
            fibres: fibres, default: none. Fibres in a solid, beside its law.
            shear: number [Pa], positive. Shear modulus mu at small strains.
            bulk: number [Pa], positive. Bulk modulus K.
            youngs: number [Pa], positive. Young's modulus E at small strains.
            poisson: number, above -1, at most 0.5. Poisson's ratio at small strains.
        """
        return self._item("material", locals(), law="neo-hookean-log")

    @checked
    def material_neo_hookean_square(
        self,
        name: str,
        /,
        *,
        density: Scalar | None = None,
        damping_time: Scalar | None = None,
        relaxation_shares: Vector | None = None,
        relaxation_times: Vector | None = None,
        fibres: Mapping[str, Any] | None = None,
        shear: Scalar | None = None,
        bulk: Scalar | None = None,
        youngs: Scalar | None = None,
        poisson: Scalar | None = None,
    ) -> Item:
        """Compressible, for solids: mu/2 (I1 - 3) - mu ln J + lambda/4 (J^2 - 1 - 2 ln J) with
        lambda = K - 2/3 mu.

        In a model file: ``[[material]] law = "neo-hookean-square"``.

        Give `shear` and `bulk`, or `youngs` and `poisson`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            density: number [kg/m^3], positive, default: none, for equilibria without weights. Mass
                per volume.
            damping_time: number [s], zero or positive, default: none. Viscosity of solids by their
                stiffness at small strains (Kelvin-Voigt); of laws of rubber against changes of
                shape alone.
            relaxation_shares: numbers, above 0, at most 1, default: no relaxation. Prony series of
                solids: shares g of the stiffness at once that fade, together below 1. The law is
                what remains after a long time: after a sudden strain its stiffness at small strains
                is joined by g/(1 - sum of all g) exp(-t/time) of it for each share; of laws of
                rubber that against changes of shape.
            relaxation_times: numbers, positive, default: no relaxation. Times in which the stresses
                of `relaxation_shares` fall to a part of 1/e.
            fibres: fibres, default: none. Fibres in a solid, beside its law.
            shear: number [Pa], positive. Shear modulus mu at small strains.
            bulk: number [Pa], positive. Bulk modulus K.
            youngs: number [Pa], positive. Young's modulus E at small strains.
            poisson: number, above -1, at most 0.5. Poisson's ratio at small strains.
        """
        return self._item("material", locals(), law="neo-hookean-square")

    @checked
    def material_mooney_rivlin(
        self,
        name: str,
        /,
        *,
        c10: Scalar,
        c01: Scalar,
        bulk: Scalar,
        density: Scalar | None = None,
        damping_time: Scalar | None = None,
        relaxation_shares: Vector | None = None,
        relaxation_times: Vector | None = None,
        fibres: Mapping[str, Any] | None = None,
    ) -> Item:
        """Rubber, for solids: c10 (I1/J^(2/3) - 3) + c01 (I2/J^(4/3) - 3) + K/2 (J - 1)^2. The
        shear modulus at small strains is 2 (c10 + c01).

        In a model file: ``[[material]] law = "mooney-rivlin"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            density: number [kg/m^3], positive, default: none, for equilibria without weights. Mass
                per volume.
            damping_time: number [s], zero or positive, default: none. Viscosity of solids by their
                stiffness at small strains (Kelvin-Voigt); of laws of rubber against changes of
                shape alone.
            relaxation_shares: numbers, above 0, at most 1, default: no relaxation. Prony series of
                solids: shares g of the stiffness at once that fade, together below 1. The law is
                what remains after a long time: after a sudden strain its stiffness at small strains
                is joined by g/(1 - sum of all g) exp(-t/time) of it for each share; of laws of
                rubber that against changes of shape.
            relaxation_times: numbers, positive, default: no relaxation. Times in which the stresses
                of `relaxation_shares` fall to a part of 1/e.
            fibres: fibres, default: none. Fibres in a solid, beside its law.
            c10: number [Pa], required. Factor of the first invariant.
            c01: number [Pa], required. Factor of the second invariant.
            bulk: number [Pa], positive, required. Bulk modulus K; a thousand times the shear
                modulus for rubber.
        """
        return self._item("material", locals(), law="mooney-rivlin")

    @checked
    def material_ogden(
        self,
        name: str,
        /,
        *,
        mu: Vector,
        alpha: Vector,
        bulk: Scalar,
        density: Scalar | None = None,
        damping_time: Scalar | None = None,
        relaxation_shares: Vector | None = None,
        relaxation_times: Vector | None = None,
        fibres: Mapping[str, Any] | None = None,
    ) -> Item:
        """Rubber, for solids: the sum of mu/alpha (l1^alpha + l2^alpha + l3^alpha - 3) over up to
        three terms, with the principal stretches l over J^(1/3), and K/2 (J - 1)^2. The shear
        modulus at small strains is half the sum of mu alpha.

        In a model file: ``[[material]] law = "ogden"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            density: number [kg/m^3], positive, default: none, for equilibria without weights. Mass
                per volume.
            damping_time: number [s], zero or positive, default: none. Viscosity of solids by their
                stiffness at small strains (Kelvin-Voigt); of laws of rubber against changes of
                shape alone.
            relaxation_shares: numbers, above 0, at most 1, default: no relaxation. Prony series of
                solids: shares g of the stiffness at once that fade, together below 1. The law is
                what remains after a long time: after a sudden strain its stiffness at small strains
                is joined by g/(1 - sum of all g) exp(-t/time) of it for each share; of laws of
                rubber that against changes of shape.
            relaxation_times: numbers, positive, default: no relaxation. Times in which the stresses
                of `relaxation_shares` fall to a part of 1/e.
            fibres: fibres, default: none. Fibres in a solid, beside its law.
            mu: numbers, required. Factors of the terms.
            alpha: numbers, from -100 to 100, required. Powers of the terms, none of them zero.
            bulk: number [Pa], positive, required. Bulk modulus K; a thousand times the shear
                modulus for rubber.
        """
        return self._item("material", locals(), law="ogden")

    @checked
    def material_yeoh(
        self,
        name: str,
        /,
        *,
        c10: Scalar,
        bulk: Scalar,
        density: Scalar | None = None,
        damping_time: Scalar | None = None,
        relaxation_shares: Vector | None = None,
        relaxation_times: Vector | None = None,
        fibres: Mapping[str, Any] | None = None,
        c20: Scalar | None = None,
        c30: Scalar | None = None,
    ) -> Item:
        """Rubber that stiffens at large stretches, for solids: c10 x + c20 x^2 + c30 x^3 + K/2 (J -
        1)^2 with x = I1/J^(2/3) - 3. The shear modulus at small strains is 2 c10.

        In a model file: ``[[material]] law = "yeoh"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            density: number [kg/m^3], positive, default: none, for equilibria without weights. Mass
                per volume.
            damping_time: number [s], zero or positive, default: none. Viscosity of solids by their
                stiffness at small strains (Kelvin-Voigt); of laws of rubber against changes of
                shape alone.
            relaxation_shares: numbers, above 0, at most 1, default: no relaxation. Prony series of
                solids: shares g of the stiffness at once that fade, together below 1. The law is
                what remains after a long time: after a sudden strain its stiffness at small strains
                is joined by g/(1 - sum of all g) exp(-t/time) of it for each share; of laws of
                rubber that against changes of shape.
            relaxation_times: numbers, positive, default: no relaxation. Times in which the stresses
                of `relaxation_shares` fall to a part of 1/e.
            fibres: fibres, default: none. Fibres in a solid, beside its law.
            c10: number [Pa], required. Factor of x.
            c20: number [Pa], default: 0. Factor of x^2.
            c30: number [Pa], default: 0. Factor of x^3.
            bulk: number [Pa], positive, required. Bulk modulus K; a thousand times the shear
                modulus for rubber.
        """
        return self._item("material", locals(), law="yeoh")

    @checked
    def material_formula(
        self,
        name: str,
        /,
        *,
        energy: Function,
        density: Scalar | None = None,
        damping_time: Scalar | None = None,
        relaxation_shares: Vector | None = None,
        relaxation_times: Vector | None = None,
        fibres: Mapping[str, Any] | None = None,
        bulk: Scalar | None = None,
    ) -> Item:
        """Any energy of the invariants I1, I2 of C, of J, and of those of C/J^(2/3), I1_bar and
        I2_bar, for solids. Without strain I1 = I2 = I1_bar = I2_bar = 3 and J = 1, and the stress
        must be zero.

        In a model file: ``[[material]] law = "formula"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            density: number [kg/m^3], positive, default: none, for equilibria without weights. Mass
                per volume.
            damping_time: number [s], zero or positive, default: none. Viscosity of solids by their
                stiffness at small strains (Kelvin-Voigt); of laws of rubber against changes of
                shape alone.
            relaxation_shares: numbers, above 0, at most 1, default: no relaxation. Prony series of
                solids: shares g of the stiffness at once that fade, together below 1. The law is
                what remains after a long time: after a sudden strain its stiffness at small strains
                is joined by g/(1 - sum of all g) exp(-t/time) of it for each share; of laws of
                rubber that against changes of shape.
            relaxation_times: numbers, positive, default: no relaxation. Times in which the stresses
                of `relaxation_shares` fall to a part of 1/e.
            fibres: fibres, default: none. Fibres in a solid, beside its law.
            energy: function of I1, I2, J, I1_bar, I2_bar [J/m^3], required. Energy by volume as
                drawn, which may contain parameters, for example "mu/2*(I1_bar - 3) +
                200*(exp((I1_bar - 3)^2) - 1)".
            bulk: number [Pa], positive, default: the formula resists changes of volume. Bulk
                modulus K of K/2 (J - 1)^2 beside the formula; elements smooth changes of volume by
                it.
        """
        return self._item("material", locals(), law="formula")

    @checked
    def material_anisotropic(
        self,
        name: str,
        /,
        *,
        moduli: Vector | Matrix,
        density: Scalar | None = None,
        damping_time: Scalar | None = None,
        relaxation_shares: Vector | None = None,
        relaxation_times: Vector | None = None,
        fibres: Mapping[str, Any] | None = None,
    ) -> Item:
        """Linear in the Green strain with any moduli along the axes of the material, for solids:
        six rows of the strains 11, 22, 33, twice 12, 23, 13.

        In a model file: ``[[material]] law = "anisotropic"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            density: number [kg/m^3], positive, default: none, for equilibria without weights. Mass
                per volume.
            damping_time: number [s], zero or positive, default: none. Viscosity of solids by their
                stiffness at small strains (Kelvin-Voigt); of laws of rubber against changes of
                shape alone.
            relaxation_shares: numbers, above 0, at most 1, default: no relaxation. Prony series of
                solids: shares g of the stiffness at once that fade, together below 1. The law is
                what remains after a long time: after a sudden strain its stiffness at small strains
                is joined by g/(1 - sum of all g) exp(-t/time) of it for each share; of laws of
                rubber that against changes of shape.
            relaxation_times: numbers, positive, default: no relaxation. Times in which the stresses
                of `relaxation_shares` fall to a part of 1/e.
            fibres: fibres, default: none. Fibres in a solid, beside its law.
            moduli: six numbers or 6x6 [Pa], required. Stresses 11, 22, 33, 12, 23, 13 by those
                strains, symmetric and positive definite.
        """
        return self._item("material", locals(), law="anisotropic")

    @checked
    def section(
        self,
        name: str,
        /,
        *,
        convention: Literal["x-axis", "beamdyn"] | None = None,
        damping_time: Scalar | None = None,
        damping: Vector | Matrix | None = None,
        EA: Scalar | None = None,
        GAy: Scalar | None = None,
        GAz: Scalar | None = None,
        GJ: Scalar | None = None,
        EIy: Scalar | None = None,
        EIz: Scalar | None = None,
        stiffness: Vector | Matrix | None = None,
        mass_per_length: Scalar | None = None,
        inertia_per_length: Vector | None = None,
        mass_center: Vector | None = None,
        mass_matrix: Vector | Matrix | None = None,
    ) -> Item:
        """Stiffness and mass are given, as single values or as 6x6 matrices.

        In a model file: ``[[section]] shape = "given"``.

        Give `damping_time` if needed, or `damping` if needed.

        Give `EA` and `GAy` and `GJ` and `EIy` (with `GAz`, `EIz`, `mass_per_length`,
        `inertia_per_length`, `mass_center` if needed), or `stiffness` and `mass_matrix`, or
        `stiffness` (with `mass_per_length`, `inertia_per_length`, `mass_center` if needed).

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            convention: word, default: needed with matrices. Order of the rows and columns of
                `stiffness`, `mass_matrix` and `damping`.
                "x-axis": x along the beam; stretch x, shear y, shear z, twist x, bending about y,
                bending about z; mass: velocity x, y, z, angular velocity x, y, z
                "beamdyn": z along the beam; shear x, shear y, stretch z, bending about x, bending
                about y, twist z; its z, x, y are our x, y, z
            damping_time: number [s], zero or positive, default: no damping. Viscous matrix
                (Kelvin-Voigt) as this time times the stiffness.
            damping: six numbers or 6x6 [N s, N m s, N m^2 s], default: no damping. Viscous matrix
                (Kelvin-Voigt), six numbers for the diagonal or six rows of six.
            EA: number [N], positive. Stiffness against stretching.
            GAy: number [N], positive. Stiffness against shear along y.
            GAz: number [N], positive, default: `GAy`. Stiffness against shear along z.
            GJ: number [N m^2], positive. Stiffness against twisting.
            EIy: number [N m^2], positive. Stiffness against bending about y.
            EIz: number [N m^2], positive, default: `EIy`. Stiffness against bending about z.
            stiffness: six numbers or 6x6 [N, N m, N m^2]. Stiffness matrix, six numbers for the
                diagonal or six rows of six (symmetric, positive definite).
            mass_per_length: number [kg/m], positive, default: `mass_matrix` is given, or none for
                equilibria without weights. Mass per length.
            inertia_per_length: three numbers [kg m], positive, default: `mass_matrix` is given, or
                none for equilibria. Inertia per length about the mass centre: [Jx, Jy, Jz] about
                the axes x, y, z of the section. For a homogeneous section Jy = density Iy, Jz =
                density Iz, Jx = Jy + Jz.
            mass_center: two numbers [m], default: on the reference line. Mass centre [y, z] in
                section axes.
            mass_matrix: six numbers or 6x6 [kg/m, kg, kg m]. Mass matrix per length about the
                reference line, six numbers for the diagonal or six rows of six: m, m times the
                offset of the mass centre, inertia.
        """
        return self._item("section", locals())

    @checked
    def section_given(
        self,
        name: str,
        /,
        *,
        convention: Literal["x-axis", "beamdyn"] | None = None,
        damping_time: Scalar | None = None,
        damping: Vector | Matrix | None = None,
        EA: Scalar | None = None,
        GAy: Scalar | None = None,
        GAz: Scalar | None = None,
        GJ: Scalar | None = None,
        EIy: Scalar | None = None,
        EIz: Scalar | None = None,
        stiffness: Vector | Matrix | None = None,
        mass_per_length: Scalar | None = None,
        inertia_per_length: Vector | None = None,
        mass_center: Vector | None = None,
        mass_matrix: Vector | Matrix | None = None,
    ) -> Item:
        """Stiffness and mass are given, as single values or as 6x6 matrices.

        In a model file: ``[[section]] shape = "given"``.

        Give `damping_time` if needed, or `damping` if needed.

        Give `EA` and `GAy` and `GJ` and `EIy` (with `GAz`, `EIz`, `mass_per_length`,
        `inertia_per_length`, `mass_center` if needed), or `stiffness` and `mass_matrix`, or
        `stiffness` (with `mass_per_length`, `inertia_per_length`, `mass_center` if needed).

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            convention: word, default: needed with matrices. Order of the rows and columns of
                `stiffness`, `mass_matrix` and `damping`.
                "x-axis": x along the beam; stretch x, shear y, shear z, twist x, bending about y,
                bending about z; mass: velocity x, y, z, angular velocity x, y, z
                "beamdyn": z along the beam; shear x, shear y, stretch z, bending about x, bending
                about y, twist z; its z, x, y are our x, y, z
            damping_time: number [s], zero or positive, default: no damping. Viscous matrix
                (Kelvin-Voigt) as this time times the stiffness.
            damping: six numbers or 6x6 [N s, N m s, N m^2 s], default: no damping. Viscous matrix
                (Kelvin-Voigt), six numbers for the diagonal or six rows of six.
            EA: number [N], positive. Stiffness against stretching.
            GAy: number [N], positive. Stiffness against shear along y.
            GAz: number [N], positive, default: `GAy`. Stiffness against shear along z.
            GJ: number [N m^2], positive. Stiffness against twisting.
            EIy: number [N m^2], positive. Stiffness against bending about y.
            EIz: number [N m^2], positive, default: `EIy`. Stiffness against bending about z.
            stiffness: six numbers or 6x6 [N, N m, N m^2]. Stiffness matrix, six numbers for the
                diagonal or six rows of six (symmetric, positive definite).
            mass_per_length: number [kg/m], positive, default: `mass_matrix` is given, or none for
                equilibria without weights. Mass per length.
            inertia_per_length: three numbers [kg m], positive, default: `mass_matrix` is given, or
                none for equilibria. Inertia per length about the mass centre: [Jx, Jy, Jz] about
                the axes x, y, z of the section. For a homogeneous section Jy = density Iy, Jz =
                density Iz, Jx = Jy + Jz.
            mass_center: two numbers [m], default: on the reference line. Mass centre [y, z] in
                section axes.
            mass_matrix: six numbers or 6x6 [kg/m, kg, kg m]. Mass matrix per length about the
                reference line, six numbers for the diagonal or six rows of six: m, m times the
                offset of the mass centre, inertia.
        """
        return self._item("section", locals(), shape="given")

    @checked
    def section_rectangle(
        self,
        name: str,
        /,
        *,
        width: Scalar,
        height: Scalar,
        material: str,
        convention: Literal["x-axis", "beamdyn"] | None = None,
        damping_time: Scalar | None = None,
        damping: Vector | Matrix | None = None,
        shear_factors: Vector | None = None,
    ) -> Item:
        """A full rectangle, centred.

        In a model file: ``[[section]] shape = "rectangle"``.

        Give `damping_time` if needed, or `damping` if needed.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            convention: word, default: needed with matrices. Order of the rows and columns of
                `stiffness`, `mass_matrix` and `damping`.
                "x-axis": x along the beam; stretch x, shear y, shear z, twist x, bending about y,
                bending about z; mass: velocity x, y, z, angular velocity x, y, z
                "beamdyn": z along the beam; shear x, shear y, stretch z, bending about x, bending
                about y, twist z; its z, x, y are our x, y, z
            damping_time: number [s], zero or positive, default: no damping. Viscous matrix
                (Kelvin-Voigt) as this time times the stiffness.
            damping: six numbers or 6x6 [N s, N m s, N m^2 s], default: no damping. Viscous matrix
                (Kelvin-Voigt), six numbers for the diagonal or six rows of six.
            width: number [m], positive, required. Size along y.
            height: number [m], positive, required. Size along z.
            material: material, required. Name of a [[material]].
            shear_factors: two numbers, above 0, at most 1, default: those of the shape. Factors on
                the shear stiffness G A along y and along z.
        """
        return self._item("section", locals(), shape="rectangle")

    @checked
    def section_circle(
        self,
        name: str,
        /,
        *,
        diameter: Scalar,
        material: str,
        convention: Literal["x-axis", "beamdyn"] | None = None,
        damping_time: Scalar | None = None,
        damping: Vector | Matrix | None = None,
        shear_factors: Vector | None = None,
    ) -> Item:
        """A full circle, centred.

        In a model file: ``[[section]] shape = "circle"``.

        Give `damping_time` if needed, or `damping` if needed.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            convention: word, default: needed with matrices. Order of the rows and columns of
                `stiffness`, `mass_matrix` and `damping`.
                "x-axis": x along the beam; stretch x, shear y, shear z, twist x, bending about y,
                bending about z; mass: velocity x, y, z, angular velocity x, y, z
                "beamdyn": z along the beam; shear x, shear y, stretch z, bending about x, bending
                about y, twist z; its z, x, y are our x, y, z
            damping_time: number [s], zero or positive, default: no damping. Viscous matrix
                (Kelvin-Voigt) as this time times the stiffness.
            damping: six numbers or 6x6 [N s, N m s, N m^2 s], default: no damping. Viscous matrix
                (Kelvin-Voigt), six numbers for the diagonal or six rows of six.
            diameter: number [m], positive, required. Diameter.
            material: material, required. Name of a [[material]].
            shear_factors: two numbers, above 0, at most 1, default: those of the shape. Factors on
                the shear stiffness G A along y and along z.
        """
        return self._item("section", locals(), shape="circle")

    @checked
    def section_tube(
        self,
        name: str,
        /,
        *,
        diameter: Scalar,
        thickness: Scalar,
        material: str,
        convention: Literal["x-axis", "beamdyn"] | None = None,
        damping_time: Scalar | None = None,
        damping: Vector | Matrix | None = None,
        shear_factors: Vector | None = None,
    ) -> Item:
        """A circular tube, centred.

        In a model file: ``[[section]] shape = "tube"``.

        Give `damping_time` if needed, or `damping` if needed.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            convention: word, default: needed with matrices. Order of the rows and columns of
                `stiffness`, `mass_matrix` and `damping`.
                "x-axis": x along the beam; stretch x, shear y, shear z, twist x, bending about y,
                bending about z; mass: velocity x, y, z, angular velocity x, y, z
                "beamdyn": z along the beam; shear x, shear y, stretch z, bending about x, bending
                about y, twist z; its z, x, y are our x, y, z
            damping_time: number [s], zero or positive, default: no damping. Viscous matrix
                (Kelvin-Voigt) as this time times the stiffness.
            damping: six numbers or 6x6 [N s, N m s, N m^2 s], default: no damping. Viscous matrix
                (Kelvin-Voigt), six numbers for the diagonal or six rows of six.
            diameter: number [m], positive, required. Outer diameter.
            thickness: number [m], positive, required. Thickness of the wall.
            material: material, required. Name of a [[material]].
            shear_factors: two numbers, above 0, at most 1, default: those of the shape. Factors on
                the shear stiffness G A along y and along z.
        """
        return self._item("section", locals(), shape="tube")

    @checked
    def section_i_beam(
        self,
        name: str,
        /,
        *,
        width: Scalar,
        height: Scalar,
        flange: Scalar,
        web: Scalar,
        material: str,
        convention: Literal["x-axis", "beamdyn"] | None = None,
        damping_time: Scalar | None = None,
        damping: Vector | Matrix | None = None,
        shear_factors: Vector | None = None,
    ) -> Item:
        """Two flanges along y joined by a web along z, centred.

        In a model file: ``[[section]] shape = "i-beam"``.

        Give `damping_time` if needed, or `damping` if needed.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            convention: word, default: needed with matrices. Order of the rows and columns of
                `stiffness`, `mass_matrix` and `damping`.
                "x-axis": x along the beam; stretch x, shear y, shear z, twist x, bending about y,
                bending about z; mass: velocity x, y, z, angular velocity x, y, z
                "beamdyn": z along the beam; shear x, shear y, stretch z, bending about x, bending
                about y, twist z; its z, x, y are our x, y, z
            damping_time: number [s], zero or positive, default: no damping. Viscous matrix
                (Kelvin-Voigt) as this time times the stiffness.
            damping: six numbers or 6x6 [N s, N m s, N m^2 s], default: no damping. Viscous matrix
                (Kelvin-Voigt), six numbers for the diagonal or six rows of six.
            width: number [m], positive, required. Width of the flanges, along y.
            height: number [m], positive, required. Whole height, along z.
            flange: number [m], positive, required. Thickness of each flange.
            web: number [m], positive, required. Thickness of the web.
            material: material, required. Name of a [[material]].
            shear_factors: two numbers, above 0, at most 1, default: those of the shape. Factors on
                the shear stiffness G A along y and along z.
        """
        return self._item("section", locals(), shape="i-beam")

    @checked
    def section_box(
        self,
        name: str,
        /,
        *,
        width: Scalar,
        height: Scalar,
        thickness: Scalar,
        material: str,
        convention: Literal["x-axis", "beamdyn"] | None = None,
        damping_time: Scalar | None = None,
        damping: Vector | Matrix | None = None,
        shear_factors: Vector | None = None,
    ) -> Item:
        """A hollow rectangle with one wall thickness, centred.

        In a model file: ``[[section]] shape = "box"``.

        Give `damping_time` if needed, or `damping` if needed.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            convention: word, default: needed with matrices. Order of the rows and columns of
                `stiffness`, `mass_matrix` and `damping`.
                "x-axis": x along the beam; stretch x, shear y, shear z, twist x, bending about y,
                bending about z; mass: velocity x, y, z, angular velocity x, y, z
                "beamdyn": z along the beam; shear x, shear y, stretch z, bending about x, bending
                about y, twist z; its z, x, y are our x, y, z
            damping_time: number [s], zero or positive, default: no damping. Viscous matrix
                (Kelvin-Voigt) as this time times the stiffness.
            damping: six numbers or 6x6 [N s, N m s, N m^2 s], default: no damping. Viscous matrix
                (Kelvin-Voigt), six numbers for the diagonal or six rows of six.
            width: number [m], positive, required. Outer size along y.
            height: number [m], positive, required. Outer size along z.
            thickness: number [m], positive, required. Thickness of the walls.
            material: material, required. Name of a [[material]].
            shear_factors: two numbers, above 0, at most 1, default: those of the shape. Factors on
                the shear stiffness G A along y and along z.
        """
        return self._item("section", locals(), shape="box")

    @checked
    def section_ellipse(
        self,
        name: str,
        /,
        *,
        width: Scalar,
        height: Scalar,
        material: str,
        convention: Literal["x-axis", "beamdyn"] | None = None,
        damping_time: Scalar | None = None,
        damping: Vector | Matrix | None = None,
        shear_factors: Vector | None = None,
    ) -> Item:
        """A full ellipse, centred, with its axes along y and z.

        In a model file: ``[[section]] shape = "ellipse"``.

        Give `damping_time` if needed, or `damping` if needed.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            convention: word, default: needed with matrices. Order of the rows and columns of
                `stiffness`, `mass_matrix` and `damping`.
                "x-axis": x along the beam; stretch x, shear y, shear z, twist x, bending about y,
                bending about z; mass: velocity x, y, z, angular velocity x, y, z
                "beamdyn": z along the beam; shear x, shear y, stretch z, bending about x, bending
                about y, twist z; its z, x, y are our x, y, z
            damping_time: number [s], zero or positive, default: no damping. Viscous matrix
                (Kelvin-Voigt) as this time times the stiffness.
            damping: six numbers or 6x6 [N s, N m s, N m^2 s], default: no damping. Viscous matrix
                (Kelvin-Voigt), six numbers for the diagonal or six rows of six.
            width: number [m], positive, required. Size along y.
            height: number [m], positive, required. Size along z.
            material: material, required. Name of a [[material]].
            shear_factors: two numbers, above 0, at most 1, default: those of the shape. Factors on
                the shear stiffness G A along y and along z.
        """
        return self._item("section", locals(), shape="ellipse")

    @checked
    def beam(
        self,
        name: str,
        /,
        *,
        elements: int,
        from_: Vector | None = None,
        to: Vector | None = None,
        points: Points | None = None,
        arc: Mapping[str, Any] | None = None,
        spline: Points | None = None,
        section: str | None = None,
        sections: Sequence[Mapping[str, Any]] | None = None,
        order: int | None = None,
        y_axis: Vector | None = None,
        z_axis: Vector | None = None,
        y_axes: Sequence[Mapping[str, Any]] | None = None,
        twist: Sequence[Mapping[str, Any]] | None = None,
        velocity: Vector | None = None,
        angular_velocity: Vector | None = None,
        about: Vector | None = None,
    ) -> Item:
        """A geometrically exact beam along a curve, free of stress as drawn. Its points are named
        "<name>.start", "<name>.end" and "<name>@0.36 m".

        In a model file: ``[[beam]]``.

        Give `from` and `to`, or `points`, or `arc`, or `spline`; and `section`, or `sections`; and
        `y_axis` and `twist` if needed, or `z_axis` and `twist` if needed, or `y_axes` if needed.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            from_: three numbers [m]. First end, world.
            to: three numbers [m]. Second end, world.
            points: points [m]. Points of a polyline, world; corners are rigid.
            arc: arc. A circular arc.
            spline: points [m]. Points that a smooth curve runs through, world.
            section: section, default: `sections` are given. Name of the [[section]].
            sections: tables, default: `section` is given. Sections at increasing arc lengths: [{ at
                = 0, section = "root" }, ...].
            elements: whole number, from 1 to 100000, required. Number of elements; more are added
                where corners and attached points need an element boundary.
            order: whole number, from 1 to 3, default: 3. Order of the elements: 1 (helicoidal, two
                nodes), 2 or 3 (four nodes).
            y_axis: direction, default: the first of world y, z and x that the curve is nowhere
                nearly parallel to. World direction that the y axis of the section is as close to as
                possible.
            z_axis: direction, default: by `y_axis`. World direction that the z axis of the section
                is as close to as possible.
            y_axes: tables, default: the same everywhere. Directions of the y axis at increasing arc
                lengths: [{ at = 0, direction = [0, 1, 0] }, ...].
            twist: tables, default: none. Angles of pre-twist at increasing arc lengths: [{ at = 0,
                angle = "13 deg" }, ...].
            velocity: three numbers [m/s], default: [0, 0, 0]. Velocity at the start of the point
                `about`, world.
            angular_velocity: three numbers [rad/s], default: [0, 0, 0]. Angular velocity at the
                start, world: it moves like a rigid body.
            about: three numbers [m], default: [0, 0, 0]. Point that `velocity` is the velocity of,
                world.
        """
        return self._item("beam", locals())

    @checked
    def cable(
        self,
        name: str,
        /,
        *,
        stiffness: Scalar,
        elements: int,
        from_: Vector | None = None,
        to: Vector | None = None,
        points: Points | None = None,
        arc: Mapping[str, Any] | None = None,
        spline: Points | None = None,
        mass_per_length: Scalar | None = None,
        mass_per_drawn_length: Scalar | None = None,
        mass_per_free_length: Scalar | None = None,
        strain: Literal["engineering", "green"] | None = None,
        tension_only: bool | None = None,
        damping: Scalar | None = None,
        damping_time: Scalar | None = None,
        pre_stretch: Scalar | None = None,
        free_length: Scalar | None = None,
        order: int | None = None,
        velocity: Vector | None = None,
        angular_velocity: Vector | None = None,
        about: Vector | None = None,
    ) -> Item:
        """A cable or a truss along a curve: it carries axial force only. Its points are named
        "<name>.start", "<name>.end" and "<name>@0.36 m"; they have no axes.

        In a model file: ``[[cable]]``.

        Give `from` and `to`, or `points`, or `arc`, or `spline`; and `damping` if needed, or
        `damping_time` if needed; and `pre_stretch` if needed, or `free_length` if needed; and
        `mass_per_length` if needed, or `mass_per_drawn_length` if needed, or `mass_per_free_length`
        if needed.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            from_: three numbers [m]. First end, world.
            to: three numbers [m]. Second end, world.
            points: points [m]. Points of a polyline, world; corners are rigid.
            arc: arc. A circular arc.
            spline: points [m]. Points that a smooth curve runs through, world.
            stiffness: number [N], positive, required. Axial stiffness EA.
            mass_per_length: number [kg/m], positive, default: one of the other two is given, or
                none for equilibria without weights. Mass per length, of a cable drawn at its free
                length.
            mass_per_drawn_length: number [kg/m], positive, default: one of the other two is given,
                or none for equilibria without weights. Mass per length as drawn, whatever the free
                length is.
            mass_per_free_length: number [kg/m], positive, default: one of the other two is given,
                or none for equilibria without weights. Mass per free length, as on the reel.
            strain: word, default: "engineering". Strain that the force is proportional to.
                "engineering": stretch minus one: the force is proportional to the elongation
                "green": half of the squared stretch minus one: the force grows faster than the
                elongation
            tension_only: true or false, default: true. Whether it goes slack instead of carrying
                compression; false for a truss.
            damping: number [N s], zero or positive, default: none. Axial viscosity: force per rate
                of strain.
            damping_time: number [s], zero or positive, default: no damping. Axial viscosity as this
                time times the stiffness.
            pre_stretch: number, above 0, at most 100, default: 1. Length as drawn divided by the
                free length: above 1 it is drawn tight, below 1 slack.
            free_length: number [m], positive, default: the length as drawn. Unstressed length;
                instead of `pre_stretch`.
            elements: whole number, from 1 to 100000, required. Number of elements; more are added
                where corners and attached points need an element boundary.
            order: whole number, from 1 to 3, default: 1. Order of the elements, 1 to 3.
            velocity: three numbers [m/s], default: [0, 0, 0]. Velocity at the start of the point
                `about`, world.
            angular_velocity: three numbers [rad/s], default: [0, 0, 0]. Angular velocity at the
                start, world: it moves like a rigid body.
            about: three numbers [m], default: [0, 0, 0]. Point that `velocity` is the velocity of,
                world.
        """
        return self._item("cable", locals())

    @checked
    def shell_section(
        self,
        name: str,
        /,
        *,
        material: str | None = None,
        thickness: Scalar | None = None,
        plies: Sequence[Mapping[str, Any]] | None = None,
        stiffness: Matrix | None = None,
        mass_per_area: Scalar | None = None,
        inertia_per_area: Scalar | None = None,
        offset: Scalar | None = None,
        angle: Scalar | None = None,
        damping_time: Scalar | None = None,
    ) -> Item:
        """A section of shells: thickness and material, a laminate of plies, or a given stiffness.
        Membrane forces, moments and shear forces are taken on the axes of the shell.

        In a model file: ``[[shell_section]]``.

        Give `material` and `thickness` (with `mass_per_area`, `inertia_per_area` if needed), or
        `plies` (with `mass_per_area`, `inertia_per_area` if needed), or `stiffness` and `thickness`
        (with `mass_per_area`, `inertia_per_area` if needed).

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            material: material. Name of a [[material]].
            thickness: number [m], positive, default: that of the plies. Thickness.
            plies: tables. Plies from the bottom, the side that the normal points away from, to the
                top: [{ material = "carbon", thickness = "0.2 mm", angle = "45 deg" }, ...].
            stiffness: 8x8 [N/m, N, N m]. Eight rows of eight, in SI units: membrane forces N11,
                N22, N12, moments M11, M22, M12 and shear forces Q1, Q2 from strains e11, e22, 2
                e12, curvatures k11, k22, 2 k12 and shear g1, g2; symmetric, positive definite.
            mass_per_area: number [kg/m^2], positive, default: that of the materials; with
                `stiffness` none, for equilibria without weights. Mass per area, instead of that of
                the materials.
            inertia_per_area: number [kg], positive, default: that of a homogeneous layer. Rotary
                inertia per area about the middle of the thickness, with `mass_per_area`.
            offset: number [m], default: 0. Height of the middle of the thickness above the surface
                of the mesh, along the normal.
            angle: number [rad], default: 0. Angle from the axis of the shell to the first axis of
                the section, about the normal.
            damping_time: number [s], zero or positive, default: no damping. Viscosity
                (Kelvin-Voigt) as this time times the stiffness.
        """
        return self._item("shell_section", locals())

    @checked
    def shell_patch(
        self,
        name: str,
        /,
        *,
        section: str,
        elements: Sequence[int],
        thickness: Function | None = None,
        prestress: Vector | None = None,
        prestress_moment: Vector | None = None,
        axis: Vector | None = None,
        velocity: Vector | None = None,
        angular_velocity: Vector | None = None,
        about: Vector | None = None,
        corners: Points | None = None,
        edges: Sequence[Mapping[str, Any]] | None = None,
        grading: Vector | None = None,
        element: Literal["s4", "s9", "s3"] | None = None,
    ) -> Item:
        """A quadrilateral between four corners or four curves. `edge1` leads from the first corner
        to the second, and so on; the corners are `corner1` to `corner4`. The normal points to where
        the corners are seen against the clock.

        In a model file: ``[[shell]] surface = "patch"``.

        Give `corners`, or `edges`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            section: shell section, required. Name of a [[shell_section]].
            thickness: function of x, y, z, or rows of point and value [m], default: that of the
                section. Thickness by place, instead of that of the section, whose layers all become
                thinner or thicker by one factor: an expression in the coordinates x, y, z as drawn
                such as "0.004 - 0.001*x", or rows of a point's number and its thickness; points
                without a row have that of the section. Not with a given `stiffness`.
            prestress: three numbers [N/m], default: [0, 0, 0]. Membrane forces 11, 22, 12 that the
                shell has as drawn, on its axes.
            prestress_moment: three numbers [N m/m], default: [0, 0, 0]. Moments 11, 22, 12 that the
                shell has as drawn, on its axes.
            axis: direction, default: the first of world x, y and z that the surface is nowhere
                nearly perpendicular to. World direction that the first axis of the section is as
                close to as possible.
            velocity: three numbers [m/s], default: [0, 0, 0]. Velocity at the start of the point
                `about`, world.
            angular_velocity: three numbers [rad/s], default: [0, 0, 0]. Angular velocity at the
                start, world: it moves like a rigid body.
            about: three numbers [m], default: [0, 0, 0]. Point that `velocity` is the velocity of,
                world.
            corners: points [m]. The four corners in the world, one after the other around the
                patch.
            edges: tables. The four curves around the patch, each from where the one before ends.
            elements: two whole numbers, from 1 to 10000, required. Number of elements along the
                first and the second edge.
            grading: two numbers, above 0, at most 1000, default: all elements alike. Size of the
                last element over that of the first, in both directions.
            element: word, default: "s4". Kind of the elements.
                "s4": four nodes; for almost everything
                "s9": nine nodes; more accurate on smooth surfaces, in vibration and where elements
                are distorted
                "s3": three nodes; stiff in bending within its plane, to fill gaps
        """
        return self._item("shell", locals(), surface="patch")

    @checked
    def shell_disc(
        self,
        name: str,
        /,
        *,
        section: str,
        radius: Scalar,
        elements: Sequence[int],
        thickness: Function | None = None,
        prestress: Vector | None = None,
        prestress_moment: Vector | None = None,
        axis: Vector | None = None,
        velocity: Vector | None = None,
        angular_velocity: Vector | None = None,
        about: Vector | None = None,
        center: Vector | None = None,
        turns_about: Vector | None = None,
        towards: Vector | None = None,
        angle: Scalar | None = None,
        element: Literal["s4", "s9", "s3"] | None = None,
    ) -> Item:
        """A disc, or a sector of one. Its edge is `rim`; a sector has `start` and `end`. The normal
        is the axis.

        In a model file: ``[[shell]] surface = "disc"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            section: shell section, required. Name of a [[shell_section]].
            thickness: function of x, y, z, or rows of point and value [m], default: that of the
                section. Thickness by place, instead of that of the section, whose layers all become
                thinner or thicker by one factor: an expression in the coordinates x, y, z as drawn
                such as "0.004 - 0.001*x", or rows of a point's number and its thickness; points
                without a row have that of the section. Not with a given `stiffness`.
            prestress: three numbers [N/m], default: [0, 0, 0]. Membrane forces 11, 22, 12 that the
                shell has as drawn, on its axes.
            prestress_moment: three numbers [N m/m], default: [0, 0, 0]. Moments 11, 22, 12 that the
                shell has as drawn, on its axes.
            axis: direction, default: the first of world x, y and z that the surface is nowhere
                nearly perpendicular to. World direction that the first axis of the section is as
                close to as possible.
            velocity: three numbers [m/s], default: [0, 0, 0]. Velocity at the start of the point
                `about`, world.
            angular_velocity: three numbers [rad/s], default: [0, 0, 0]. Angular velocity at the
                start, world: it moves like a rigid body.
            about: three numbers [m], default: [0, 0, 0]. Point that `velocity` is the velocity of,
                world.
            center: three numbers [m], default: [0, 0, 0]. A point of the axis, world: the centre of
                a disc or a sphere, or of the bottom of a cylinder or cone.
            turns_about: direction, default: world z. Direction of the axis, world.
            towards: direction, default: world x, or y where the axis is nearly parallel to it.
                Direction from the axis to where the angle is zero, world.
            angle: number [rad], above 0, at most 6.283185313462772, default: 6.283185307179586.
                Angle of the part about the axis; a full turn is closed.
            radius: number [m], positive, required. Radius.
            elements: two whole numbers, from 1 to 10000, required. Number of elements around, a
                multiple of 8 for a whole disc, and of rings around its core.
            element: word, default: "s4". Kind of the elements.
                "s4": four nodes; for almost everything
                "s9": nine nodes; more accurate on smooth surfaces, in vibration and where elements
                are distorted
                "s3": three nodes; stiff in bending within its plane, to fill gaps
        """
        return self._item("shell", locals(), surface="disc")

    @checked
    def shell_annulus(
        self,
        name: str,
        /,
        *,
        section: str,
        radius: Scalar,
        inner_radius: Scalar,
        elements: Sequence[int],
        thickness: Function | None = None,
        prestress: Vector | None = None,
        prestress_moment: Vector | None = None,
        axis: Vector | None = None,
        velocity: Vector | None = None,
        angular_velocity: Vector | None = None,
        about: Vector | None = None,
        center: Vector | None = None,
        turns_about: Vector | None = None,
        towards: Vector | None = None,
        angle: Scalar | None = None,
        grading: Vector | None = None,
        element: Literal["s4", "s9", "s3"] | None = None,
    ) -> Item:
        """A ring, or a part of one. Its edges are `outer` and `inner`; a part has `start` and
        `end`. The normal is the axis.

        In a model file: ``[[shell]] surface = "annulus"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            section: shell section, required. Name of a [[shell_section]].
            thickness: function of x, y, z, or rows of point and value [m], default: that of the
                section. Thickness by place, instead of that of the section, whose layers all become
                thinner or thicker by one factor: an expression in the coordinates x, y, z as drawn
                such as "0.004 - 0.001*x", or rows of a point's number and its thickness; points
                without a row have that of the section. Not with a given `stiffness`.
            prestress: three numbers [N/m], default: [0, 0, 0]. Membrane forces 11, 22, 12 that the
                shell has as drawn, on its axes.
            prestress_moment: three numbers [N m/m], default: [0, 0, 0]. Moments 11, 22, 12 that the
                shell has as drawn, on its axes.
            axis: direction, default: the first of world x, y and z that the surface is nowhere
                nearly perpendicular to. World direction that the first axis of the section is as
                close to as possible.
            velocity: three numbers [m/s], default: [0, 0, 0]. Velocity at the start of the point
                `about`, world.
            angular_velocity: three numbers [rad/s], default: [0, 0, 0]. Angular velocity at the
                start, world: it moves like a rigid body.
            about: three numbers [m], default: [0, 0, 0]. Point that `velocity` is the velocity of,
                world.
            center: three numbers [m], default: [0, 0, 0]. A point of the axis, world: the centre of
                a disc or a sphere, or of the bottom of a cylinder or cone.
            turns_about: direction, default: world z. Direction of the axis, world.
            towards: direction, default: world x, or y where the axis is nearly parallel to it.
                Direction from the axis to where the angle is zero, world.
            angle: number [rad], above 0, at most 6.283185313462772, default: 6.283185307179586.
                Angle of the part about the axis; a full turn is closed.
            radius: number [m], positive, required. Radius.
            inner_radius: number [m], positive, required. Radius of the hole.
            elements: two whole numbers, from 1 to 10000, required. Number of elements around and
                across.
            grading: two numbers, above 0, at most 1000, default: all elements alike. Size of the
                last element over that of the first, in both directions.
            element: word, default: "s4". Kind of the elements.
                "s4": four nodes; for almost everything
                "s9": nine nodes; more accurate on smooth surfaces, in vibration and where elements
                are distorted
                "s3": three nodes; stiff in bending within its plane, to fill gaps
        """
        return self._item("shell", locals(), surface="annulus")

    @checked
    def shell_cylinder(
        self,
        name: str,
        /,
        *,
        section: str,
        radius: Scalar,
        height: Scalar,
        elements: Sequence[int],
        thickness: Function | None = None,
        prestress: Vector | None = None,
        prestress_moment: Vector | None = None,
        axis: Vector | None = None,
        velocity: Vector | None = None,
        angular_velocity: Vector | None = None,
        about: Vector | None = None,
        center: Vector | None = None,
        turns_about: Vector | None = None,
        towards: Vector | None = None,
        angle: Scalar | None = None,
        grading: Vector | None = None,
        element: Literal["s4", "s9", "s3"] | None = None,
    ) -> Item:
        """A cylinder, or a part of one, from `center` along the axis. Its edges are `bottom` and
        `top`; a part has `start` and `end`. The normal points outwards.

        In a model file: ``[[shell]] surface = "cylinder"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            section: shell section, required. Name of a [[shell_section]].
            thickness: function of x, y, z, or rows of point and value [m], default: that of the
                section. Thickness by place, instead of that of the section, whose layers all become
                thinner or thicker by one factor: an expression in the coordinates x, y, z as drawn
                such as "0.004 - 0.001*x", or rows of a point's number and its thickness; points
                without a row have that of the section. Not with a given `stiffness`.
            prestress: three numbers [N/m], default: [0, 0, 0]. Membrane forces 11, 22, 12 that the
                shell has as drawn, on its axes.
            prestress_moment: three numbers [N m/m], default: [0, 0, 0]. Moments 11, 22, 12 that the
                shell has as drawn, on its axes.
            axis: direction, default: the first of world x, y and z that the surface is nowhere
                nearly perpendicular to. World direction that the first axis of the section is as
                close to as possible.
            velocity: three numbers [m/s], default: [0, 0, 0]. Velocity at the start of the point
                `about`, world.
            angular_velocity: three numbers [rad/s], default: [0, 0, 0]. Angular velocity at the
                start, world: it moves like a rigid body.
            about: three numbers [m], default: [0, 0, 0]. Point that `velocity` is the velocity of,
                world.
            center: three numbers [m], default: [0, 0, 0]. A point of the axis, world: the centre of
                a disc or a sphere, or of the bottom of a cylinder or cone.
            turns_about: direction, default: world z. Direction of the axis, world.
            towards: direction, default: world x, or y where the axis is nearly parallel to it.
                Direction from the axis to where the angle is zero, world.
            angle: number [rad], above 0, at most 6.283185313462772, default: 6.283185307179586.
                Angle of the part about the axis; a full turn is closed.
            radius: number [m], positive, required. Radius.
            height: number [m], positive, required. Length along the axis.
            elements: two whole numbers, from 1 to 10000, required. Number of elements around and
                along.
            grading: two numbers, above 0, at most 1000, default: all elements alike. Size of the
                last element over that of the first, in both directions.
            element: word, default: "s4". Kind of the elements.
                "s4": four nodes; for almost everything
                "s9": nine nodes; more accurate on smooth surfaces, in vibration and where elements
                are distorted
                "s3": three nodes; stiff in bending within its plane, to fill gaps
        """
        return self._item("shell", locals(), surface="cylinder")

    @checked
    def shell_cone(
        self,
        name: str,
        /,
        *,
        section: str,
        radius: Scalar,
        top_radius: Scalar,
        height: Scalar,
        elements: Sequence[int],
        thickness: Function | None = None,
        prestress: Vector | None = None,
        prestress_moment: Vector | None = None,
        axis: Vector | None = None,
        velocity: Vector | None = None,
        angular_velocity: Vector | None = None,
        about: Vector | None = None,
        center: Vector | None = None,
        turns_about: Vector | None = None,
        towards: Vector | None = None,
        angle: Scalar | None = None,
        grading: Vector | None = None,
        element: Literal["s4", "s9", "s3"] | None = None,
    ) -> Item:
        """A cone, or a part of one, from `center` along the axis. Its edges are `bottom` and `top`;
        a part has `start` and `end`. The normal points outwards.

        In a model file: ``[[shell]] surface = "cone"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            section: shell section, required. Name of a [[shell_section]].
            thickness: function of x, y, z, or rows of point and value [m], default: that of the
                section. Thickness by place, instead of that of the section, whose layers all become
                thinner or thicker by one factor: an expression in the coordinates x, y, z as drawn
                such as "0.004 - 0.001*x", or rows of a point's number and its thickness; points
                without a row have that of the section. Not with a given `stiffness`.
            prestress: three numbers [N/m], default: [0, 0, 0]. Membrane forces 11, 22, 12 that the
                shell has as drawn, on its axes.
            prestress_moment: three numbers [N m/m], default: [0, 0, 0]. Moments 11, 22, 12 that the
                shell has as drawn, on its axes.
            axis: direction, default: the first of world x, y and z that the surface is nowhere
                nearly perpendicular to. World direction that the first axis of the section is as
                close to as possible.
            velocity: three numbers [m/s], default: [0, 0, 0]. Velocity at the start of the point
                `about`, world.
            angular_velocity: three numbers [rad/s], default: [0, 0, 0]. Angular velocity at the
                start, world: it moves like a rigid body.
            about: three numbers [m], default: [0, 0, 0]. Point that `velocity` is the velocity of,
                world.
            center: three numbers [m], default: [0, 0, 0]. A point of the axis, world: the centre of
                a disc or a sphere, or of the bottom of a cylinder or cone.
            turns_about: direction, default: world z. Direction of the axis, world.
            towards: direction, default: world x, or y where the axis is nearly parallel to it.
                Direction from the axis to where the angle is zero, world.
            angle: number [rad], above 0, at most 6.283185313462772, default: 6.283185307179586.
                Angle of the part about the axis; a full turn is closed.
            radius: number [m], positive, required. Radius.
            top_radius: number [m], zero or positive, required. Radius at the top; 0 for a tip.
            height: number [m], positive, required. Length along the axis.
            elements: two whole numbers, from 1 to 10000, required. Number of elements around and
                along.
            grading: two numbers, above 0, at most 1000, default: all elements alike. Size of the
                last element over that of the first, in both directions.
            element: word, default: "s4". Kind of the elements.
                "s4": four nodes; for almost everything
                "s9": nine nodes; more accurate on smooth surfaces, in vibration and where elements
                are distorted
                "s3": three nodes; stiff in bending within its plane, to fill gaps
        """
        return self._item("shell", locals(), surface="cone")

    @checked
    def shell_sphere(
        self,
        name: str,
        /,
        *,
        section: str,
        radius: Scalar,
        from_axis: Vector,
        elements: Sequence[int],
        thickness: Function | None = None,
        prestress: Vector | None = None,
        prestress_moment: Vector | None = None,
        axis: Vector | None = None,
        velocity: Vector | None = None,
        angular_velocity: Vector | None = None,
        about: Vector | None = None,
        center: Vector | None = None,
        turns_about: Vector | None = None,
        towards: Vector | None = None,
        angle: Scalar | None = None,
        grading: Vector | None = None,
        element: Literal["s4", "s9", "s3"] | None = None,
    ) -> Item:
        """A part of a sphere between two angles from its axis. Its edges are `bottom` and `top`; a
        part has `start` and `end`. The normal points outwards.

        In a model file: ``[[shell]] surface = "sphere"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            section: shell section, required. Name of a [[shell_section]].
            thickness: function of x, y, z, or rows of point and value [m], default: that of the
                section. Thickness by place, instead of that of the section, whose layers all become
                thinner or thicker by one factor: an expression in the coordinates x, y, z as drawn
                such as "0.004 - 0.001*x", or rows of a point's number and its thickness; points
                without a row have that of the section. Not with a given `stiffness`.
            prestress: three numbers [N/m], default: [0, 0, 0]. Membrane forces 11, 22, 12 that the
                shell has as drawn, on its axes.
            prestress_moment: three numbers [N m/m], default: [0, 0, 0]. Moments 11, 22, 12 that the
                shell has as drawn, on its axes.
            axis: direction, default: the first of world x, y and z that the surface is nowhere
                nearly perpendicular to. World direction that the first axis of the section is as
                close to as possible.
            velocity: three numbers [m/s], default: [0, 0, 0]. Velocity at the start of the point
                `about`, world.
            angular_velocity: three numbers [rad/s], default: [0, 0, 0]. Angular velocity at the
                start, world: it moves like a rigid body.
            about: three numbers [m], default: [0, 0, 0]. Point that `velocity` is the velocity of,
                world.
            center: three numbers [m], default: [0, 0, 0]. A point of the axis, world: the centre of
                a disc or a sphere, or of the bottom of a cylinder or cone.
            turns_about: direction, default: world z. Direction of the axis, world.
            towards: direction, default: world x, or y where the axis is nearly parallel to it.
                Direction from the axis to where the angle is zero, world.
            angle: number [rad], above 0, at most 6.283185313462772, default: 6.283185307179586.
                Angle of the part about the axis; a full turn is closed.
            radius: number [m], positive, required. Radius.
            from_axis: two numbers [rad], from 0 to 3.2, required. Angles from the axis to the top
                and to the bottom: 0 is the pole, above it there is a hole.
            elements: two whole numbers, from 1 to 10000, required. Number of elements around and
                along.
            grading: two numbers, above 0, at most 1000, default: all elements alike. Size of the
                last element over that of the first, in both directions.
            element: word, default: "s4". Kind of the elements.
                "s4": four nodes; for almost everything
                "s9": nine nodes; more accurate on smooth surfaces, in vibration and where elements
                are distorted
                "s3": three nodes; stiff in bending within its plane, to fill gaps
        """
        return self._item("shell", locals(), surface="sphere")

    @checked
    def shell_revolution(
        self,
        name: str,
        /,
        *,
        section: str,
        curve: Mapping[str, Any],
        elements: Sequence[int],
        thickness: Function | None = None,
        prestress: Vector | None = None,
        prestress_moment: Vector | None = None,
        axis: Vector | None = None,
        velocity: Vector | None = None,
        angular_velocity: Vector | None = None,
        about: Vector | None = None,
        center: Vector | None = None,
        turns_about: Vector | None = None,
        angle: Scalar | None = None,
        grading: Vector | None = None,
        element: Literal["s4", "s9", "s3"] | None = None,
    ) -> Item:
        """The surface that a curve makes when it turns about an axis. Its edges are `bottom`, what
        the start of the curve makes, and `top`; a part of a turn has `start` and `end`.

        In a model file: ``[[shell]] surface = "revolution"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            section: shell section, required. Name of a [[shell_section]].
            thickness: function of x, y, z, or rows of point and value [m], default: that of the
                section. Thickness by place, instead of that of the section, whose layers all become
                thinner or thicker by one factor: an expression in the coordinates x, y, z as drawn
                such as "0.004 - 0.001*x", or rows of a point's number and its thickness; points
                without a row have that of the section. Not with a given `stiffness`.
            prestress: three numbers [N/m], default: [0, 0, 0]. Membrane forces 11, 22, 12 that the
                shell has as drawn, on its axes.
            prestress_moment: three numbers [N m/m], default: [0, 0, 0]. Moments 11, 22, 12 that the
                shell has as drawn, on its axes.
            axis: direction, default: the first of world x, y and z that the surface is nowhere
                nearly perpendicular to. World direction that the first axis of the section is as
                close to as possible.
            velocity: three numbers [m/s], default: [0, 0, 0]. Velocity at the start of the point
                `about`, world.
            angular_velocity: three numbers [rad/s], default: [0, 0, 0]. Angular velocity at the
                start, world: it moves like a rigid body.
            about: three numbers [m], default: [0, 0, 0]. Point that `velocity` is the velocity of,
                world.
            center: three numbers [m], default: [0, 0, 0]. A point of the axis, world: the centre of
                a disc or a sphere, or of the bottom of a cylinder or cone.
            turns_about: direction, default: world z. Direction of the axis, world.
            angle: number [rad], above 0, at most 6.283185313462772, default: 6.283185307179586.
                Angle of the part about the axis; a full turn is closed.
            curve: curve, required. The curve.
            elements: two whole numbers, from 1 to 10000, required. Number of elements around and
                along.
            grading: two numbers, above 0, at most 1000, default: all elements alike. Size of the
                last element over that of the first, in both directions.
            element: word, default: "s4". Kind of the elements.
                "s4": four nodes; for almost everything
                "s9": nine nodes; more accurate on smooth surfaces, in vibration and where elements
                are distorted
                "s3": three nodes; stiff in bending within its plane, to fill gaps
        """
        return self._item("shell", locals(), surface="revolution")

    @checked
    def shell_extrusion(
        self,
        name: str,
        /,
        *,
        section: str,
        curve: Mapping[str, Any],
        along: Vector,
        elements: Sequence[int],
        thickness: Function | None = None,
        prestress: Vector | None = None,
        prestress_moment: Vector | None = None,
        axis: Vector | None = None,
        velocity: Vector | None = None,
        angular_velocity: Vector | None = None,
        about: Vector | None = None,
        grading: Vector | None = None,
        element: Literal["s4", "s9", "s3"] | None = None,
    ) -> Item:
        """The surface that a curve makes when it moves along a vector. `edge1` is the curve,
        `edge3` where it ends up.

        In a model file: ``[[shell]] surface = "extrusion"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            section: shell section, required. Name of a [[shell_section]].
            thickness: function of x, y, z, or rows of point and value [m], default: that of the
                section. Thickness by place, instead of that of the section, whose layers all become
                thinner or thicker by one factor: an expression in the coordinates x, y, z as drawn
                such as "0.004 - 0.001*x", or rows of a point's number and its thickness; points
                without a row have that of the section. Not with a given `stiffness`.
            prestress: three numbers [N/m], default: [0, 0, 0]. Membrane forces 11, 22, 12 that the
                shell has as drawn, on its axes.
            prestress_moment: three numbers [N m/m], default: [0, 0, 0]. Moments 11, 22, 12 that the
                shell has as drawn, on its axes.
            axis: direction, default: the first of world x, y and z that the surface is nowhere
                nearly perpendicular to. World direction that the first axis of the section is as
                close to as possible.
            velocity: three numbers [m/s], default: [0, 0, 0]. Velocity at the start of the point
                `about`, world.
            angular_velocity: three numbers [rad/s], default: [0, 0, 0]. Angular velocity at the
                start, world: it moves like a rigid body.
            about: three numbers [m], default: [0, 0, 0]. Point that `velocity` is the velocity of,
                world.
            curve: curve, required. The curve.
            along: three numbers [m], required. How far the curve moves, world.
            elements: two whole numbers, from 1 to 10000, required. Number of elements along the
                curve and along the way.
            grading: two numbers, above 0, at most 1000, default: all elements alike. Size of the
                last element over that of the first, in both directions.
            element: word, default: "s4". Kind of the elements.
                "s4": four nodes; for almost everything
                "s9": nine nodes; more accurate on smooth surfaces, in vibration and where elements
                are distorted
                "s3": three nodes; stiff in bending within its plane, to fill gaps
        """
        return self._item("shell", locals(), surface="extrusion")

    @checked
    def shell_ruled(
        self,
        name: str,
        /,
        *,
        section: str,
        curve: Mapping[str, Any],
        second_curve: Mapping[str, Any],
        elements: Sequence[int],
        thickness: Function | None = None,
        prestress: Vector | None = None,
        prestress_moment: Vector | None = None,
        axis: Vector | None = None,
        velocity: Vector | None = None,
        angular_velocity: Vector | None = None,
        about: Vector | None = None,
        grading: Vector | None = None,
        element: Literal["s4", "s9", "s3"] | None = None,
    ) -> Item:
        """Straight lines between two curves. `edge1` is the first curve, `edge3` the second.

        In a model file: ``[[shell]] surface = "ruled"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            section: shell section, required. Name of a [[shell_section]].
            thickness: function of x, y, z, or rows of point and value [m], default: that of the
                section. Thickness by place, instead of that of the section, whose layers all become
                thinner or thicker by one factor: an expression in the coordinates x, y, z as drawn
                such as "0.004 - 0.001*x", or rows of a point's number and its thickness; points
                without a row have that of the section. Not with a given `stiffness`.
            prestress: three numbers [N/m], default: [0, 0, 0]. Membrane forces 11, 22, 12 that the
                shell has as drawn, on its axes.
            prestress_moment: three numbers [N m/m], default: [0, 0, 0]. Moments 11, 22, 12 that the
                shell has as drawn, on its axes.
            axis: direction, default: the first of world x, y and z that the surface is nowhere
                nearly perpendicular to. World direction that the first axis of the section is as
                close to as possible.
            velocity: three numbers [m/s], default: [0, 0, 0]. Velocity at the start of the point
                `about`, world.
            angular_velocity: three numbers [rad/s], default: [0, 0, 0]. Angular velocity at the
                start, world: it moves like a rigid body.
            about: three numbers [m], default: [0, 0, 0]. Point that `velocity` is the velocity of,
                world.
            curve: curve, required. The first curve.
            second_curve: curve, required. The second curve, in the same direction.
            elements: two whole numbers, from 1 to 10000, required. Number of elements along the
                curves and between them.
            grading: two numbers, above 0, at most 1000, default: all elements alike. Size of the
                last element over that of the first, in both directions.
            element: word, default: "s4". Kind of the elements.
                "s4": four nodes; for almost everything
                "s9": nine nodes; more accurate on smooth surfaces, in vibration and where elements
                are distorted
                "s3": three nodes; stiff in bending within its plane, to fill gaps
        """
        return self._item("shell", locals(), surface="ruled")

    @checked
    def shell_mesh(
        self,
        name: str,
        /,
        *,
        section: str,
        thickness: Function | None = None,
        prestress: Vector | None = None,
        prestress_moment: Vector | None = None,
        axis: Vector | None = None,
        velocity: Vector | None = None,
        angular_velocity: Vector | None = None,
        about: Vector | None = None,
        file: str | None = None,
        points: Points | None = None,
        cells: Sequence[Sequence[int]] | None = None,
        scale: Scalar | None = None,
        groups: Names | None = None,
        position: Vector | None = None,
        orientation: Mapping[str, Any] | None = None,
    ) -> Item:
        """Elements of a mesh file: Gmsh (.msh, versions 2.2 and 4.1), Abaqus (.inp), or the
        triangles of an OBJ or STL file. Triangles, quadrilaterals and quadrilaterals with nine
        nodes become elements; groups keep their names.

        In a model file: ``[[shell]] surface = "mesh"``.

        Give `file` (with `scale`, `groups`, `position`, `orientation` if needed), or `points` and
        `cells`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            section: shell section, required. Name of a [[shell_section]].
            thickness: function of x, y, z, or rows of point and value [m], default: that of the
                section. Thickness by place, instead of that of the section, whose layers all become
                thinner or thicker by one factor: an expression in the coordinates x, y, z as drawn
                such as "0.004 - 0.001*x", or rows of a point's number and its thickness; points
                without a row have that of the section. Not with a given `stiffness`.
            prestress: three numbers [N/m], default: [0, 0, 0]. Membrane forces 11, 22, 12 that the
                shell has as drawn, on its axes.
            prestress_moment: three numbers [N m/m], default: [0, 0, 0]. Moments 11, 22, 12 that the
                shell has as drawn, on its axes.
            axis: direction, default: the first of world x, y and z that the surface is nowhere
                nearly perpendicular to. World direction that the first axis of the section is as
                close to as possible.
            velocity: three numbers [m/s], default: [0, 0, 0]. Velocity at the start of the point
                `about`, world.
            angular_velocity: three numbers [rad/s], default: [0, 0, 0]. Angular velocity at the
                start, world: it moves like a rigid body.
            about: three numbers [m], default: [0, 0, 0]. Point that `velocity` is the velocity of,
                world.
            file: text. Mesh file, relative to the folder of this file.
            points: points [m]. Points of a mesh that is written here, world.
            cells: lists of whole numbers. Its elements: lists of 3, 4 or 9 numbers of points,
                counted from 1; corners one after the other around the element, then middles of
                sides, then the centre.
            scale: number [m], positive, default: 1 m. Length that the file counts as 1, such as "1
                mm"; factor on the coordinates of the file.
            groups: texts, default: all surfaces of the file. Groups of surfaces that the shell
                consists of.
            position: three numbers [m], default: [0, 0, 0]. Origin of the file, world.
            orientation: orientation, default: the world axes. Axes of the file, relative to the
                world; coordinates are multiplied by `scale`, turned and moved.
        """
        return self._item("shell", locals(), surface="mesh")

    @checked
    def solid_block(
        self,
        name: str,
        /,
        *,
        material: str,
        elements: Sequence[int],
        material_axes: Mapping[str, Any] | None = None,
        strains: Literal["plain", "assumed", "mean-volume"] | None = None,
        velocity: Vector | None = None,
        angular_velocity: Vector | None = None,
        about: Vector | None = None,
        velocity_by_place: Sequence[Function] | Vector | None = None,
        corner: Vector | None = None,
        size: Vector | None = None,
        axes: Mapping[str, Any] | None = None,
        corners: Points | None = None,
        grading: Vector | None = None,
        element: Literal["hex20", "hex27", "tet10", "wedge15", "hex8"] | None = None,
    ) -> Item:
        """A block, by one of its corners and its size or by its eight corners. Its faces are
        `face1` and `face2` at the beginning and end of its first axis, `face3` and `face4` of the
        second, `face5` and `face6` of the third.

        In a model file: ``[[solid]] volume = "block"``.

        Give `size` (with `corner`, `axes` if needed), or `corners`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            material: material, required. Name of a [[material]].
            material_axes: orientation, default: those of the world. Directions of the axes of a
                material with fibres or moduli that differ by direction, as drawn.
            strains: word, default: "mean-volume" for rubber (Poisson's ratio above 0.45) where the
                elements and the law have it, else "assumed" for bricks with 8 nodes and "plain" for
                others. Strains of the elements.
                "plain": those of the displacements
                "assumed": bricks with 8 nodes that bend well; for moderate strains
                "mean-volume": the change of volume smoothed within each element, so that rubber
                does not lock: bricks with 8 and 27 nodes, wedges and tetrahedra, with a law that
                has a bulk modulus
            velocity: three numbers [m/s], default: [0, 0, 0]. Velocity at the start of the point
                `about`, world.
            angular_velocity: three numbers [rad/s], default: [0, 0, 0]. Angular velocity at the
                start, world: it moves like a rigid body.
            about: three numbers [m], default: [0, 0, 0]. Point that `velocity` is the velocity of,
                world.
            velocity_by_place: three functions of x, y, z [m/s], default: none. Velocity at the
                start that differs from place to place, in addition: three numbers or expressions in
                the coordinates x, y, z as drawn, such as ["2*y", 0, "sin(pi*x)"]. Points at one
                place, where solids are joined, need one velocity.
            corner: three numbers [m], default: the origin of the world. The corner that the axes
                begin at, world.
            size: three numbers [m], positive. Lengths along the three axes.
            axes: orientation, default: those of the world. Directions of its three axes.
            corners: points [m]. Its eight corners in the world: four around one face, then those
                opposite to them. The first axis runs from the first to the second, the second from
                there to the third, the third from the first to the fifth.
            elements: three whole numbers, from 1 to 10000, required. Number of elements along the
                three axes.
            grading: three numbers, above 0, at most 1000, default: all elements alike. Size of the
                last element over that of the first, in the three directions.
            element: word, default: "hex20". Kind of the elements.
                "hex20": bricks with 20 nodes; for almost everything, at least two elements across
                each thickness
                "hex27": bricks with 27 nodes; more accurate for rubber, and where elements are
                distorted
                "tet10": tetrahedra with 10 nodes, six in the place of a brick
                "wedge15": wedges with 15 nodes, two in the place of a brick, with their triangles
                across the third direction
                "hex8": bricks with 8 nodes; cheap, for fine meshes
        """
        return self._item("solid", locals(), volume="block")

    @checked
    def solid_cylinder(
        self,
        name: str,
        /,
        *,
        material: str,
        radius: Scalar,
        height: Scalar,
        elements: Sequence[int],
        material_axes: Mapping[str, Any] | None = None,
        strains: Literal["plain", "assumed", "mean-volume"] | None = None,
        velocity: Vector | None = None,
        angular_velocity: Vector | None = None,
        about: Vector | None = None,
        velocity_by_place: Sequence[Function] | Vector | None = None,
        center: Vector | None = None,
        turns_about: Vector | None = None,
        towards: Vector | None = None,
        angle: Scalar | None = None,
        grading: Vector | None = None,
        element: Literal["hex20", "hex27", "tet10", "wedge15", "hex8"] | None = None,
    ) -> Item:
        """A cylinder, or a sector of one, from `center` along the axis. Its faces are `bottom`,
        `top` and `outer`; a sector has `start` and `end`.

        In a model file: ``[[solid]] volume = "cylinder"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            material: material, required. Name of a [[material]].
            material_axes: orientation, default: those of the world. Directions of the axes of a
                material with fibres or moduli that differ by direction, as drawn.
            strains: word, default: "mean-volume" for rubber (Poisson's ratio above 0.45) where the
                elements and the law have it, else "assumed" for bricks with 8 nodes and "plain" for
                others. Strains of the elements.
                "plain": those of the displacements
                "assumed": bricks with 8 nodes that bend well; for moderate strains
                "mean-volume": the change of volume smoothed within each element, so that rubber
                does not lock: bricks with 8 and 27 nodes, wedges and tetrahedra, with a law that
                has a bulk modulus
            velocity: three numbers [m/s], default: [0, 0, 0]. Velocity at the start of the point
                `about`, world.
            angular_velocity: three numbers [rad/s], default: [0, 0, 0]. Angular velocity at the
                start, world: it moves like a rigid body.
            about: three numbers [m], default: [0, 0, 0]. Point that `velocity` is the velocity of,
                world.
            velocity_by_place: three functions of x, y, z [m/s], default: none. Velocity at the
                start that differs from place to place, in addition: three numbers or expressions in
                the coordinates x, y, z as drawn, such as ["2*y", 0, "sin(pi*x)"]. Points at one
                place, where solids are joined, need one velocity.
            center: three numbers [m], default: [0, 0, 0]. Centre of the bottom, or a point of the
                axis, world.
            turns_about: direction, default: world z. Direction of the axis, world.
            towards: direction, default: world x, or y where the axis is nearly parallel to it.
                Direction from the axis to where the angle is zero, world.
            angle: number [rad], above 0, at most 6.283185313462772, default: 6.283185307179586.
                Angle of the part about the axis; a full turn is closed.
            radius: number [m], positive, required. Radius.
            height: number [m], positive, required. Length along the axis.
            elements: three whole numbers, from 1 to 10000, required. Number of elements around, a
                multiple of 8 for a whole cylinder, of rings around its core, and along the axis.
            grading: three numbers, above 0, at most 1000, default: all elements alike. Size of the
                last element over that of the first, in the three directions.
            element: word, default: "hex20". Kind of the elements.
                "hex20": bricks with 20 nodes; for almost everything, at least two elements across
                each thickness
                "hex27": bricks with 27 nodes; more accurate for rubber, and where elements are
                distorted
                "tet10": tetrahedra with 10 nodes, six in the place of a brick
                "wedge15": wedges with 15 nodes, two in the place of a brick, with their triangles
                across the third direction
                "hex8": bricks with 8 nodes; cheap, for fine meshes
        """
        return self._item("solid", locals(), volume="cylinder")

    @checked
    def solid_tube(
        self,
        name: str,
        /,
        *,
        material: str,
        radius: Scalar,
        inner_radius: Scalar,
        height: Scalar,
        elements: Sequence[int],
        material_axes: Mapping[str, Any] | None = None,
        strains: Literal["plain", "assumed", "mean-volume"] | None = None,
        velocity: Vector | None = None,
        angular_velocity: Vector | None = None,
        about: Vector | None = None,
        velocity_by_place: Sequence[Function] | Vector | None = None,
        center: Vector | None = None,
        turns_about: Vector | None = None,
        towards: Vector | None = None,
        angle: Scalar | None = None,
        grading: Vector | None = None,
        element: Literal["hex20", "hex27", "tet10", "wedge15", "hex8"] | None = None,
    ) -> Item:
        """A tube, or a part of one, from `center` along the axis. Its faces are `bottom`, `top`,
        `outer` and `inner`; a part has `start` and `end`.

        In a model file: ``[[solid]] volume = "tube"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            material: material, required. Name of a [[material]].
            material_axes: orientation, default: those of the world. Directions of the axes of a
                material with fibres or moduli that differ by direction, as drawn.
            strains: word, default: "mean-volume" for rubber (Poisson's ratio above 0.45) where the
                elements and the law have it, else "assumed" for bricks with 8 nodes and "plain" for
                others. Strains of the elements.
                "plain": those of the displacements
                "assumed": bricks with 8 nodes that bend well; for moderate strains
                "mean-volume": the change of volume smoothed within each element, so that rubber
                does not lock: bricks with 8 and 27 nodes, wedges and tetrahedra, with a law that
                has a bulk modulus
            velocity: three numbers [m/s], default: [0, 0, 0]. Velocity at the start of the point
                `about`, world.
            angular_velocity: three numbers [rad/s], default: [0, 0, 0]. Angular velocity at the
                start, world: it moves like a rigid body.
            about: three numbers [m], default: [0, 0, 0]. Point that `velocity` is the velocity of,
                world.
            velocity_by_place: three functions of x, y, z [m/s], default: none. Velocity at the
                start that differs from place to place, in addition: three numbers or expressions in
                the coordinates x, y, z as drawn, such as ["2*y", 0, "sin(pi*x)"]. Points at one
                place, where solids are joined, need one velocity.
            center: three numbers [m], default: [0, 0, 0]. Centre of the bottom, or a point of the
                axis, world.
            turns_about: direction, default: world z. Direction of the axis, world.
            towards: direction, default: world x, or y where the axis is nearly parallel to it.
                Direction from the axis to where the angle is zero, world.
            angle: number [rad], above 0, at most 6.283185313462772, default: 6.283185307179586.
                Angle of the part about the axis; a full turn is closed.
            radius: number [m], positive, required. Outer radius.
            inner_radius: number [m], positive, required. Inner radius.
            height: number [m], positive, required. Length along the axis.
            elements: three whole numbers, from 1 to 10000, required. Number of elements around,
                through the wall from outside, and along the axis.
            grading: three numbers, above 0, at most 1000, default: all elements alike. Size of the
                last element over that of the first, in the three directions.
            element: word, default: "hex20". Kind of the elements.
                "hex20": bricks with 20 nodes; for almost everything, at least two elements across
                each thickness
                "hex27": bricks with 27 nodes; more accurate for rubber, and where elements are
                distorted
                "tet10": tetrahedra with 10 nodes, six in the place of a brick
                "wedge15": wedges with 15 nodes, two in the place of a brick, with their triangles
                across the third direction
                "hex8": bricks with 8 nodes; cheap, for fine meshes
        """
        return self._item("solid", locals(), volume="tube")

    @checked
    def solid_swept(
        self,
        name: str,
        /,
        *,
        material: str,
        elements: Sequence[int],
        material_axes: Mapping[str, Any] | None = None,
        strains: Literal["plain", "assumed", "mean-volume"] | None = None,
        velocity: Vector | None = None,
        angular_velocity: Vector | None = None,
        about: Vector | None = None,
        velocity_by_place: Sequence[Function] | Vector | None = None,
        corners: Points | None = None,
        edges: Sequence[Mapping[str, Any]] | None = None,
        along: Vector | None = None,
        curve: Mapping[str, Any] | None = None,
        grading: Vector | None = None,
        element: Literal["hex20", "hex27", "tet10", "wedge15", "hex8"] | None = None,
    ) -> Item:
        """What a surface between four corners or curves passes when it moves along a vector or a
        curve without turning. Its faces are `side1` to `side4`, what the edges of the surface pass,
        `start` and `end`.

        In a model file: ``[[solid]] volume = "swept"``.

        Give `corners`, or `edges`; and `along`, or `curve`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            material: material, required. Name of a [[material]].
            material_axes: orientation, default: those of the world. Directions of the axes of a
                material with fibres or moduli that differ by direction, as drawn.
            strains: word, default: "mean-volume" for rubber (Poisson's ratio above 0.45) where the
                elements and the law have it, else "assumed" for bricks with 8 nodes and "plain" for
                others. Strains of the elements.
                "plain": those of the displacements
                "assumed": bricks with 8 nodes that bend well; for moderate strains
                "mean-volume": the change of volume smoothed within each element, so that rubber
                does not lock: bricks with 8 and 27 nodes, wedges and tetrahedra, with a law that
                has a bulk modulus
            velocity: three numbers [m/s], default: [0, 0, 0]. Velocity at the start of the point
                `about`, world.
            angular_velocity: three numbers [rad/s], default: [0, 0, 0]. Angular velocity at the
                start, world: it moves like a rigid body.
            about: three numbers [m], default: [0, 0, 0]. Point that `velocity` is the velocity of,
                world.
            velocity_by_place: three functions of x, y, z [m/s], default: none. Velocity at the
                start that differs from place to place, in addition: three numbers or expressions in
                the coordinates x, y, z as drawn, such as ["2*y", 0, "sin(pi*x)"]. Points at one
                place, where solids are joined, need one velocity.
            corners: points [m]. The four corners of the surface in the world, one after the other
                around it.
            edges: tables. The four curves around the surface, each from where the one before ends.
            along: three numbers [m]. How far the surface moves, world.
            curve: curve. The curve that it moves along.
            elements: three whole numbers, from 1 to 10000, required. Number of elements along the
                first and the second edge, and along the way.
            grading: three numbers, above 0, at most 1000, default: all elements alike. Size of the
                last element over that of the first, in the three directions.
            element: word, default: "hex20". Kind of the elements.
                "hex20": bricks with 20 nodes; for almost everything, at least two elements across
                each thickness
                "hex27": bricks with 27 nodes; more accurate for rubber, and where elements are
                distorted
                "tet10": tetrahedra with 10 nodes, six in the place of a brick
                "wedge15": wedges with 15 nodes, two in the place of a brick, with their triangles
                across the third direction
                "hex8": bricks with 8 nodes; cheap, for fine meshes
        """
        return self._item("solid", locals(), volume="swept")

    @checked
    def solid_revolved(
        self,
        name: str,
        /,
        *,
        material: str,
        elements: Sequence[int],
        material_axes: Mapping[str, Any] | None = None,
        strains: Literal["plain", "assumed", "mean-volume"] | None = None,
        velocity: Vector | None = None,
        angular_velocity: Vector | None = None,
        about: Vector | None = None,
        velocity_by_place: Sequence[Function] | Vector | None = None,
        corners: Points | None = None,
        edges: Sequence[Mapping[str, Any]] | None = None,
        center: Vector | None = None,
        turns_about: Vector | None = None,
        angle: Scalar | None = None,
        grading: Vector | None = None,
        element: Literal["hex20", "hex27", "tet10", "wedge15", "hex8"] | None = None,
    ) -> Item:
        """What a surface between four corners or curves passes when it turns about an axis, which
        it must not touch. Its faces are `side1` to `side4`, what the edges of the surface pass; a
        part of a turn has `start` and `end`.

        In a model file: ``[[solid]] volume = "revolved"``.

        Give `corners`, or `edges`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            material: material, required. Name of a [[material]].
            material_axes: orientation, default: those of the world. Directions of the axes of a
                material with fibres or moduli that differ by direction, as drawn.
            strains: word, default: "mean-volume" for rubber (Poisson's ratio above 0.45) where the
                elements and the law have it, else "assumed" for bricks with 8 nodes and "plain" for
                others. Strains of the elements.
                "plain": those of the displacements
                "assumed": bricks with 8 nodes that bend well; for moderate strains
                "mean-volume": the change of volume smoothed within each element, so that rubber
                does not lock: bricks with 8 and 27 nodes, wedges and tetrahedra, with a law that
                has a bulk modulus
            velocity: three numbers [m/s], default: [0, 0, 0]. Velocity at the start of the point
                `about`, world.
            angular_velocity: three numbers [rad/s], default: [0, 0, 0]. Angular velocity at the
                start, world: it moves like a rigid body.
            about: three numbers [m], default: [0, 0, 0]. Point that `velocity` is the velocity of,
                world.
            velocity_by_place: three functions of x, y, z [m/s], default: none. Velocity at the
                start that differs from place to place, in addition: three numbers or expressions in
                the coordinates x, y, z as drawn, such as ["2*y", 0, "sin(pi*x)"]. Points at one
                place, where solids are joined, need one velocity.
            corners: points [m]. The four corners of the surface in the world, one after the other
                around it.
            edges: tables. The four curves around the surface, each from where the one before ends.
            center: three numbers [m], default: [0, 0, 0]. Centre of the bottom, or a point of the
                axis, world.
            turns_about: direction, default: world z. Direction of the axis, world.
            angle: number [rad], above 0, at most 6.283185313462772, default: 6.283185307179586.
                Angle of the part about the axis; a full turn is closed.
            elements: three whole numbers, from 1 to 10000, required. Number of elements along the
                first and the second edge, and around.
            grading: three numbers, above 0, at most 1000, default: all elements alike. Size of the
                last element over that of the first, in the three directions.
            element: word, default: "hex20". Kind of the elements.
                "hex20": bricks with 20 nodes; for almost everything, at least two elements across
                each thickness
                "hex27": bricks with 27 nodes; more accurate for rubber, and where elements are
                distorted
                "tet10": tetrahedra with 10 nodes, six in the place of a brick
                "wedge15": wedges with 15 nodes, two in the place of a brick, with their triangles
                across the third direction
                "hex8": bricks with 8 nodes; cheap, for fine meshes
        """
        return self._item("solid", locals(), volume="revolved")

    @checked
    def solid_mesh(
        self,
        name: str,
        /,
        *,
        material: str,
        material_axes: Mapping[str, Any] | None = None,
        strains: Literal["plain", "assumed", "mean-volume"] | None = None,
        velocity: Vector | None = None,
        angular_velocity: Vector | None = None,
        about: Vector | None = None,
        velocity_by_place: Sequence[Function] | Vector | None = None,
        file: str | None = None,
        points: Points | None = None,
        cells: Sequence[Sequence[int]] | None = None,
        scale: Scalar | None = None,
        groups: Names | None = None,
        position: Vector | None = None,
        orientation: Mapping[str, Any] | None = None,
    ) -> Item:
        """Elements of a mesh file (Gmsh .msh or Abaqus .inp): bricks with 8, 20 or 27 nodes, wedges
        with 15 and tetrahedra with 10; those with 4 get nodes on the middles of their edges. Groups
        of the file are faces and parts. Or points and elements written here.

        In a model file: ``[[solid]] volume = "mesh"``.

        Give `file` (with `scale`, `groups`, `position`, `orientation` if needed), or `points` and
        `cells`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            material: material, required. Name of a [[material]].
            material_axes: orientation, default: those of the world. Directions of the axes of a
                material with fibres or moduli that differ by direction, as drawn.
            strains: word, default: "mean-volume" for rubber (Poisson's ratio above 0.45) where the
                elements and the law have it, else "assumed" for bricks with 8 nodes and "plain" for
                others. Strains of the elements.
                "plain": those of the displacements
                "assumed": bricks with 8 nodes that bend well; for moderate strains
                "mean-volume": the change of volume smoothed within each element, so that rubber
                does not lock: bricks with 8 and 27 nodes, wedges and tetrahedra, with a law that
                has a bulk modulus
            velocity: three numbers [m/s], default: [0, 0, 0]. Velocity at the start of the point
                `about`, world.
            angular_velocity: three numbers [rad/s], default: [0, 0, 0]. Angular velocity at the
                start, world: it moves like a rigid body.
            about: three numbers [m], default: [0, 0, 0]. Point that `velocity` is the velocity of,
                world.
            velocity_by_place: three functions of x, y, z [m/s], default: none. Velocity at the
                start that differs from place to place, in addition: three numbers or expressions in
                the coordinates x, y, z as drawn, such as ["2*y", 0, "sin(pi*x)"]. Points at one
                place, where solids are joined, need one velocity.
            file: text. Mesh file, relative to the folder of this file.
            points: points [m]. Points of a mesh that is written here, world.
            cells: lists of whole numbers. Its elements: lists of 8, 20, 27, 10 or 15 numbers of
                points, counted from 1, in the order of Gmsh.
            scale: number [m], positive, default: 1 m. Length that the file counts as 1, such as "1
                mm"; factor on the coordinates of the file.
            groups: texts, default: all volumes of the file. Groups of volumes that the solid
                consists of.
            position: three numbers [m], default: [0, 0, 0]. Origin of the file, world.
            orientation: orientation, default: the world axes. Axes of the file, relative to the
                world; coordinates are multiplied by `scale`, turned and moved.
        """
        return self._item("solid", locals(), volume="mesh")

    @checked
    def reduced_body(
        self,
        name: str,
        /,
        *,
        interfaces: Sequence[Mapping[str, Any]],
        solid: str | None = None,
        items: Names | None = None,
        nodes: str | None = None,
        mass: str | None = None,
        stiffness: str | None = None,
        units: Literal["m-kg", "mm-t"] | None = None,
        modes: int | None = None,
        position: Vector | None = None,
        orientation: Mapping[str, Any] | None = None,
        damping_time: Scalar | None = None,
        velocity: Vector | None = None,
        angular_velocity: Vector | None = None,
        about: Vector | None = None,
    ) -> Item:
        """A linear elastic part, a [[solid]], beams and shells or a finite element model, reduced
        to interfaces and modes; it moves through large rotations with small strains.

        In a model file: ``[[reduced_body]]``.

        Give `solid`, or `items`, or `nodes` and `mass` and `stiffness` (with `units`, `position`,
        `orientation`, `velocity`, `angular_velocity`, `about` if needed).

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            solid: item. Name of the [[solid]] that is reduced: it is taken out of the model, with
                its mesh, material, place and motion.
            items: texts. Names of the beams and shells that are reduced together, tied to each
                other by [[tie]]: they are taken out of the model.
            nodes: text. File with the nodes of the model in the order of the matrices: per line a
                number, three coordinates and any names of sets. A text of several lines is taken as
                the table itself.
            mass: text. Matrix Market file with the mass matrix, x, y, z of the first node, then of
                the second; the same for all three directions. A text of several lines is taken as
                the matrix itself.
            stiffness: text. Matrix Market file with the stiffness matrix of the free part, or the
                matrix itself.
            units: word, default: "m-kg". Units of the finite element model.
                "m-kg": metres, kilograms, newtons per metre
                "mm-t": millimetres, tonnes, newtons per millimetre
            interfaces: tables, required. Where it is held: [{ name = "big_end", nodes = "left", to
                = "crank" }, ...]. Strains are small on the axes of the first.
            modes: whole number, from 0 to 200, default: 6. Modes with fixed interfaces beside the
                static ones.
            position: three numbers [m], default: [0, 0, 0]. Origin of the finite element model at
                the start, world.
            orientation: orientation, default: the world axes. Axes of the finite element model at
                the start, relative to the world.
            damping_time: number [s], zero or positive, default: 0. Viscosity (Kelvin-Voigt) as this
                time times the stiffness.
            velocity: three numbers [m/s], default: [0, 0, 0]. Velocity at the start of the point
                `about`, world.
            angular_velocity: three numbers [rad/s], default: [0, 0, 0]. Angular velocity at the
                start, world: it moves like a rigid body.
            about: three numbers [m], default: [0, 0, 0]. Point that `velocity` is the velocity of,
                world.
        """
        return self._item("reduced_body", locals())

    @checked
    def revolute(
        self,
        name: str,
        /,
        *,
        between: Names,
        at: Vector | None = None,
        axis: Vector | None = None,
        orientation: Mapping[str, Any] | None = None,
        frame_1: Mapping[str, Any] | None = None,
        frame_2: Mapping[str, Any] | None = None,
        unknowns: Names | None = None,
    ) -> Item:
        """Rotation about z (a hinge). Coordinate: angle.

        In a model file: ``[[joint]] kind = "revolute"``.

        Give `axis` (with `at` if needed), or `orientation` (with `at` if needed), or `frame_1` and
        `frame_2`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            between: two items, required. First and second item: bodies, point masses, points of
                beams and cables such as "boom.end" or "boom@0.36 m"; "ground" is the world. For a
                gear two joint coordinates.
            at: three numbers [m], default: where a point of a beam or cable or a point mass is,
                unless frames are given. Origin of the joint in the world, as drawn at the start.
            axis: direction, default: `orientation` or frames are given. Direction of the joint axis
                (z) in the world, as drawn at the start; x is chosen perpendicular to it.
            orientation: orientation, default: the world axes, `axis` or frames. Axes of the joint
                in the world, as drawn at the start.
            frame_1: frame, default: drawn in the world. Frame on the first item, in its own axes;
                for models that are not drawn assembled.
            frame_2: frame, default: drawn in the world. Frame on the second item, in its own axes.
            unknowns: coordinates, default: those that something acts on. Coordinates to compute and
                record even if nothing acts on them.
        """
        return self._item("joint", locals(), kind="revolute")

    @checked
    def prismatic(
        self,
        name: str,
        /,
        *,
        between: Names,
        at: Vector | None = None,
        axis: Vector | None = None,
        orientation: Mapping[str, Any] | None = None,
        frame_1: Mapping[str, Any] | None = None,
        frame_2: Mapping[str, Any] | None = None,
        unknowns: Names | None = None,
    ) -> Item:
        """Translation along z (a slider). Coordinate: displacement.

        In a model file: ``[[joint]] kind = "prismatic"``.

        Give `axis` (with `at` if needed), or `orientation` (with `at` if needed), or `frame_1` and
        `frame_2`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            between: two items, required. First and second item: bodies, point masses, points of
                beams and cables such as "boom.end" or "boom@0.36 m"; "ground" is the world. For a
                gear two joint coordinates.
            at: three numbers [m], default: where a point of a beam or cable or a point mass is,
                unless frames are given. Origin of the joint in the world, as drawn at the start.
            axis: direction, default: `orientation` or frames are given. Direction of the joint axis
                (z) in the world, as drawn at the start; x is chosen perpendicular to it.
            orientation: orientation, default: the world axes, `axis` or frames. Axes of the joint
                in the world, as drawn at the start.
            frame_1: frame, default: drawn in the world. Frame on the first item, in its own axes;
                for models that are not drawn assembled.
            frame_2: frame, default: drawn in the world. Frame on the second item, in its own axes.
            unknowns: coordinates, default: those that something acts on. Coordinates to compute and
                record even if nothing acts on them.
        """
        return self._item("joint", locals(), kind="prismatic")

    @checked
    def screw(
        self,
        name: str,
        /,
        *,
        between: Names,
        lead: Scalar,
        at: Vector | None = None,
        axis: Vector | None = None,
        orientation: Mapping[str, Any] | None = None,
        frame_1: Mapping[str, Any] | None = None,
        frame_2: Mapping[str, Any] | None = None,
        unknowns: Names | None = None,
    ) -> Item:
        """Rotation about z coupled with translation along z. Coordinates: angle, displacement.

        In a model file: ``[[joint]] kind = "screw"``.

        Give `axis` (with `at` if needed), or `orientation` (with `at` if needed), or `frame_1` and
        `frame_2`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            between: two items, required. First and second item: bodies, point masses, points of
                beams and cables such as "boom.end" or "boom@0.36 m"; "ground" is the world. For a
                gear two joint coordinates.
            lead: number [m], required. Advance along z per full revolution; negative for a
                left-hand thread.
            at: three numbers [m], default: where a point of a beam or cable or a point mass is,
                unless frames are given. Origin of the joint in the world, as drawn at the start.
            axis: direction, default: `orientation` or frames are given. Direction of the joint axis
                (z) in the world, as drawn at the start; x is chosen perpendicular to it.
            orientation: orientation, default: the world axes, `axis` or frames. Axes of the joint
                in the world, as drawn at the start.
            frame_1: frame, default: drawn in the world. Frame on the first item, in its own axes;
                for models that are not drawn assembled.
            frame_2: frame, default: drawn in the world. Frame on the second item, in its own axes.
            unknowns: coordinates, default: those that something acts on. Coordinates to compute and
                record even if nothing acts on them.
        """
        return self._item("joint", locals(), kind="screw")

    @checked
    def cylindrical(
        self,
        name: str,
        /,
        *,
        between: Names,
        at: Vector | None = None,
        axis: Vector | None = None,
        orientation: Mapping[str, Any] | None = None,
        frame_1: Mapping[str, Any] | None = None,
        frame_2: Mapping[str, Any] | None = None,
        unknowns: Names | None = None,
    ) -> Item:
        """Rotation about z and translation along z. Coordinates: angle, displacement.

        In a model file: ``[[joint]] kind = "cylindrical"``.

        Give `axis` (with `at` if needed), or `orientation` (with `at` if needed), or `frame_1` and
        `frame_2`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            between: two items, required. First and second item: bodies, point masses, points of
                beams and cables such as "boom.end" or "boom@0.36 m"; "ground" is the world. For a
                gear two joint coordinates.
            at: three numbers [m], default: where a point of a beam or cable or a point mass is,
                unless frames are given. Origin of the joint in the world, as drawn at the start.
            axis: direction, default: `orientation` or frames are given. Direction of the joint axis
                (z) in the world, as drawn at the start; x is chosen perpendicular to it.
            orientation: orientation, default: the world axes, `axis` or frames. Axes of the joint
                in the world, as drawn at the start.
            frame_1: frame, default: drawn in the world. Frame on the first item, in its own axes;
                for models that are not drawn assembled.
            frame_2: frame, default: drawn in the world. Frame on the second item, in its own axes.
            unknowns: coordinates, default: those that something acts on. Coordinates to compute and
                record even if nothing acts on them.
        """
        return self._item("joint", locals(), kind="cylindrical")

    @checked
    def planar(
        self,
        name: str,
        /,
        *,
        between: Names,
        at: Vector | None = None,
        axis: Vector | None = None,
        orientation: Mapping[str, Any] | None = None,
        frame_1: Mapping[str, Any] | None = None,
        frame_2: Mapping[str, Any] | None = None,
        unknowns: Names | None = None,
    ) -> Item:
        """Translation in the x-y plane and rotation about z. Coordinates: x, y, angle.

        In a model file: ``[[joint]] kind = "planar"``.

        Give `axis` (with `at` if needed), or `orientation` (with `at` if needed), or `frame_1` and
        `frame_2`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            between: two items, required. First and second item: bodies, point masses, points of
                beams and cables such as "boom.end" or "boom@0.36 m"; "ground" is the world. For a
                gear two joint coordinates.
            at: three numbers [m], default: where a point of a beam or cable or a point mass is,
                unless frames are given. Origin of the joint in the world, as drawn at the start.
            axis: direction, default: `orientation` or frames are given. Direction of the joint axis
                (z) in the world, as drawn at the start; x is chosen perpendicular to it.
            orientation: orientation, default: the world axes, `axis` or frames. Axes of the joint
                in the world, as drawn at the start.
            frame_1: frame, default: drawn in the world. Frame on the first item, in its own axes;
                for models that are not drawn assembled.
            frame_2: frame, default: drawn in the world. Frame on the second item, in its own axes.
            unknowns: coordinates, default: those that something acts on. Coordinates to compute and
                record even if nothing acts on them.
        """
        return self._item("joint", locals(), kind="planar")

    @checked
    def spherical(
        self,
        name: str,
        /,
        *,
        between: Names,
        at: Vector | None = None,
        orientation: Mapping[str, Any] | None = None,
        frame_1: Mapping[str, Any] | None = None,
        frame_2: Mapping[str, Any] | None = None,
        share: bool | None = None,
    ) -> Item:
        """Any rotation about a common point (a ball joint). Outputs: rotation_x, rotation_y,
        rotation_z, the rotation vector; nothing can act on them.

        In a model file: ``[[joint]] kind = "spherical"``.

        Give `at` and `orientation` if needed, or `frame_1` and `frame_2`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            between: two items, required. First and second item: bodies, point masses, points of
                beams and cables such as "boom.end" or "boom@0.36 m"; "ground" is the world. For a
                gear two joint coordinates.
            at: three numbers [m], default: where a point of a beam or cable or a point mass is,
                unless frames are given. Origin of the joint in the world, as drawn at the start.
            orientation: orientation, default: the world axes, `axis` or frames. Axes of the joint
                in the world, as drawn at the start.
            frame_1: frame, default: drawn in the world. Frame on the first item, in its own axes;
                for models that are not drawn assembled.
            frame_2: frame, default: drawn in the world. Frame on the second item, in its own axes.
            share: true or false, default: true at a point of a beam or cable that is tied
                completely, else false. Whether both items may share one node; the joint then has no
                reaction in the results.
        """
        return self._item("joint", locals(), kind="spherical")

    @checked
    def universal(
        self,
        name: str,
        /,
        *,
        between: Names,
        at: Vector | None = None,
        axes: Points | None = None,
        orientation: Mapping[str, Any] | None = None,
        frame_1: Mapping[str, Any] | None = None,
        frame_2: Mapping[str, Any] | None = None,
        unknowns: Names | None = None,
    ) -> Item:
        """Rotation about x of the first and about y of the second frame (a Cardan joint).
        Coordinates: angle_1, angle_2.

        In a model file: ``[[joint]] kind = "universal"``.

        Give `axes` (with `at` if needed), or `orientation` (with `at` if needed), or `frame_1` and
        `frame_2`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            between: two items, required. First and second item: bodies, point masses, points of
                beams and cables such as "boom.end" or "boom@0.36 m"; "ground" is the world. For a
                gear two joint coordinates.
            at: three numbers [m], default: where a point of a beam or cable or a point mass is,
                unless frames are given. Origin of the joint in the world, as drawn at the start.
            axes: two directions, default: `orientation` or frames are given. Axis fixed to the
                first item and axis fixed to the second, in the world; perpendicular.
            orientation: orientation, default: the world axes, `axis` or frames. Axes of the joint
                in the world, as drawn at the start.
            frame_1: frame, default: drawn in the world. Frame on the first item, in its own axes;
                for models that are not drawn assembled.
            frame_2: frame, default: drawn in the world. Frame on the second item, in its own axes.
            unknowns: coordinates, default: those that something acts on. Coordinates to compute and
                record even if nothing acts on them.
        """
        return self._item("joint", locals(), kind="universal")

    @checked
    def constant_velocity(
        self,
        name: str,
        /,
        *,
        between: Names,
        at: Vector | None = None,
        axis: Vector | None = None,
        orientation: Mapping[str, Any] | None = None,
        frame_1: Mapping[str, Any] | None = None,
        frame_2: Mapping[str, Any] | None = None,
    ) -> Item:
        """Two shafts along z that meet in a point at any angle and turn about their axes with the
        same speed. Outputs: rotation_x, rotation_y, the bend; nothing can act on them.

        In a model file: ``[[joint]] kind = "constant-velocity"``.

        Give `axis` (with `at` if needed), or `orientation` (with `at` if needed), or `frame_1` and
        `frame_2`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            between: two items, required. First and second item: bodies, point masses, points of
                beams and cables such as "boom.end" or "boom@0.36 m"; "ground" is the world. For a
                gear two joint coordinates.
            at: three numbers [m], default: where a point of a beam or cable or a point mass is,
                unless frames are given. Origin of the joint in the world, as drawn at the start.
            axis: direction, default: `orientation` or frames are given. Direction of the joint axis
                (z) in the world, as drawn at the start; x is chosen perpendicular to it.
            orientation: orientation, default: the world axes, `axis` or frames. Axes of the joint
                in the world, as drawn at the start.
            frame_1: frame, default: drawn in the world. Frame on the first item, in its own axes;
                for models that are not drawn assembled.
            frame_2: frame, default: drawn in the world. Frame on the second item, in its own axes.
        """
        return self._item("joint", locals(), kind="constant-velocity")

    @checked
    def fixed(
        self,
        name: str,
        /,
        *,
        between: Names,
        at: Vector | None = None,
        orientation: Mapping[str, Any] | None = None,
        frame_1: Mapping[str, Any] | None = None,
        frame_2: Mapping[str, Any] | None = None,
        share: bool | None = None,
    ) -> Item:
        """No relative motion: the two items are one. No coordinate.

        In a model file: ``[[joint]] kind = "fixed"``.

        Give `at` and `orientation` if needed, or `frame_1` and `frame_2`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            between: two items, required. First and second item: bodies, point masses, points of
                beams and cables such as "boom.end" or "boom@0.36 m"; "ground" is the world. For a
                gear two joint coordinates.
            at: three numbers [m], default: where a point of a beam or cable or a point mass is,
                unless frames are given. Origin of the joint in the world, as drawn at the start.
            orientation: orientation, default: the world axes, `axis` or frames. Axes of the joint
                in the world, as drawn at the start.
            frame_1: frame, default: drawn in the world. Frame on the first item, in its own axes;
                for models that are not drawn assembled.
            frame_2: frame, default: drawn in the world. Frame on the second item, in its own axes.
            share: true or false, default: true at a point of a beam or cable that is tied
                completely, else false. Whether both items may share one node; the joint then has no
                reaction in the results.
        """
        return self._item("joint", locals(), kind="fixed")

    @checked
    def orientation_lock(
        self,
        name: str,
        /,
        *,
        between: Names,
        at: Vector | None = None,
        orientation: Mapping[str, Any] | None = None,
        frame_1: Mapping[str, Any] | None = None,
        frame_2: Mapping[str, Any] | None = None,
    ) -> Item:
        """The relative orientation is fixed, translations are free. Coordinates: x, y, z.

        In a model file: ``[[joint]] kind = "orientation-lock"``.

        Give `at` and `orientation` if needed, or `frame_1` and `frame_2`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            between: two items, required. First and second item: bodies, point masses, points of
                beams and cables such as "boom.end" or "boom@0.36 m"; "ground" is the world. For a
                gear two joint coordinates.
            at: three numbers [m], default: where a point of a beam or cable or a point mass is,
                unless frames are given. Origin of the joint in the world, as drawn at the start.
            orientation: orientation, default: the world axes, `axis` or frames. Axes of the joint
                in the world, as drawn at the start.
            frame_1: frame, default: drawn in the world. Frame on the first item, in its own axes;
                for models that are not drawn assembled.
            frame_2: frame, default: drawn in the world. Frame on the second item, in its own axes.
        """
        return self._item("joint", locals(), kind="orientation-lock")

    @checked
    def distance(
        self,
        name: str,
        /,
        *,
        between: Names,
        points: Points | None = None,
        frame_1: Mapping[str, Any] | None = None,
        frame_2: Mapping[str, Any] | None = None,
        length: Scalar | None = None,
    ) -> Item:
        """The distance between two points is constant (a massless rod with ball ends). No
        coordinate.

        In a model file: ``[[joint]] kind = "distance"``.

        Give `points`, or `frame_1` and `frame_2`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            between: two items, required. First and second item: bodies, point masses, points of
                beams and cables such as "boom.end" or "boom@0.36 m"; "ground" is the world. For a
                gear two joint coordinates.
            points: two points [m], default: frames are given. One point on each item, in the world
                as drawn at the start.
            frame_1: frame, default: drawn in the world. Frame on the first item, in its own axes;
                for models that are not drawn assembled.
            frame_2: frame, default: drawn in the world. Frame on the second item, in its own axes.
            length: number [m], positive, default: the distance as drawn. Length of the rod.
        """
        return self._item("joint", locals(), kind="distance")

    @checked
    def point_on_plane(
        self,
        name: str,
        /,
        *,
        between: Names,
        at: Vector | None = None,
        axis: Vector | None = None,
        orientation: Mapping[str, Any] | None = None,
        frame_1: Mapping[str, Any] | None = None,
        frame_2: Mapping[str, Any] | None = None,
        unknowns: Names | None = None,
    ) -> Item:
        """A point of the second item stays in the x-y plane of the first and rotates freely.
        Coordinates: x, y; outputs: rotation_x, rotation_y, rotation_z.

        In a model file: ``[[joint]] kind = "point-on-plane"``.

        Give `axis` (with `at` if needed), or `orientation` (with `at` if needed), or `frame_1` and
        `frame_2`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            between: two items, required. First and second item: bodies, point masses, points of
                beams and cables such as "boom.end" or "boom@0.36 m"; "ground" is the world. For a
                gear two joint coordinates.
            at: three numbers [m], default: where a point of a beam or cable or a point mass is,
                unless frames are given. Origin of the joint in the world, as drawn at the start.
            axis: direction, default: `orientation` or frames are given. Direction of the joint axis
                (z) in the world, as drawn at the start; x is chosen perpendicular to it.
            orientation: orientation, default: the world axes, `axis` or frames. Axes of the joint
                in the world, as drawn at the start.
            frame_1: frame, default: drawn in the world. Frame on the first item, in its own axes;
                for models that are not drawn assembled.
            frame_2: frame, default: drawn in the world. Frame on the second item, in its own axes.
            unknowns: coordinates, default: those that something acts on. Coordinates to compute and
                record even if nothing acts on them.
        """
        return self._item("joint", locals(), kind="point-on-plane")

    @checked
    def point_on_line(
        self,
        name: str,
        /,
        *,
        between: Names,
        at: Vector | None = None,
        axis: Vector | None = None,
        orientation: Mapping[str, Any] | None = None,
        frame_1: Mapping[str, Any] | None = None,
        frame_2: Mapping[str, Any] | None = None,
        unknowns: Names | None = None,
    ) -> Item:
        """A point of the second item stays on the z axis of the first and rotates freely (a bead on
        a wire). Coordinate: displacement; outputs: rotation_x, rotation_y, rotation_z.

        In a model file: ``[[joint]] kind = "point-on-line"``.

        Give `axis` (with `at` if needed), or `orientation` (with `at` if needed), or `frame_1` and
        `frame_2`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            between: two items, required. First and second item: bodies, point masses, points of
                beams and cables such as "boom.end" or "boom@0.36 m"; "ground" is the world. For a
                gear two joint coordinates.
            at: three numbers [m], default: where a point of a beam or cable or a point mass is,
                unless frames are given. Origin of the joint in the world, as drawn at the start.
            axis: direction, default: `orientation` or frames are given. Direction of the joint axis
                (z) in the world, as drawn at the start; x is chosen perpendicular to it.
            orientation: orientation, default: the world axes, `axis` or frames. Axes of the joint
                in the world, as drawn at the start.
            frame_1: frame, default: drawn in the world. Frame on the first item, in its own axes;
                for models that are not drawn assembled.
            frame_2: frame, default: drawn in the world. Frame on the second item, in its own axes.
            unknowns: coordinates, default: those that something acts on. Coordinates to compute and
                record even if nothing acts on them.
        """
        return self._item("joint", locals(), kind="point-on-line")

    @checked
    def sliding(
        self,
        name: str,
        /,
        *,
        between: Names,
        at: Vector | None = None,
        path: Mapping[str, Any] | None = None,
        s: Scalar | None = None,
        at_ends: Literal["go-on", "leave"] | None = None,
    ) -> Item:
        """A point of the second item slides along the first, a beam or a cable given by its name
        alone, or along a curve fixed to it, and turns freely. Coordinate: s, the arc length from
        the start as drawn; beyond the ends the line goes on straight, or it is left there.

        In a model file: ``[[joint]] kind = "sliding"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            between: two items, required. First and second item: bodies, point masses, points of
                beams and cables such as "boom.end" or "boom@0.36 m"; "ground" is the world. For a
                gear two joint coordinates.
            at: three numbers [m], default: the origin of the second item. Point of the second item
                that stays on the line, in the world as drawn at the start.
            path: path, default: the first item is a beam or cable. Curve to slide along, fixed to
                the first item: a body, a point with axes or "ground".
            s: length or percentage [m], default: the place nearest to the point as drawn. Arc
                length at the start, also in percent of the whole.
            at_ends: word, default: "go-on". What happens at the ends of the line.
                "go-on": the line goes on straight
                "leave": what slides lets go of the line and moves on without it
        """
        return self._item("joint", locals(), kind="sliding")

    @checked
    def sleeve(
        self,
        name: str,
        /,
        *,
        between: Names,
        at: Vector | None = None,
        path: Mapping[str, Any] | None = None,
        s: Scalar | None = None,
        at_ends: Literal["go-on", "leave"] | None = None,
        turns: bool | None = None,
    ) -> Item:
        """The second item slides along the first, a beam given by its name alone, or along a curve
        fixed to it, and keeps its orientation against the line. Coordinate: s, the arc length from
        the start as drawn; beyond the ends the line goes on straight, or it is left there.

        In a model file: ``[[joint]] kind = "sleeve"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            between: two items, required. First and second item: bodies, point masses, points of
                beams and cables such as "boom.end" or "boom@0.36 m"; "ground" is the world. For a
                gear two joint coordinates.
            at: three numbers [m], default: the origin of the second item. Point of the second item
                that stays on the line, in the world as drawn at the start.
            path: path, default: the first item is a beam or cable. Curve to slide along, fixed to
                the first item: a body, a point with axes or "ground".
            s: length or percentage [m], default: the place nearest to the point as drawn. Arc
                length at the start, also in percent of the whole.
            at_ends: word, default: "go-on". What happens at the ends of the line.
                "go-on": the line goes on straight
                "leave": what slides lets go of the line and moves on without it
            turns: true or false, default: false. Whether the second item may turn about the line.
        """
        return self._item("joint", locals(), kind="sleeve")

    @checked
    def gear(
        self,
        name: str,
        /,
        *,
        between: Names,
        ratio: Scalar | None = None,
        radius: Scalar | None = None,
    ) -> Item:
        """Two joint coordinates, named in `between` as in ["motor.angle", "wheel.angle"], change in
        a fixed ratio: gears, belts, rack and pinion. Output: effort, on the second coordinate.

        In a model file: ``[[joint]] kind = "gear"``.

        Give `ratio`, or `radius`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            between: two items, required. First and second item: bodies, point masses, points of
                beams and cables such as "boom.end" or "boom@0.36 m"; "ground" is the world. For a
                gear two joint coordinates.
            ratio: number, default: `radius` is given. Change of the second coordinate per change of
                the first, both angles or both displacements; negative if they turn against each
                other.
            radius: number [m], default: `ratio` is given. Change of the displacement per radian of
                the angle, for rack and pinion; negative if they run against each other.
        """
        return self._item("joint", locals(), kind="gear")

    @checked
    def tie(
        self,
        name: str,
        /,
        *,
        on: str | Names,
    ) -> Item:
        """Points at one place become one: neighbouring or branching surfaces, beams along edges.

        In a model file: ``[[tie]] kind = "joined"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            on: point, edge or group, or a list, required. Points, edges, groups, whole shells:
                "panel.edge1", or a list of such names.
        """
        return self._item("tie", locals())

    @checked
    def tie_joined(
        self,
        name: str,
        /,
        *,
        on: str | Names,
    ) -> Item:
        """Points at one place become one: neighbouring or branching surfaces, beams along edges.

        In a model file: ``[[tie]] kind = "joined"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            on: point, edge or group, or a list, required. Points, edges, groups, whole shells:
                "panel.edge1", or a list of such names.
        """
        return self._item("tie", locals(), kind="joined")

    @checked
    def tie_rigid(
        self,
        name: str,
        /,
        *,
        on: str | Names,
        to: str,
    ) -> Item:
        """All points move as if fixed to one item; no constraint is needed.

        In a model file: ``[[tie]] kind = "rigid"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            on: point, edge or group, or a list, required. Points, edges, groups, whole shells:
                "panel.edge1", or a list of such names.
            to: item with axes, required. Body, or point of a beam or shell, that they are fixed to.
                An edge of a shell, "panel.edge1", leads points of solids and cables: each follows
                the edge at the nearest place, as if fixed to it.
        """
        return self._item("tie", locals(), kind="rigid")

    @checked
    def tie_hinge(
        self,
        name: str,
        /,
        *,
        on: str | Names,
    ) -> Item:
        """Points at one place stay together and turn independently: along an edge, a hinge.

        In a model file: ``[[tie]] kind = "hinge"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            on: point, edge or group, or a list, required. Points, edges, groups, whole shells:
                "panel.edge1", or a list of such names.
        """
        return self._item("tie", locals(), kind="hinge")

    @checked
    def tie_distributed(
        self,
        name: str,
        /,
        *,
        on: str | Names,
        to: str,
    ) -> Item:
        """The mean displacement and the mean rotation of the points follow an item, and the points
        stay free to deform. Points of edges and of groups of elements count by the length or area
        that they stand for, single points alike. Force and moment on them are among the results.

        In a model file: ``[[tie]] kind = "distributed"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            on: point, edge or group, or a list, required. Points, edges, groups, whole shells:
                "panel.edge1", or a list of such names.
            to: item, required. Body, point of a beam or shell, or "ground", that they follow; an
                item without axes, at their mean place, leads their mean displacement alone.
        """
        return self._item("tie", locals(), kind="distributed")

    @checked
    def tie_embedded(
        self,
        name: str,
        /,
        *,
        on: str | Names,
        to: str,
    ) -> Item:
        """Beams, cables, bodies and point masses lie inside of a solid and follow it: all nodes of
        a beam or cable named as a whole, and single points of them, by the shape functions of the
        elements they lie in. Beams do not twist against the solid, bodies and single points of
        beams do not turn against it.

        In a model file: ``[[tie]] kind = "embedded"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            on: point, edge or group, or a list, required. Points, edges, groups, whole shells:
                "panel.edge1", or a list of such names.
            to: item, required. The solid.
        """
        return self._item("tie", locals(), kind="embedded")

    @checked
    def support(
        self,
        name: str,
        /,
        *,
        on: str | Names,
        fixed: Names | None = None,
        symmetry: Vector | None = None,
        axes: Mapping[str, Any] | None = None,
        displacement: Sequence[Function] | Vector | None = None,
        rotation: Sequence[Function] | Vector | None = None,
    ) -> Item:
        """Points that cannot move in some directions, or follow a function of time there: points,
        edges and groups of shells, points of beams and cables, point masses, bodies. Reactions are
        among the results.

        In a model file: ``[[support]]``.

        Give `fixed` and `axes` and `displacement` and `rotation` if needed, or `symmetry`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            on: point, edge or group, or a list, required. What is held: "panel.edge1",
                "boom.start", or a list of such names.
            fixed: words, default: all that the points have. Directions that are held.
            symmetry: direction, default: no symmetry. Normal of a plane of symmetry that the points
                lie in: they stay in it, and normals of shells too.
            axes: orientation, default: those of the world. Axes x, y, z of the directions under
                `fixed`.
            displacement: three functions of time [m], default: none: the points stay where they
                are. Displacement of the points over time along x, y, z, instead of none; only along
                directions under `fixed`.
            rotation: three functions of time [rad], default: none. Rotation of the points over time
                about x, y, z, each point about itself; only about one axis, and that under `fixed`.
        """
        return self._item("support", locals())

    @checked
    def spring(
        self,
        name: str,
        /,
        *,
        on: str | None = None,
        between: Names | None = None,
        points: Points | None = None,
        local_points: Points | None = None,
        stiffness: Scalar | None = None,
        free: Scalar | None = None,
        preload: Scalar | None = None,
        force: Function | None = None,
        damping: Scalar | None = None,
    ) -> Item:
        """A spring, a damper or both in parallel, on a joint coordinate or between two points.

        In a model file: ``[[spring]]``.

        Give `on`, or `between` and `points`, or `between` and `local_points`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            on: joint.coordinate, default: between two points. Joint coordinate it acts on, written
                "joint.coordinate".
            between: two items, default: on a coordinate. The two items it connects; "ground" is the
                world.
            points: two points [m], default: `local_points` are given. Its two ends in the world, as
                drawn at the start.
            local_points: two points [m], default: `points` are given. Its two ends, each in the
                frame of its item.
            stiffness: number [N/m or N m/rad], zero or positive, default: no linear spring.
                Stiffness of a linear spring.
            free: number [m or rad], default: the length as drawn between points, 0 on a coordinate.
                Length or coordinate at which a linear spring carries only its preload.
            preload: number [N or N m], default: 0. Effort of a linear spring at `free`; positive
                pulls back.
            force: function of x [N or N m], default: linear by `stiffness`. Instead of `stiffness`,
                `free` and `preload`: restoring effort as an expression in x (length or coordinate),
                or { table = [[x, effort], ...] }; positive pulls back.
            damping: number [N s/m or N m s/rad], zero or positive, default: 0. Viscous coefficient.
        """
        return self._item("spring", locals())

    @checked
    def gas_spring(
        self,
        name: str,
        /,
        *,
        force: Scalar,
        column: Scalar,
        on: str | None = None,
        between: Names | None = None,
        points: Points | None = None,
        local_points: Points | None = None,
        extended: Scalar | None = None,
        exponent: Scalar | None = None,
        damping: Scalar | None = None,
    ) -> Item:
        """A gas spring, with or without a damper, on a joint coordinate or between two points.

        In a model file: ``[[gas_spring]]``.

        Give `on`, or `between` and `points`, or `between` and `local_points`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            on: joint.coordinate, default: between two points. Joint coordinate it acts on, written
                "joint.coordinate".
            between: two items, default: on a coordinate. The two items it connects; "ground" is the
                world.
            points: two points [m], default: `local_points` are given. Its two ends in the world, as
                drawn at the start.
            local_points: two points [m], default: `points` are given. Its two ends, each in the
                frame of its item.
            extended: number [m or rad], default: the length as drawn between points, 0 on a
                coordinate. Length or coordinate at which it is extended.
            force: number [N or N m], positive, required. Effort with which it pushes when it is
                extended; pushed in by s it is `force` (column/(column - s))^exponent.
            column: number [m or rad], positive, required. Height of the gas when it is extended,
                its volume over the area of the piston: pushed in by half of it, with `exponent` 1,
                it pushes twice as much.
            exponent: number, from 1 to 2, default: 1. Exponent of the change of state: 1 for slow
                motion, 1.4 for motion too fast for heat to leave air or nitrogen.
            damping: number [N s/m or N m s/rad], zero or positive, default: 0. Viscous coefficient.
        """
        return self._item("gas_spring", locals())

    @checked
    def bushing(
        self,
        name: str,
        /,
        *,
        between: Names,
        at: Vector | None = None,
        orientation: Mapping[str, Any] | None = None,
        frame_1: Mapping[str, Any] | None = None,
        frame_2: Mapping[str, Any] | None = None,
        stiffness: Vector | Matrix | None = None,
        damping: Vector | Matrix | None = None,
        laws: Mapping[str, Any] | None = None,
        energy: Function | None = None,
    ) -> Item:
        """A six-component elastic connection: translations along and rotations about the axes of
        the first frame.

        In a model file: ``[[bushing]]``.

        Give `at` and `orientation` if needed, or `frame_1` and `frame_2`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            between: two items, required. The two items it connects; "ground" is the world.
            at: three numbers [m], default: where a point of a beam or cable or a point mass is,
                unless frames are given. Its place in the world, as drawn at the start.
            orientation: orientation, default: the world axes. Its axes in the world, as drawn at
                the start.
            frame_1: frame, default: drawn in the world. Frame on the first item, in its own axes.
            frame_2: frame, default: drawn in the world. Frame on the second item, in its own axes.
            stiffness: six numbers or 6x6 [N/m, N m/rad], default: none. Three translational, then
                three rotational stiffnesses, or six rows of six (symmetric).
            damping: six numbers or 6x6 [N s/m, N m s/rad], default: none. Viscous coefficients in
                the same order.
            laws: laws, default: none. Nonlinear laws of single components; they add to `stiffness`.
            energy: function of x, y, z, rx, ry, rz [J], default: none. Stored energy as an
                expression in x, y, z (displacement along the axes of the first frame, m) and rx,
                ry, rz (rotation: axis times sine of the angle); its derivatives are the restoring
                forces and moments, which add to `stiffness` and `laws`.
        """
        return self._item("bushing", locals())

    @checked
    def motor(
        self,
        name: str,
        /,
        *,
        on: str,
        effort: Function,
    ) -> Item:
        """An effort on a joint coordinate, positive in its direction.

        In a model file: ``[[motor]]``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            on: joint.coordinate, required. Joint coordinate it drives, written "joint.coordinate".
            effort: function of t, x, v [N or N m], required. Force or moment: a number, an
                expression in t, x (coordinate) and v (rate), a table over time, or a pulse.
        """
        return self._item("motor", locals())

    @checked
    def stop(
        self,
        name: str,
        /,
        *,
        on: str,
        lower: Scalar | None = None,
        upper: Scalar | None = None,
        stiffness: Scalar | None = None,
        force: Function | None = None,
        restitution: Scalar | None = None,
    ) -> Item:
        """Ends of the range of a joint coordinate: beyond them an effort pushes back, and never
        pulls. Outputs: effort, way to the nearest end (negative: penetration), impacts.

        In a model file: ``[[stop]]``.

        Give `stiffness`, or `force`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            on: joint.coordinate, required. Joint coordinate it acts on, written "joint.coordinate".
            lower: number [m or rad], default: no lower end. Least value of the coordinate.
            upper: number [m or rad], default: no upper end. Largest value of the coordinate.
            stiffness: number [N/m or N m/rad], positive, default: `force` is given. Effort per
                penetration.
            force: function of x [N or N m], default: linear by `stiffness`. Instead of `stiffness`:
                effort as an expression in x, the penetration, or { table = [[x, effort], ...] };
                positive pushes back, zero at x = 0.
            restitution: number, above 0, at most 1, default: 1. Speed after an impact by the speed
                before it; 1 loses nothing. Impacts slower than 1e-4 m/s or rad/s lose less.
        """
        return self._item("stop", locals())

    @checked
    def ratchet(
        self,
        name: str,
        /,
        *,
        on: str,
        free: Literal["up", "down"] | None = None,
        pitch: Scalar | None = None,
        tooth: Scalar | None = None,
        stiffness: Scalar | None = None,
        force: Function | None = None,
        restitution: Scalar | None = None,
    ) -> Item:
        """A joint coordinate that moves one way only: a ratchet with teeth, or a free-wheel that
        holds everywhere. Outputs: effort, way to the tooth that holds (negative: penetration),
        impacts.

        In a model file: ``[[ratchet]]``.

        Give `stiffness`, or `force`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            on: joint.coordinate, required. Joint coordinate it acts on, written "joint.coordinate".
            free: word, default: "up". Which way it moves.
                "up": the coordinate may rise
                "down": it may fall
            pitch: number [m or rad], zero or positive, default: 0. Distance of the teeth: it falls
                back to the last one that was passed. 0: it holds everywhere, as a free-wheel.
            tooth: number [m or rad], default: 0. Coordinate at one of the teeth.
            stiffness: number [N/m or N m/rad], positive, default: `force` is given. Effort per
                penetration.
            force: function of x [N or N m], default: linear by `stiffness`. Instead of `stiffness`:
                effort as an expression in x, the penetration, or { table = [[x, effort], ...] };
                positive pushes back, zero at x = 0.
            restitution: number, above 0, at most 1, default: 1. Speed after an impact by the speed
                before it; 1 loses nothing. Impacts slower than 1e-4 m/s or rad/s lose less.
        """
        return self._item("ratchet", locals())

    @checked
    def backlash(
        self,
        name: str,
        /,
        *,
        between: Names,
        play: Scalar,
        ratio: Scalar | None = None,
        radius: Scalar | None = None,
        stiffness: Scalar | None = None,
        force: Function | None = None,
        restitution: Scalar | None = None,
    ) -> Item:
        """Two joint coordinates that change in a fixed ratio but for a play: gears with backlash,
        couplings with play. As drawn they stand in the middle of it. Outputs: effort on the second
        coordinate, way to the nearest side (negative: penetration), impacts.

        In a model file: ``[[backlash]]``.

        Give `ratio`, or `radius`; and `stiffness`, or `force`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            between: two items, required. The two joint coordinates, such as ["motor.angle",
                "wheel.angle"].
            ratio: number, default: `radius` is given. Change of the second coordinate per change of
                the first, both angles or both displacements; negative if they turn against each
                other.
            radius: number [m], default: `ratio` is given. Change of the displacement per radian of
                the angle, for rack and pinion; negative if they run against each other.
            play: number [m or rad], zero or positive, required. Way of the second coordinate from
                one side to the other while the first is held.
            stiffness: number [N/m or N m/rad], positive, default: `force` is given. Effort per
                penetration.
            force: function of x [N or N m], default: linear by `stiffness`. Instead of `stiffness`:
                effort as an expression in x, the penetration, or { table = [[x, effort], ...] };
                positive pushes back, zero at x = 0.
            restitution: number, above 0, at most 1, default: 1. Speed after an impact by the speed
                before it; 1 loses nothing. Impacts slower than 1e-4 m/s or rad/s lose less.
        """
        return self._item("backlash", locals())

    @checked
    def friction(
        self,
        name: str,
        /,
        *,
        on: str,
        stiffness: Scalar,
        effort: Function | None = None,
        coefficient: Scalar | None = None,
        radius: Scalar | None = None,
        breakaway: Scalar | None = None,
        stribeck: Scalar | None = None,
        viscous: Scalar | None = None,
        stick_damping: Scalar | None = None,
    ) -> Item:
        """Dry friction on a joint coordinate, which sticks and slides, with viscous friction beside
        it; with an `effort` over time a brake or a lock. Outputs: effort, way that it has slid,
        whether it slides.

        In a model file: ``[[friction]]``.

        Give `effort`, or `coefficient` (with `radius` if needed).

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            on: joint.coordinate, required. Joint coordinate it acts on, written "joint.coordinate".
            effort: function of time [N or N m], default: `coefficient` is given. Effort while it
                slides: a number, or a function of time for brakes and locks. Never less than zero.
            coefficient: number, zero or positive, default: `effort` is given. Coefficient of
                friction: it slides with this part of the force of the joint, that of the step
                before.
            radius: number [m], positive, default: on a displacement. With `coefficient` on an
                angle: radius at which friction acts, such as that of the pin.
            breakaway: number, from 1 to 100, default: 1. Effort at which it breaks loose by that
                with which it slides.
            stribeck: number [m/s or rad/s], positive, default: no `breakaway`. Speed v_s of the
                Stribeck curve: what `breakaway` adds falls with the speed v as exp(-(v/v_s)^2).
            viscous: number [N s/m or N m s/rad], zero or positive, default: 0. Viscous coefficient.
            stiffness: number [N/m or N m/rad], positive, required. Stiffness while it sticks: it
                slides once it is stretched by effort/stiffness.
            stick_damping: number [N s/m or N m s/rad], zero or positive, default: 0. Viscous
                coefficient that acts only while it sticks: it ends oscillations of what has come to
                rest, soonest with 2 sqrt(stiffness mass).
        """
        return self._item("friction", locals())

    @checked
    def motion(
        self,
        name: str,
        /,
        *,
        on: str,
        value: Function | None = None,
        velocity: Function | None = None,
        acceleration: Function | None = None,
        initial_value: Scalar | None = None,
        initial_velocity: Scalar | None = None,
    ) -> Item:
        """A joint coordinate that follows a function of time, given by its value, its velocity or
        its acceleration.

        In a model file: ``[[motion]]``.

        Give `value`, or `velocity` (with `initial_value` if needed), or `acceleration` (with
        `initial_value`, `initial_velocity` if needed).

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            on: joint.coordinate, required. Joint coordinate that is driven, written
                "joint.coordinate".
            value: function of time [m or rad], default: `velocity` or `acceleration` is given.
                Value over time: a number, an expression in t, a table, or a pulse.
            velocity: function of time [m/s or rad/s], default: `value` or `acceleration` is given.
                Rate of the coordinate over time, instead of its value; it is integrated to
                round-off.
            acceleration: function of time [m/s^2 or rad/s^2], default: `value` or `velocity` is
                given. Second derivative of the coordinate over time, instead of its value; it is
                integrated twice, to round-off.
            initial_value: number [m or rad], default: 0. Value at t = 0 of a motion given by
                `velocity` or `acceleration`.
            initial_velocity: number [m/s or rad/s], default: 0. Rate at t = 0 of a motion given by
                `acceleration`.
        """
        return self._item("motion", locals())

    @checked
    def rolling(
        self,
        name: str,
        /,
        *,
        body: str,
        axis: Vector,
        radius: Scalar,
        center: Vector | None = None,
        plane_point: Vector | None = None,
        plane_normal: Vector | None = None,
    ) -> Item:
        """A disc that rolls on a plane without slipping.

        In a model file: ``[[rolling]]``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            body: body, required. Body that carries the disc.
            center: three numbers [m], default: [0, 0, 0]. Centre of the disc in the body frame.
            axis: direction, required. Axis of the disc in the body frame.
            radius: number [m], positive, required. Radius of the disc.
            plane_point: three numbers [m], default: [0, 0, 0]. A point of the plane, in the world.
            plane_normal: direction, default: [0, 0, 1]. Normal of the plane towards the disc, in
                the world.
        """
        return self._item("rolling", locals())

    @checked
    def contact_shape_sphere(
        self,
        name: str,
        /,
        *,
        on: str,
        radius: Scalar,
        at: Vector | None = None,
        group: str | None = None,
    ) -> Item:
        """A ball. It meets everything.

        In a model file: ``[[contact_shape]] kind = "sphere"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            on: item, required. What it is fixed to: body, point mass, point of a beam such as
                "boom.end", or "ground"; of a line the beam or cable.
            at: three numbers [m], default: [0, 0, 0]. Middle of the shape, or a point of the plane,
                in the frame of the item.
            group: text, default: "all". Group that `groups` of a [[contact]] may name.
            radius: number [m], positive, required. Radius.
        """
        return self._item("contact_shape", locals(), kind="sphere")

    @checked
    def contact_shape_plane(
        self,
        name: str,
        /,
        *,
        on: str,
        at: Vector | None = None,
        group: str | None = None,
        normal: Vector | None = None,
    ) -> Item:
        """An endless plane, with everything below it. It meets balls, corners of boxes, rims of
        cylinders, ends of capsules, nodes of lines.

        In a model file: ``[[contact_shape]] kind = "plane"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            on: item, required. What it is fixed to: body, point mass, point of a beam such as
                "boom.end", or "ground"; of a line the beam or cable.
            at: three numbers [m], default: [0, 0, 0]. Middle of the shape, or a point of the plane,
                in the frame of the item.
            group: text, default: "all". Group that `groups` of a [[contact]] may name.
            normal: direction, default: [0, 0, 1]. Normal, outwards, in the axes of the item.
        """
        return self._item("contact_shape", locals(), kind="plane")

    @checked
    def contact_shape_box(
        self,
        name: str,
        /,
        *,
        on: str,
        size: Vector,
        rounding: Scalar,
        at: Vector | None = None,
        group: str | None = None,
    ) -> Item:
        """A box along the axes of its item. Its faces, edges and corners meet balls, ends of
        capsules, nodes of lines and corners of other boxes; its corners meet planes, capsules,
        lines and cylinders too; its edges meet edges of other boxes and of meshes and flanks of
        capsules, lines and cylinders where they cross.

        In a model file: ``[[contact_shape]] kind = "box"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            on: item, required. What it is fixed to: body, point mass, point of a beam such as
                "boom.end", or "ground"; of a line the beam or cable.
            at: three numbers [m], default: [0, 0, 0]. Middle of the shape, or a point of the plane,
                in the frame of the item.
            group: text, default: "all". Group that `groups` of a [[contact]] may name.
            size: three numbers [m], required. Lengths of its edges.
            rounding: number [m], positive, required. Radius of its edges and corners.
        """
        return self._item("contact_shape", locals(), kind="box")

    @checked
    def contact_shape_cylinder(
        self,
        name: str,
        /,
        *,
        on: str,
        along: Vector,
        radius: Scalar,
        at: Vector | None = None,
        group: str | None = None,
        rounding: Scalar | None = None,
    ) -> Item:
        """A cylinder with flat faces. It meets balls, ends of capsules, nodes of lines and corners
        of boxes; its rims meet planes, on which it stands or rolls; its flank meets flanks of
        capsules, lines and cylinders and edges of boxes and meshes where they cross.

        In a model file: ``[[contact_shape]] kind = "cylinder"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            on: item, required. What it is fixed to: body, point mass, point of a beam such as
                "boom.end", or "ground"; of a line the beam or cable.
            at: three numbers [m], default: [0, 0, 0]. Middle of the shape, or a point of the plane,
                in the frame of the item.
            group: text, default: "all". Group that `groups` of a [[contact]] may name.
            along: three numbers [m], required. From the middle of one face to that of the other, in
                the axes of the item.
            radius: number [m], positive, required. Radius.
            rounding: number [m], zero or positive, default: 0. Radius of its rims.
        """
        return self._item("contact_shape", locals(), kind="cylinder")

    @checked
    def contact_shape_capsule(
        self,
        name: str,
        /,
        *,
        on: str,
        along: Vector,
        radius: Scalar,
        at: Vector | None = None,
        group: str | None = None,
    ) -> Item:
        """A rod with round ends. It meets balls, capsules, lines and corners of boxes, and edges of
        boxes and meshes and flanks of cylinders where they cross; its ends meet planes, boxes,
        cylinders and meshes.

        In a model file: ``[[contact_shape]] kind = "capsule"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            on: item, required. What it is fixed to: body, point mass, point of a beam such as
                "boom.end", or "ground"; of a line the beam or cable.
            at: three numbers [m], default: [0, 0, 0]. Middle of the shape, or a point of the plane,
                in the frame of the item.
            group: text, default: "all". Group that `groups` of a [[contact]] may name.
            along: three numbers [m], required. From the middle of one end to that of the other, in
                the axes of the item.
            radius: number [m], positive, required. Radius.
        """
        return self._item("contact_shape", locals(), kind="capsule")

    @checked
    def contact_shape_mesh(
        self,
        name: str,
        /,
        *,
        on: str,
        at: Vector | None = None,
        group: str | None = None,
        file: str | None = None,
        scale: Scalar | None = None,
        points: Points | None = None,
        triangles: Sequence[Sequence[int]] | None = None,
    ) -> Item:
        """A surface of triangles: terrain, or a solid of any form. What is behind it is inside. It
        meets balls, ends of capsules, nodes of lines and corners of boxes; its convex edges meet
        flanks of capsules, lines and cylinders and edges of boxes where they cross.

        In a model file: ``[[contact_shape]] kind = "mesh"``.

        Give `file` (with `scale` if needed), or `points` and `triangles`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            on: item, required. What it is fixed to: body, point mass, point of a beam such as
                "boom.end", or "ground"; of a line the beam or cable.
            at: three numbers [m], default: [0, 0, 0]. Middle of the shape, or a point of the plane,
                in the frame of the item.
            group: text, default: "all". Group that `groups` of a [[contact]] may name.
            file: text, default: `points` and `triangles` are given. Mesh file, from the folder of
                the model: STL, OBJ, glTF in one file.
            scale: number [m], positive, default: 1 m. Length that 1 in the file stands for, such as
                "1 mm".
            points: points [m], default: `file` is given. Points of a mesh that is written here, in
                the frame of the item.
            triangles: lists of whole numbers, default: `file` is given. Its triangles: lists of
                three numbers of points, counted from 1, against the clock seen from outside.
        """
        return self._item("contact_shape", locals(), kind="mesh")

    @checked
    def contact_shape_line(
        self,
        name: str,
        /,
        *,
        on: str,
        radius: Scalar,
        at: Vector | None = None,
        group: str | None = None,
    ) -> Item:
        """A whole beam or cable, `on` with its name: round rods from node to node, whose forces go
        to both nodes by the distance from them. It meets what a capsule meets; its nodes meet
        planes, boxes, cylinders and meshes. It does not meet itself.

        In a model file: ``[[contact_shape]] kind = "line"``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            on: item, required. What it is fixed to: body, point mass, point of a beam such as
                "boom.end", or "ground"; of a line the beam or cable.
            at: three numbers [m], default: [0, 0, 0]. Middle of the shape, or a point of the plane,
                in the frame of the item.
            group: text, default: "all". Group that `groups` of a [[contact]] may name.
            radius: number [m], positive, required. Radius.
        """
        return self._item("contact_shape", locals(), kind="line")

    @checked
    def contact(
        self,
        name: str,
        /,
        *,
        groups: Names | None = None,
        stiffness: Scalar | None = None,
        modulus: Scalar | None = None,
        force: Function | None = None,
        restitution: Scalar | None = None,
        friction: Scalar | None = None,
        stick_stiffness: Scalar | None = None,
    ) -> Item:
        """What happens where shapes touch: a force that pushes and never pulls, loss in impacts,
        friction that sticks and slides. Of several, one with `groups` goes before one without, and
        a later before an earlier one.

        In a model file: ``[[contact]]``.

        Give `stiffness`, or `modulus`, or `force`.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            groups: texts, default: all shapes with all others. One group of [[contact_shape]]:
                between its shapes; two: between the shapes of the one and those of the other.
            stiffness: number [N/m], positive, default: `modulus` or `force` is given. Force per
                penetration.
            modulus: number [Pa], positive, default: `stiffness` or `force` is given. Instead of
                `stiffness`, after Hertz: E* of both surfaces, 1/E* = (1 - nu_1^2)/E_1 + (1 -
                nu_2^2)/E_2. The force is 4/3 E* sqrt(R) x^1.5, 1/R = 1/r_1 + 1/r_2.
            force: function of x [N or N m], default: linear by `stiffness`. Instead of `stiffness`:
                force as an expression in x, the penetration, or { table = [[x, force], ...] };
                positive pushes, zero at x = 0.
            restitution: number, above 0, at most 1, default: 1. Speed after an impact by the speed
                before it; 1 loses nothing. Impacts slower than 1e-4 m/s or rad/s lose less.
            friction: number, zero or positive, default: 0. Coefficient of friction.
            stick_stiffness: number [N/m], positive, default: that of the surface at a thousandth of
                the smaller radius. Stiffness across the normal while surfaces stick.
        """
        return self._item("contact", locals())

    @checked
    def force(
        self,
        name: str,
        /,
        *,
        on: str,
        value: Vector,
        at: Vector | None = None,
        follower: bool | None = None,
        scale: Function | None = None,
    ) -> Item:
        """A force on a body, a point mass, or a point of a beam or cable.

        In a model file: ``[[force]]``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            on: item, required. Body, point mass, or point of a beam or cable such as "boom.end" or
                "boom@0.36 m"; a point of a shell, or any place in a solid, "block@[0.1, 0, 0]",
                which the nodes around it share.
            at: three numbers [m], default: [0, 0, 0]. Point of application in the body frame; on a
                beam relative to the reference line, in section axes.
            value: three numbers [N], required. Components, in world axes, or in body (section) axes
                for a follower.
            follower: true or false, default: false. Whether the force turns with the body.
            scale: function of time, default: 1. Factor over time.
        """
        return self._item("force", locals())

    @checked
    def moment(
        self,
        name: str,
        /,
        *,
        on: str,
        value: Vector,
        follower: bool | None = None,
        scale: Function | None = None,
    ) -> Item:
        """A moment on a body or a point of a beam.

        In a model file: ``[[moment]]``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            on: item with axes, required. Body, or point of a beam such as "boom.end" or "boom@0.36
                m".
            value: three numbers [N m], required. Components, in world axes, or in body (section)
                axes for a follower.
            follower: true or false, default: false. Whether the moment turns with the body.
            scale: function of time, default: 1. Factor over time.
        """
        return self._item("moment", locals())

    @checked
    def line_load(
        self,
        name: str,
        /,
        *,
        on: str,
        force: Vector | None = None,
        moment: Vector | None = None,
        follower: bool | None = None,
        range: Vector | None = None,
        scale: Function | None = None,
    ) -> Item:
        """A load per length on a beam or cable, or along an edge of a shell.

        In a model file: ``[[line_load]]``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            on: beam or cable, required. Beam or cable, or an edge of a shell such as "panel.edge1".
            force: three numbers [N/m], default: [0, 0, 0]. Force per length, in world axes, or in
                section axes for a follower.
            moment: three numbers [N m/m], default: [0, 0, 0]. Moment per length, in the same axes;
                beams only.
            follower: true or false, default: false. Whether the load turns with the sections; beams
                only.
            range: two lengths or percentages [m], default: all of it. Range it acts on: two arc
                lengths from the start, also in percent of the whole.
            scale: function of time, default: 1. Factor over time.
        """
        return self._item("line_load", locals())

    @checked
    def surface_load(
        self,
        name: str,
        /,
        *,
        on: str,
        pressure: Scalar | None = None,
        traction: Vector | None = None,
        scale: Function | None = None,
    ) -> Item:
        """A load per area on a shell or a group of its elements, or on faces of a solid.

        In a model file: ``[[surface_load]]``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            on: text, required. Shell such as "panel", or a group of its elements such as
                "panel.skin"; solid such as "block", with all of its faces, or a face such as
                "block.face1".
            pressure: number [Pa], default: 0. Pressure that turns with the surface: it pushes along
                the normal of a shell, and into a solid; negative the other way.
            traction: three numbers [Pa], default: [0, 0, 0]. Force per area as drawn, fixed in the
                world.
            scale: function of time, default: 1. Factor over time.
        """
        return self._item("surface_load", locals())

    @checked
    def volume_load(
        self,
        name: str,
        /,
        *,
        on: str,
        force: Vector,
        scale: Function | None = None,
    ) -> Item:
        """A load per volume on a solid, such as that of a magnetic field; gravity acts by itself.

        In a model file: ``[[volume_load]]``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            on: text, required. Solid such as "block", or a group of its elements such as
                "block.core".
            force: three numbers [N/m^3], required. Force per volume as drawn, fixed in the world.
            scale: function of time, default: 1. Factor over time.
        """
        return self._item("volume_load", locals())

    @checked
    def temperature(
        self,
        name: str,
        /,
        *,
        on: str,
        change: Function | None = None,
        gradient: Function | None = None,
    ) -> Item:
        """A change of temperature in a shell, or in a group of its elements, whose material has a
        thermal expansion. As drawn, the change is zero.

        In a model file: ``[[temperature]]``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            on: text, required. Shell such as "panel", or a group of its elements such as
                "panel.skin".
            change: function of time [K], default: 0. Change in the middle of the thickness over
                time.
            gradient: function of time [K/m], default: 0. Gradient through the thickness over time:
                positive where the side that the normal points to is warmer.
        """
        return self._item("temperature", locals())

    @checked
    def sensor(
        self,
        name: str,
        /,
        *,
        on: str,
        at: Vector | None = None,
    ) -> Item:
        """A point whose position and velocity are recorded.

        In a model file: ``[[sensor]]``.

        Keys:
            name: new name, required. Unique name: letters, digits, `_` and `-`.
            on: item, required. Body, point mass, or point of a beam or cable such as "boom.end" or
                "boom@0.36 m".
            at: three numbers [m], default: [0, 0, 0]. Point in the body frame; on a beam relative
                to the reference line, in section axes.
        """
        return self._item("sensor", locals())

    @checked
    def shape_box(
        self,
        name: str | None = None,
        /,
        *,
        on: str,
        size: Vector,
        colour: str | None = None,
        opacity: Scalar | None = None,
        at: Vector | None = None,
        orientation: Mapping[str, Any] | None = None,
        mass: Scalar | None = None,
        density: Scalar | None = None,
    ) -> Item:
        """A block.

        In a model file: ``[[shape]] kind = "box"``.

        Give `mass` if needed, or `density` if needed.

        Keys:
            name: new name, default: none. Unique name: letters, digits, `_` and `-`.
            on: item, required. What it is fixed to: body, point mass, point of a beam or cable such
                as "boom.end" or "boom@0.36 m", or "ground".
            colour: colour, default: that of bodies. Red, green and blue as "#rrggbb" or "#rgb".
            opacity: number, from 0 to 1, default: 1. 1 is opaque, 0 invisible.
            size: three numbers [m], positive, required. Sides along x, y and z.
            at: three numbers [m], default: [0, 0, 0]. Middle of the solid or origin of the mesh, in
                the frame of the item: body axes, section axes on a beam, world axes on the ground,
                on point masses and on cables.
            orientation: orientation, default: the axes of the item. Axes of the solid relative to
                those of the item.
            mass: number [kg], positive, default: it only shows. Mass of the solid, evenly spread. A
                body without `mass` and `inertia` of its own has those of its shapes.
            density: number [kg/m^3], positive, default: it only shows. Density of the solid,
                instead of its mass.
        """
        return self._item("shape", locals(), kind="box")

    @checked
    def shape_sphere(
        self,
        name: str | None = None,
        /,
        *,
        on: str,
        radius: Scalar,
        colour: str | None = None,
        opacity: Scalar | None = None,
        at: Vector | None = None,
        mass: Scalar | None = None,
        density: Scalar | None = None,
    ) -> Item:
        """A ball.

        In a model file: ``[[shape]] kind = "sphere"``.

        Give `mass` if needed, or `density` if needed.

        Keys:
            name: new name, default: none. Unique name: letters, digits, `_` and `-`.
            on: item, required. What it is fixed to: body, point mass, point of a beam or cable such
                as "boom.end" or "boom@0.36 m", or "ground".
            colour: colour, default: that of bodies. Red, green and blue as "#rrggbb" or "#rgb".
            opacity: number, from 0 to 1, default: 1. 1 is opaque, 0 invisible.
            radius: number [m], positive, required. Radius; of a cone at its beginning, of a tube
                outside.
            at: three numbers [m], default: [0, 0, 0]. Middle of the solid or origin of the mesh, in
                the frame of the item: body axes, section axes on a beam, world axes on the ground,
                on point masses and on cables.
            mass: number [kg], positive, default: it only shows. Mass of the solid, evenly spread. A
                body without `mass` and `inertia` of its own has those of its shapes.
            density: number [kg/m^3], positive, default: it only shows. Density of the solid,
                instead of its mass.
        """
        return self._item("shape", locals(), kind="sphere")

    @checked
    def shape_cylinder(
        self,
        name: str | None = None,
        /,
        *,
        on: str,
        radius: Scalar,
        colour: str | None = None,
        opacity: Scalar | None = None,
        length: Scalar | None = None,
        at: Vector | None = None,
        axis: Vector | None = None,
        orientation: Mapping[str, Any] | None = None,
        from_: Vector | None = None,
        to: Vector | None = None,
        mass: Scalar | None = None,
        density: Scalar | None = None,
    ) -> Item:
        """A round rod or disc about z.

        In a model file: ``[[shape]] kind = "cylinder"``.

        Give `from` and `to`, or `length` (with `at`, `axis` if needed), or `length` (with `at`,
        `orientation` if needed); and `mass` if needed, or `density` if needed.

        Keys:
            name: new name, default: none. Unique name: letters, digits, `_` and `-`.
            on: item, required. What it is fixed to: body, point mass, point of a beam or cable such
                as "boom.end" or "boom@0.36 m", or "ground".
            colour: colour, default: that of bodies. Red, green and blue as "#rrggbb" or "#rgb".
            opacity: number, from 0 to 1, default: 1. 1 is opaque, 0 invisible.
            radius: number [m], positive, required. Radius; of a cone at its beginning, of a tube
                outside.
            length: number [m], positive, default: `from` and `to` are given. Length along the axis;
                of a capsule, between the centres of its hemispheres.
            at: three numbers [m], default: [0, 0, 0]. Middle of the solid or origin of the mesh, in
                the frame of the item: body axes, section axes on a beam, world axes on the ground,
                on point masses and on cables.
            axis: direction, default: the z axis of the item. Direction of the axis, in the axes of
                the item.
            orientation: orientation, default: the axes of the item. Axes of the solid relative to
                those of the item.
            from_: three numbers [m], default: `length` is given. Beginning of the axis, in the
                frame of the item.
            to: three numbers [m], default: `length` is given. End of the axis, in the frame of the
                item.
            mass: number [kg], positive, default: it only shows. Mass of the solid, evenly spread. A
                body without `mass` and `inertia` of its own has those of its shapes.
            density: number [kg/m^3], positive, default: it only shows. Density of the solid,
                instead of its mass.
        """
        return self._item("shape", locals(), kind="cylinder")

    @checked
    def shape_cone(
        self,
        name: str | None = None,
        /,
        *,
        on: str,
        radius: Scalar,
        colour: str | None = None,
        opacity: Scalar | None = None,
        end_radius: Scalar | None = None,
        length: Scalar | None = None,
        at: Vector | None = None,
        axis: Vector | None = None,
        orientation: Mapping[str, Any] | None = None,
        from_: Vector | None = None,
        to: Vector | None = None,
        mass: Scalar | None = None,
        density: Scalar | None = None,
    ) -> Item:
        """A cone or truncated cone about z.

        In a model file: ``[[shape]] kind = "cone"``.

        Give `from` and `to`, or `length` (with `at`, `axis` if needed), or `length` (with `at`,
        `orientation` if needed); and `mass` if needed, or `density` if needed.

        Keys:
            name: new name, default: none. Unique name: letters, digits, `_` and `-`.
            on: item, required. What it is fixed to: body, point mass, point of a beam or cable such
                as "boom.end" or "boom@0.36 m", or "ground".
            colour: colour, default: that of bodies. Red, green and blue as "#rrggbb" or "#rgb".
            opacity: number, from 0 to 1, default: 1. 1 is opaque, 0 invisible.
            radius: number [m], positive, required. Radius; of a cone at its beginning, of a tube
                outside.
            end_radius: number [m], zero or positive, default: 0. Radius where it ends, at positive
                z.
            length: number [m], positive, default: `from` and `to` are given. Length along the axis;
                of a capsule, between the centres of its hemispheres.
            at: three numbers [m], default: [0, 0, 0]. Middle of the solid or origin of the mesh, in
                the frame of the item: body axes, section axes on a beam, world axes on the ground,
                on point masses and on cables.
            axis: direction, default: the z axis of the item. Direction of the axis, in the axes of
                the item.
            orientation: orientation, default: the axes of the item. Axes of the solid relative to
                those of the item.
            from_: three numbers [m], default: `length` is given. Beginning of the axis, in the
                frame of the item.
            to: three numbers [m], default: `length` is given. End of the axis, in the frame of the
                item.
            mass: number [kg], positive, default: it only shows. Mass of the solid, evenly spread. A
                body without `mass` and `inertia` of its own has those of its shapes.
            density: number [kg/m^3], positive, default: it only shows. Density of the solid,
                instead of its mass.
        """
        return self._item("shape", locals(), kind="cone")

    @checked
    def shape_capsule(
        self,
        name: str | None = None,
        /,
        *,
        on: str,
        radius: Scalar,
        colour: str | None = None,
        opacity: Scalar | None = None,
        length: Scalar | None = None,
        at: Vector | None = None,
        axis: Vector | None = None,
        orientation: Mapping[str, Any] | None = None,
        from_: Vector | None = None,
        to: Vector | None = None,
        mass: Scalar | None = None,
        density: Scalar | None = None,
    ) -> Item:
        """A round rod about z with hemispherical ends.

        In a model file: ``[[shape]] kind = "capsule"``.

        Give `from` and `to`, or `length` (with `at`, `axis` if needed), or `length` (with `at`,
        `orientation` if needed); and `mass` if needed, or `density` if needed.

        Keys:
            name: new name, default: none. Unique name: letters, digits, `_` and `-`.
            on: item, required. What it is fixed to: body, point mass, point of a beam or cable such
                as "boom.end" or "boom@0.36 m", or "ground".
            colour: colour, default: that of bodies. Red, green and blue as "#rrggbb" or "#rgb".
            opacity: number, from 0 to 1, default: 1. 1 is opaque, 0 invisible.
            radius: number [m], positive, required. Radius; of a cone at its beginning, of a tube
                outside.
            length: number [m], positive, default: `from` and `to` are given. Length along the axis;
                of a capsule, between the centres of its hemispheres.
            at: three numbers [m], default: [0, 0, 0]. Middle of the solid or origin of the mesh, in
                the frame of the item: body axes, section axes on a beam, world axes on the ground,
                on point masses and on cables.
            axis: direction, default: the z axis of the item. Direction of the axis, in the axes of
                the item.
            orientation: orientation, default: the axes of the item. Axes of the solid relative to
                those of the item.
            from_: three numbers [m], default: `length` is given. Beginning of the axis, in the
                frame of the item.
            to: three numbers [m], default: `length` is given. End of the axis, in the frame of the
                item.
            mass: number [kg], positive, default: it only shows. Mass of the solid, evenly spread. A
                body without `mass` and `inertia` of its own has those of its shapes.
            density: number [kg/m^3], positive, default: it only shows. Density of the solid,
                instead of its mass.
        """
        return self._item("shape", locals(), kind="capsule")

    @checked
    def shape_tube(
        self,
        name: str | None = None,
        /,
        *,
        on: str,
        radius: Scalar,
        thickness: Scalar,
        colour: str | None = None,
        opacity: Scalar | None = None,
        length: Scalar | None = None,
        at: Vector | None = None,
        axis: Vector | None = None,
        orientation: Mapping[str, Any] | None = None,
        from_: Vector | None = None,
        to: Vector | None = None,
        mass: Scalar | None = None,
        density: Scalar | None = None,
    ) -> Item:
        """A hollow rod or ring about z.

        In a model file: ``[[shape]] kind = "tube"``.

        Give `from` and `to`, or `length` (with `at`, `axis` if needed), or `length` (with `at`,
        `orientation` if needed); and `mass` if needed, or `density` if needed.

        Keys:
            name: new name, default: none. Unique name: letters, digits, `_` and `-`.
            on: item, required. What it is fixed to: body, point mass, point of a beam or cable such
                as "boom.end" or "boom@0.36 m", or "ground".
            colour: colour, default: that of bodies. Red, green and blue as "#rrggbb" or "#rgb".
            opacity: number, from 0 to 1, default: 1. 1 is opaque, 0 invisible.
            radius: number [m], positive, required. Radius; of a cone at its beginning, of a tube
                outside.
            thickness: number [m], positive, required. Thickness of the wall.
            length: number [m], positive, default: `from` and `to` are given. Length along the axis;
                of a capsule, between the centres of its hemispheres.
            at: three numbers [m], default: [0, 0, 0]. Middle of the solid or origin of the mesh, in
                the frame of the item: body axes, section axes on a beam, world axes on the ground,
                on point masses and on cables.
            axis: direction, default: the z axis of the item. Direction of the axis, in the axes of
                the item.
            orientation: orientation, default: the axes of the item. Axes of the solid relative to
                those of the item.
            from_: three numbers [m], default: `length` is given. Beginning of the axis, in the
                frame of the item.
            to: three numbers [m], default: `length` is given. End of the axis, in the frame of the
                item.
            mass: number [kg], positive, default: it only shows. Mass of the solid, evenly spread. A
                body without `mass` and `inertia` of its own has those of its shapes.
            density: number [kg/m^3], positive, default: it only shows. Density of the solid,
                instead of its mass.
        """
        return self._item("shape", locals(), kind="tube")

    @checked
    def shape_mesh(
        self,
        name: str | None = None,
        /,
        *,
        on: str,
        file: str,
        colour: str | None = None,
        opacity: Scalar | None = None,
        scale: Scalar | None = None,
        at: Vector | None = None,
        axis: Vector | None = None,
        orientation: Mapping[str, Any] | None = None,
    ) -> Item:
        """Triangles from a file: STL, OBJ, or glTF in one file (.glb, or .gltf with its buffers
        inside). Runs store them in their results.

        In a model file: ``[[shape]] kind = "mesh"``.

        Give `axis` if needed, or `orientation` if needed.

        Keys:
            name: new name, default: none. Unique name: letters, digits, `_` and `-`.
            on: item, required. What it is fixed to: body, point mass, point of a beam or cable such
                as "boom.end" or "boom@0.36 m", or "ground".
            colour: colour, default: that of bodies. Red, green and blue as "#rrggbb" or "#rgb".
            opacity: number, from 0 to 1, default: 1. 1 is opaque, 0 invisible.
            file: text, required. Path of the file, from the folder of the model.
            scale: number [m], positive, default: 1. Length that 1 in the file stands for, such as
                "1 mm".
            at: three numbers [m], default: [0, 0, 0]. Middle of the solid or origin of the mesh, in
                the frame of the item: body axes, section axes on a beam, world axes on the ground,
                on point masses and on cables.
            axis: direction, default: the z axis of the item. Direction of the axis, in the axes of
                the item.
            orientation: orientation, default: the axes of the item. Axes of the solid relative to
                those of the item.
        """
        return self._item("shape", locals(), kind="mesh")

    @checked
    def set_gravity(
        self,
        *,
        acceleration: Vector,
        scale: Function | None = None,
    ) -> None:
        """Uniform gravity: three numbers [x, y, z] in world axes, or this table.

        In a model file: ``gravity = ...``.

        Keys:
            acceleration: three numbers [m/s^2], required. Acceleration in world axes.
            scale: function of time, default: 1. Factor over time.
        """
        self._setting("gravity", locals())

    @checked
    def set_run(
        self,
        *,
        duration: Scalar,
        dt: Scalar | None = None,
        accuracy: Scalar | None = None,
        dt_max: Scalar | None = None,
        dt_min: Scalar | None = None,
        tolerance: Scalar | None = None,
        max_iterations: int | None = None,
        redundant: Literal["error", "remove"] | None = None,
        start: Literal["as-drawn", "equilibrium"] | None = None,
        start_from: str | None = None,
        scheme: Literal["ep", "ed", "mp-ed", "generalized-alpha", "hht", "newmark"] | None = None,
        rotation: Literal["cayley", "exponential"] | None = None,
        order: int | None = None,
        rho_inf: Scalar | None = None,
        collocation: Literal["radau", "jump"] | None = None,
        alpha: Scalar | None = None,
        gamma: Scalar | None = None,
        beta: Scalar | None = None,
    ) -> None:
        """How to run the model. Each scheme has additional keys.

        In a model file: ``[run]``.

        Give `dt`, or `accuracy` (with `dt`, `dt_max` if needed).

        Keys:
            duration: number [s], positive, required. End time; the run starts at 0.
            dt: number [s], positive, default: with `accuracy`: `dt_max`/100. Time step; with
                `accuracy` only the first step tried.
            accuracy: number, above 0, at most 0.1, default: steps of fixed length `dt`. Adaptive
                steps: bound on the error of positions at the end of the run, relative to the extent
                of the model, on that of rotations in radians, and on the part of the energy that
                the scheme may dissipate.
            dt_max: number [s], positive, default: `duration`/50. Largest step that `accuracy` may
                choose.
            dt_min: number [s], positive, default: 1e-9, or `dt` if that is smaller. Smallest step;
                a run that needs a smaller one fails.
            tolerance: number, above 0, at most 0.0001, default: 1e-13. Relative tolerance of the
                Newton iteration. Residual forces do work: above 1e-6 this shows in the energies.
            max_iterations: whole number, from 1 to 1000, default: 20. Newton iterations before the
                step is cut.
            redundant: word, default: "error". What to do with constraints that repeat others.
                "error": reject the model and name them
                "remove": remove and report them
            start: word, default: "as-drawn". Where the run starts.
                "as-drawn": as drawn, with the velocities that the model gives
                "equilibrium": in the equilibrium under the initial loads, at rest or, with
                [turning], in steady rotation
            start_from: text, default: none. Results or a checkpoint of a model with the same
                bodies, meshes and joints: the run starts where they end, at time 0. Relative to the
                folder of this file.
            scheme: word, default: "ed". Time integration scheme.
                "ep": Energy preserving: total energy and both momenta are conserved.
                "ed": Energy decaying: energy never rises, high frequencies are damped.
                "mp-ed": Energy decaying with both momenta preserved.
                "generalized-alpha": Generalized-alpha method on the Lie group.
                "hht": Hilber-Hughes-Taylor method.
                "newmark": Newmark method.
            rotation: word, default: "cayley". How rotation increments are written.
                "cayley": the Cayley vector; energy is exact with it
                "exponential": the exponential vector
            order: whole number, from 2 to 8, default: 2. Order of accuracy: 2, 4, 6 or 8. Above 2 a
                step is made of 10, 18 or 34 parts, some of which go back in time; energy and
                momenta stay exact. For motion whose frequencies are resolved, and without dampers.
            rho_inf: number, from 0 to 1, default: 0. Spectral radius at infinite frequency: 0 damps
                high frequencies most, 1 not at all.
            collocation: word, default: "radau". Place of the inner stage.
                "radau": inner stage at one third of the step
                "jump": inner stage at the start, just after the jump
            alpha: number, from 0 to 0.3333333333333333, default: 0.05. Damping parameter: 0 none,
                1/3 most.
            gamma: number, from 0 to 1, default: 0.5. Weight of the end acceleration in the
                velocity.
            beta: number, above 0, at most 0.5, default: 0.25. Weight of the end acceleration in the
                displacement.
        """
        self._setting("run", locals())

    @checked
    def set_statics(
        self,
        *,
        until: Scalar | None = None,
        increment: Scalar | None = None,
        every: Scalar | None = None,
        at: Vector | None = None,
        arc_length: bool | None = None,
        max_arc: Scalar | None = None,
        branch: Literal["follow", "switch"] | None = None,
        max_points: int | None = None,
        relaxation: bool | None = None,
        redundant: Literal["error", "remove"] | None = None,
        tolerance: Scalar | None = None,
        max_iterations: int | None = None,
        vary: Literal["load_factor", "time"] | None = None,
    ) -> None:
        """How to compute a path of equilibria.

        In a model file: ``[statics]``.

        Keys:
            until: number, positive, default: 1. End of the path: a load factor, or a time in
                seconds. With `arc_length`, its negative ends the path too.
            increment: number, positive, default: `every`, or a tenth of `until`. First and largest
                increment of the factor or time; it is cut and grown as the iteration allows. With
                `arc_length` only the first.
            every: number, positive, default: every point found. Spacing of the recorded points, in
                factor or time. Not with `arc_length`.
            at: numbers, rising, positive, default: `until` and `every` say what is recorded. Load
                factors, or times in seconds, to record, in increasing order, such as [0.5, 1, 1.5];
                the last one ends the path. Instead of `until` and `every`; not with `arc_length`.
            arc_length: true or false, default: false. Treat the factor or time as an unknown, so
                that the path may turn back at limit points.
            max_arc: number, above 0, at most 1, default: 0.25. Longest step along the arc: mean
                motion of the nodes, relative to the size of the model, and in radians.
            branch: word, default: "follow". What to do at a bifurcation.
                "follow": stay on the path
                "switch": leave it along the null mode at the first bifurcation; from there on the
                factor is an unknown
            max_points: whole number, from 1 to 1000000, default: 1000. Number of points after which
                the path ends.
            relaxation: true or false, default: false. Where the iteration does not converge, let
                the system move under `ed` and come to rest.
            redundant: word, default: that of [run]. What to do with constraints that repeat others.
                "error": reject the model and name them
                "remove": remove and report them
            tolerance: number, above 0, at most 0.0001, default: 1e-13. Relative tolerance of the
                Newton iteration.
            max_iterations: whole number, from 1 to 1000, default: 25. Newton iterations before the
                increment is cut.
            vary: word, default: "load_factor". What changes along the path.
                "load_factor": Weights, loads and motors scaled by a factor from 0; prescribed
                coordinates approach their values in proportion.
                "time": Loads and prescribed motions follow their functions of time from 0:
                displacement and rotation control.
        """
        self._setting("statics", locals())

    @checked
    def set_turning(
        self,
        *,
        angular_velocity: Vector,
        through: Vector | None = None,
    ) -> None:
        """Steady rotation of the whole system: equilibria are computed in a frame that rotates with
        it.

        In a model file: ``[turning]``.

        Keys:
            angular_velocity: three numbers [rad/s], required. Angular velocity in world axes.
            through: three numbers [m], default: [0, 0, 0]. A point of the axis.
        """
        self._setting("turning", locals())

    @checked
    def set_modes(
        self,
        *,
        count: int | None = None,
        near: Scalar | None = None,
        about: Literal["as-drawn", "equilibrium"] | None = None,
        kind: Literal["automatic", "real", "complex"] | None = None,
        top_speed: Scalar | None = None,
        speeds: int | None = None,
    ) -> None:
        """Which modes to compute, and about which state.

        In a model file: ``[modes]``.

        Keys:
            count: whole number, from 1 to 10000, default: 10. How many modes.
            near: number [Hz], zero or positive, default: the lowest modes. Compute the modes
                nearest to this frequency.
            about: word, default: "as-drawn". The state about which the system vibrates.
                "as-drawn": as drawn, made consistent with the constraints
                "equilibrium": the equilibrium under the initial loads, in the rotating frame if
                there is a [turning]
            kind: word, default: "automatic". Real or complex modes.
                "automatic": real if the system is conservative, else complex
                "real": of the undamped system, with the symmetric part of the stiffness
                "complex": with damping, gyroscopic terms and follower loads
            top_speed: number [rad/s], positive, default: no sweep. Sweep the speed about the axis
                of [turning] from zero up to this: a Campbell diagram.
            speeds: whole number, from 2 to 10000, default: 21. Number of speeds in the sweep,
                including zero and the top speed.
        """
        self._setting("modes", locals())

    @checked
    def set_output(
        self,
        *,
        every: Scalar | None = None,
        fields_every: int | None = None,
        fields: Names | None = None,
        checkpoint: Scalar | None = None,
    ) -> None:
        """What to record and when to keep a checkpoint.

        In a model file: ``[output]``.

        Keys:
            every: number [s], positive, default: every step. Time between two frames in the
                results. If it is not a multiple of a fixed `dt`, frames between steps are
                interpolated; with `accuracy`, steps end at frames.
            fields_every: whole number, from 1 to 1000000, default: 1. Frames from one with fields
                to the next. Fields are the values at all nodes, sections and elements of flexible
                bodies; joints, bodies, sensors, energies are in every frame. Above 1, fields go to
                a file of their own next to the results, NAME.fields.nc; the first and the last
                frame always have fields.
            fields: words, default: all but "piola_kirchhoff". Fields to record.
            checkpoint: number [s], zero or positive, default: 60. Wall-clock time between two
                checkpoints, from which a run can be resumed; 0 keeps one after every step.
        """
        self._setting("output", locals())
