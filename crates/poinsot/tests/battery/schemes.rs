//! Every scheme with its variants, statically typed.

use crate::stand::{DT, T_START};
use poinsot::dynamics::schemes::{EnergyDecaying, EnergyPreserving, GeneralizedAlpha, Integrator};
use poinsot::model::{Collocation, RotationMap};

pub trait SchemeVisitor {
    fn visit<S: Integrator>(&mut self, name: &str, scheme: S);
}

/// Visits all schemes, set to the step of the stand.
pub fn for_every_scheme(visitor: &mut impl SchemeVisitor) {
    for map in [RotationMap::Cayley, RotationMap::Exponential] {
        let scheme = EnergyPreserving::new(map).with_step(T_START, DT);
        visitor.visit(&format!("ep {map:?}"), scheme);
        for (name, scheme) in [
            ("generalized-alpha", GeneralizedAlpha::optimal(0.6, map)),
            ("hht", GeneralizedAlpha::hht(0.1, map)),
            ("newmark", GeneralizedAlpha::newmark(0.6, 0.3, map)),
        ] {
            visitor.visit(&format!("{name} {map:?}"), scheme.with_step(T_START, DT));
        }
    }
    for momentum_preserving in [false, true] {
        for collocation in [Collocation::Radau, Collocation::Jump] {
            for rho_inf in [0.0, 0.5, 1.0] {
                let scheme = EnergyDecaying::new(rho_inf, collocation, momentum_preserving);
                let name = if momentum_preserving { "mp-ed" } else { "ed" };
                let name = format!("{name} {collocation:?} {rho_inf}");
                visitor.visit(&name, scheme.with_step(T_START, DT));
            }
        }
    }
}
