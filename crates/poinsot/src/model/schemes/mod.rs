//! Time integration schemes as a user chooses them. A scheme is one file (word, keys, help, small model, what sort it is of) and its
//! line in the list below, with its parameters in the order of its keys. The scheme itself, in `dynamics/schemes`, is made in
//! `simulation/engine.rs`, where the compiler asks for it.

use super::describe::{
    Field, Literal, Presence, Quantity as Q, Range, ValueShape, Variant, Word, defaulted,
};
use super::types::{Collocation, RotationMap};

macro_rules! schemes {
    ($(
        $(#[$doc:meta])*
        $module:ident: $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty),* $(,)? }
    ),* $(,)?) => {
        $(mod $module;)*

        /// A time integration scheme and its parameters.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum Scheme {
            $($(#[$doc])* $name { $($(#[$field_doc])* $field: $type,)* },)*
        }

        /// All schemes, in the order of the reference.
        pub const SCHEMES: &[&SchemeDefinition] = &[$(&$module::DEFINITION),*];

        impl Scheme {
            /// Everything about it but its parameters.
            pub fn definition(&self) -> &'static SchemeDefinition {
                match self {
                    $(Scheme::$name { .. } => &$module::DEFINITION,)*
                }
            }

            /// Its parameters by their keys, in the order of these.
            pub fn parameters(&self) -> Vec<(&'static str, Parameter)> {
                match *self {
                    $(Scheme::$name { $($field),* } => {
                        vec![$((stringify!($field), $field.into())),*]
                    })*
                }
            }

            /// The scheme of a definition, with parameters by their keys.
            fn make(
                definition: &SchemeDefinition,
                value: impl Fn(&str) -> Option<Parameter>,
            ) -> Option<Scheme> {
                $(if definition.word() == $module::DEFINITION.word() {
                    $(let $field = value(stringify!($field));)*
                    return Some(Scheme::$name { $($field: $field?.try_into().ok()?),* });
                })*
                None
            }
        }

        // A scheme has a parameter for each of its keys.
        $(const _: () = {
            let parameters: &[&str] = &[$(stringify!($field)),*];
            assert!($module::DEFINITION.variant.fields.len() == parameters.len());
        };)*
    };
}

schemes! {
    /// `ep`: preserves energy and both momenta.
    ep: EnergyPreserving {
        /// Relation between rotation increment and angular velocity.
        rotation: RotationMap,
        /// Order of accuracy: 2, 4, 6 or 8.
        order: Order,
    },
    /// `ed`: energy never rises.
    ed: EnergyDecaying {
        /// Spectral radius at infinite frequency, 0 to 1.
        rho_inf: f64,
        /// Place of the inner stage.
        collocation: Collocation,
    },
    /// `mp-ed`: energy never rises, both momenta are preserved.
    mp_ed: MomentumPreservingDecaying {
        /// Spectral radius at infinite frequency, 0 to 1.
        rho_inf: f64,
        /// Place of the inner stage.
        collocation: Collocation,
    },
    /// `generalized-alpha`, on the Lie group.
    generalized_alpha: GeneralizedAlpha {
        /// Spectral radius at infinite frequency, 0 to 1.
        rho_inf: f64,
        /// Map of rotation increments.
        rotation: RotationMap,
    },
    /// `hht`: Hilber-Hughes-Taylor.
    hht: Hht {
        /// Damping parameter, 0 (none) to 1/3.
        alpha: f64,
        /// Map of rotation increments.
        rotation: RotationMap,
    },
    /// `newmark`.
    newmark: Newmark {
        /// Weight of the end acceleration in the velocity.
        gamma: f64,
        /// Weight of the end acceleration in the displacement.
        beta: f64,
        /// Map of rotation increments.
        rotation: RotationMap,
    },
}

/// Everything about a scheme but its parameters.
#[derive(Debug)]
pub struct SchemeDefinition {
    /// Its word and keys in model files.
    pub(super) variant: Variant,
    /// Its name in results.
    pub title: &'static str,
    /// What it does, in a few words.
    pub summary: &'static str,
    /// What sort it is of.
    pub family: Family,
    /// A complete model that uses it.
    pub small_model: &'static str,
}

/// Sorts of schemes that others have to tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Vibrations never decay.
    Preserving,
    /// Vibrations decay, unless the spectral radius is one.
    Decaying,
    /// With accelerations of its own, which belong to the length of a step.
    Accelerations,
}

/// The value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Parameter {
    /// A number.
    Number(f64),
    /// One of the words of its key.
    Word(&'static str),
    /// A whole number.
    Count(usize),
}

impl SchemeDefinition {
    /// Its word in model files.
    pub const fn word(&self) -> &'static str {
        self.variant.word
    }

    /// The scheme with the parameters that hold when none are given.
    pub fn usual(&self) -> Option<Scheme> {
        Scheme::make(self, |key| match self.field(key)?.presence {
            Presence::Default(Literal::Number(x)) => Some(Parameter::Number(x)),
            Presence::Default(Literal::Word(word)) => Some(Parameter::Word(word)),
            Presence::Default(Literal::Count(n)) => Some(Parameter::Count(n)),
            _ => None,
        })
    }

    /// The scheme with parameters that are read from somewhere.
    pub(super) fn read(
        &self,
        number: impl Fn(&str) -> Option<f64>,
        word: impl Fn(&str) -> Option<&'static str>,
    ) -> Option<Scheme> {
        Scheme::make(self, |key| match self.field(key)?.shape {
            ValueShape::Words(_) => word(key).map(Parameter::Word),
            ValueShape::Count(..) => number(key).map(|n| Parameter::Count(n as usize)),
            _ => number(key).map(Parameter::Number),
        })
    }

    fn field(&self, key: &str) -> Option<&'static Field> {
        self.variant.fields.iter().find(|f| f.key == key)
    }
}

impl Scheme {
    /// The scheme in a few words.
    pub fn text(&self) -> String {
        let mut text = self.definition().title.to_owned();
        for (key, value) in self.parameters() {
            match value {
                Parameter::Number(x) => text += &format!(", {key} {x}"),
                Parameter::Count(n) if n > 2 => text += &format!(", {key} {n}"),
                _ => {}
            }
        }
        text
    }

    /// Its word and its parameters, numbers with all their digits.
    pub(crate) fn words(&self) -> String {
        let mut words = self.definition().word().to_owned();
        for (_, value) in self.parameters() {
            words += &match value {
                Parameter::Number(x) => format!(" {x}"),
                Parameter::Word(word) => format!(" {word}"),
                Parameter::Count(n) => format!(" {n}"),
            };
        }
        words
    }

    /// The scheme that has these words.
    pub(crate) fn from_words(words: &str) -> Option<Scheme> {
        let mut words = words.split(' ');
        let definition = by_word(words.next()?)?;
        let values: Vec<&str> = words.collect();
        let fields = definition.variant.fields;
        // Version 0.1 had no orders.
        let complete =
            values.len() == fields.len() || values == ["cayley"] || values == ["exponential"];
        let value = |key: &str| {
            let k = fields.iter().position(|f| f.key == key)?;
            let usual = (key == "order").then_some("2");
            values.get(k).copied().or(usual).filter(|_| complete)
        };
        definition.read(
            |key| value(key)?.parse().ok(),
            |key| match definition.field(key)?.shape {
                ValueShape::Words(words) => {
                    words.iter().map(|w| w.0).find(|w| Some(*w) == value(key))
                }
                _ => None,
            },
        )
    }

    /// The same with another number under a key; `None` if it has no number there.
    pub fn with(&self, key: &str, number: f64) -> Option<Scheme> {
        let own = self.parameters();
        let there = own
            .iter()
            .any(|(k, v)| *k == key && matches!(v, Parameter::Number(_)));
        let value = |k: &str| match k == key {
            true => Some(Parameter::Number(number)),
            false => own.iter().find(|(other, _)| *other == k).map(|(_, v)| *v),
        };
        Scheme::make(self.definition(), value).filter(|_| there)
    }

    /// Spectral radius at infinite frequency, if it is a parameter.
    pub fn rho_inf(&self) -> Option<f64> {
        let own = self.parameters();
        own.iter().find_map(|(key, value)| match value {
            Parameter::Number(x) if *key == "rho_inf" => Some(*x),
            _ => None,
        })
    }

    /// Order of accuracy by composition; two if it is no parameter.
    pub fn order(&self) -> Order {
        match self {
            Scheme::EnergyPreserving { order, .. } => *order,
            _ => Order::Two,
        }
    }

    /// Numbers that are outside of their range: key, value, range in words.
    pub(super) fn misfits(&self) -> Vec<(&'static str, f64, String)> {
        let definition = self.definition();
        let misfit = |(key, value)| match (definition.field(key)?.shape, value) {
            (ValueShape::Number(_, range), Parameter::Number(x)) if !range.contains(x) => {
                Some((key, x, range.text()))
            }
            _ => None,
        };
        self.parameters().into_iter().filter_map(misfit).collect()
    }
}

impl Default for Scheme {
    fn default() -> Self {
        Scheme::EnergyDecaying {
            rho_inf: 0.0,
            collocation: Collocation::Radau,
        }
    }
}

/// The definition with this word.
pub fn by_word(word: &str) -> Option<&'static SchemeDefinition> {
    SCHEMES.iter().copied().find(|s| s.word() == word)
}

/// What model files may say, of all schemes.
pub(super) const VARIANTS: &[Variant] = &{
    let mut list = [SCHEMES[0].variant; SCHEMES.len()];
    let mut k = 0;
    while k < list.len() {
        list[k] = SCHEMES[k].variant;
        k += 1;
    }
    list
};

impl From<f64> for Parameter {
    fn from(x: f64) -> Parameter {
        Parameter::Number(x)
    }
}

impl TryFrom<Parameter> for f64 {
    type Error = ();
    fn try_from(value: Parameter) -> Result<f64, ()> {
        match value {
            Parameter::Number(x) => Ok(x),
            _ => Err(()),
        }
    }
}

/// Words of parameters, with their meaning, the first of which is the usual one.
macro_rules! words {
    ($type:ident, $list:ident; $($name:ident, $word:literal, $doc:literal;)*) => {
        static $list: &[Word] = &[$(($word, $doc)),*];

        impl From<$type> for Parameter {
            fn from(value: $type) -> Parameter {
                Parameter::Word(match value {
                    $($type::$name => $word,)*
                })
            }
        }

        impl TryFrom<Parameter> for $type {
            type Error = ();
            fn try_from(value: Parameter) -> Result<$type, ()> {
                match value {
                    $(Parameter::Word($word) => Ok($type::$name),)*
                    _ => Err(()),
                }
            }
        }
    };
}

words! { RotationMap, ROTATIONS;
    Cayley, "cayley", "the Cayley vector; energy is exact with it";
    Exponential, "exponential", "the exponential vector";
}

words! { Collocation, COLLOCATIONS;
    Radau, "radau", "inner stage at one third of the step";
    Jump, "jump", "inner stage at the start, just after the jump";
}

const ROTATION: Field = defaulted(
    "rotation",
    ValueShape::Words(ROTATIONS),
    Literal::Word("cayley"),
    "How rotation increments are written.",
);

/// Order of accuracy of a symmetric scheme, by composition (ho.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The scheme itself.
    #[default]
    Two,
    /// Ten parts.
    Four,
    /// 18 parts.
    Six,
    /// 34 parts.
    Eight,
}

impl Order {
    /// As a number.
    pub fn number(self) -> u32 {
        match self {
            Order::Two => 2,
            Order::Four => 4,
            Order::Six => 6,
            Order::Eight => 8,
        }
    }
}

impl From<Order> for Parameter {
    fn from(order: Order) -> Parameter {
        Parameter::Count(order.number() as usize)
    }
}

impl TryFrom<Parameter> for Order {
    type Error = ();
    fn try_from(value: Parameter) -> Result<Order, ()> {
        match value {
            Parameter::Count(2) => Ok(Order::Two),
            Parameter::Count(4) => Ok(Order::Four),
            Parameter::Count(6) => Ok(Order::Six),
            Parameter::Count(8) => Ok(Order::Eight),
            _ => Err(()),
        }
    }
}

const ORDER: Field = defaulted(
    "order",
    ValueShape::Count(2, 8),
    Literal::Count(2),
    "Order of accuracy: 2, 4, 6 or 8. Above 2 a step is made of 10, 18 or 34 parts, some of which go back in time; energy and momenta stay exact. For motion whose frequencies are resolved, and without dampers.",
);

const COLLOCATION: Field = defaulted(
    "collocation",
    ValueShape::Words(COLLOCATIONS),
    Literal::Word("radau"),
    "Place of the inner stage.",
);

const fn rho_inf(default: f64) -> Field {
    defaulted(
        "rho_inf",
        ValueShape::Number(Q::One, Range::Between(0.0, 1.0)),
        Literal::Number(default),
        "Spectral radius at infinite frequency: 0 damps high frequencies most, 1 not at all.",
    )
}
