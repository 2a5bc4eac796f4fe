//! What forces and moments have in common.

use super::{Acts, On, TimeCourse};
use crate::functions::{PointLaw, TimeFunction};
use crate::math::V3;
use crate::model::check::Check;
use crate::model::decode::reader::TableReader;
use crate::model::types::Place;

/// A force or a moment on a body.
#[derive(Clone, Debug)]
pub struct Load {
    /// Unique name.
    pub name: String,
    /// Body or point mass.
    pub on: String,
    /// Points of a solid that share a force between them, with their parts of it; empty where all of it acts on `on`.
    pub shares: Vec<(String, f64)>,
    /// Point of application in the body frame [m]; unused for moments.
    pub at: V3,
    /// Components [N or N m].
    pub value: V3,
    /// `true`: components in body axes, turning with the body; `false`: world axes.
    pub follower: bool,
    /// Factor over time.
    pub scale: TimeFunction,
    /// What a program computes in place of `value` and `scale`, in world axes; for forces on one point that are no followers.
    pub law: Option<PointLaw>,
    /// Where it was written.
    pub place: Place,
}

impl Load {
    /// A force or moment on a body or point mass at its origin, constant, in world axes [N or N m].
    pub fn new(name: impl Into<String>, on: impl Into<String>, value: [f64; 3]) -> Self {
        Load {
            name: name.into(),
            on: on.into(),
            shares: Vec::new(),
            at: V3::zeros(),
            value: value.into(),
            follower: false,
            scale: TimeFunction::constant(1.0),
            law: None,
            place: Place::default(),
        }
    }
}

/// The keys that both have.
pub(super) fn decode(t: &TableReader, on: Option<String>, at: Option<V3>) -> Option<Load> {
    let value = t.vector("value");
    let follower = t.flag("follower");
    let scale = t.scale();
    Some(Load {
        name: t.name()?,
        on: on?,
        shares: Vec::new(),
        at: at?,
        value: value?,
        follower: follower?,
        scale: scale?,
        law: None,
        place: t.place(),
    })
}

/// See [`Check`].
pub(in crate::model) fn check(load: &Load, check: &mut Check) {
    check.vector("value", &load.value);
    check.vector("at", &load.at);
}

/// See [`Acts`]; `at` is the point of application, if it has one.
pub(in crate::model) fn acts(load: &Load, at: Option<V3>) -> Acts<'_> {
    Acts {
        on: On::Item(&load.on, at),
        course: match load.law {
            Some(_) => TimeCourse::Constant,
            None => TimeCourse::Factor {
                size: load.value.norm(),
                over: &load.scale,
            },
        },
        fixed: match load.follower || load.law.is_some() {
            true => [V3::zeros(); 2],
            false => [load.value, V3::zeros()],
        },
        link: None,
        damping: None,
    }
}
