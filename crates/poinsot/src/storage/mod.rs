//! Numbers as bytes and back, bit for bit.
//!
//! A type that a checkpoint keeps lists its fields once, by `stored!`; storing and loading follow from that list. The list
//! takes the value apart without leaving anything out, so that a field added later is either listed too or does not compile:
//! no part of the history of a run can be forgotten by accident.

use crate::math::{Quaternion, V3};
use nalgebra::Unit;
use thiserror::Error;

/// Stored bytes that are not those of the value they are loaded into.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("it holds {found} where this model has {expected}")]
pub struct Misfit {
    /// What was expected.
    pub expected: String,
    /// What was found.
    pub found: String,
}

impl Misfit {
    /// A misfit of two counts or texts.
    pub fn new(expected: impl ToString, found: impl ToString) -> Self {
        Misfit {
            expected: expected.to_string(),
            found: found.to_string(),
        }
    }
}

/// Bytes that are being read.
#[derive(Clone, Debug)]
pub struct Bytes<'a> {
    rest: &'a [u8],
}

impl<'a> Bytes<'a> {
    /// From the first byte on.
    pub fn new(bytes: &'a [u8]) -> Self {
        Bytes { rest: bytes }
    }

    /// The next bytes.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Misfit> {
        let Some((taken, rest)) = self.rest.split_at_checked(count) else {
            return Err(Misfit::new(
                format!("{count} more bytes"),
                format!("only {}", self.rest.len()),
            ));
        };
        self.rest = rest;
        Ok(taken)
    }

    /// All that is left.
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Nothing may be left.
    pub fn end(&self) -> Result<(), Misfit> {
        match self.rest.len() {
            0 => Ok(()),
            left => Err(Misfit::new("nothing more", format!("{left} more bytes"))),
        }
    }
}

/// A value that a checkpoint keeps.
pub trait Stored {
    /// Appends the value.
    fn store(&self, out: &mut Vec<u8>);
    /// Replaces the value by the next one. Lists keep their length: it belongs to the model.
    fn load(&mut self, from: &mut Bytes) -> Result<(), Misfit>;
}

/// Implements [`Stored`] by the list of all fields; those that the next step writes before it reads them are named as scratch.
macro_rules! stored {
    ($type:ty { $($field:ident),+ $(,)? } $(scratch { $($scratch:ident),+ })?) => {
        impl $crate::storage::Stored for $type {
            fn store(&self, out: &mut Vec<u8>) {
                let Self { $($field),+ $(, $($scratch: _),+)? } = self;
                $($crate::storage::Stored::store($field, out);)+
            }
            fn load(
                &mut self,
                from: &mut $crate::storage::Bytes,
            ) -> Result<(), $crate::storage::Misfit> {
                let Self { $($field),+ $(, $($scratch: _),+)? } = self;
                $($crate::storage::Stored::load($field, from)?;)+
                Ok(())
            }
        }
    };
}
pub(crate) use stored;

/// Implements [`Stored`] for numbers by their little-endian bytes.
macro_rules! numbers {
    ($($type:ty),+) => {$(
        impl Stored for $type {
            fn store(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }
            fn load(&mut self, from: &mut Bytes) -> Result<(), Misfit> {
                let mut bytes = [0; size_of::<$type>()];
                let count = bytes.len();
                bytes.copy_from_slice(from.take(count)?);
                *self = <$type>::from_le_bytes(bytes);
                Ok(())
            }
        }
    )+};
}
numbers!(u8, u32, u64, f64);

impl Stored for usize {
    fn store(&self, out: &mut Vec<u8>) {
        (*self as u64).store(out);
    }
    fn load(&mut self, from: &mut Bytes) -> Result<(), Misfit> {
        let mut value = 0u64;
        value.load(from)?;
        *self = usize::try_from(value).map_err(|_| Misfit::new("a count", value))?;
        Ok(())
    }
}

impl Stored for bool {
    fn store(&self, out: &mut Vec<u8>) {
        out.push(u8::from(*self));
    }
    fn load(&mut self, from: &mut Bytes) -> Result<(), Misfit> {
        *self = match from.take(1)? {
            [0] => false,
            [1] => true,
            other => return Err(Misfit::new("yes or no", format!("{other:?}"))),
        };
        Ok(())
    }
}

impl<T: Stored> Stored for [T] {
    fn store(&self, out: &mut Vec<u8>) {
        self.len().store(out);
        self.iter().for_each(|x| x.store(out));
    }
    fn load(&mut self, from: &mut Bytes) -> Result<(), Misfit> {
        let mut count = 0usize;
        count.load(from)?;
        if count != self.len() {
            let found = format!("a list of {count}");
            return Err(Misfit::new(format!("one of {}", self.len()), found));
        }
        self.iter_mut().try_for_each(|x| x.load(from))
    }
}

impl<T: Stored> Stored for Vec<T> {
    fn store(&self, out: &mut Vec<u8>) {
        self[..].store(out);
    }
    fn load(&mut self, from: &mut Bytes) -> Result<(), Misfit> {
        self[..].load(from)
    }
}

impl<T: Stored, const N: usize> Stored for [T; N] {
    fn store(&self, out: &mut Vec<u8>) {
        self.iter().for_each(|x| x.store(out));
    }
    fn load(&mut self, from: &mut Bytes) -> Result<(), Misfit> {
        self.iter_mut().try_for_each(|x| x.load(from))
    }
}

impl<A: Stored, B: Stored> Stored for (A, B) {
    fn store(&self, out: &mut Vec<u8>) {
        self.0.store(out);
        self.1.store(out);
    }
    fn load(&mut self, from: &mut Bytes) -> Result<(), Misfit> {
        self.0.load(from)?;
        self.1.load(from)
    }
}

impl<T: Stored + Default> Stored for Option<T> {
    fn store(&self, out: &mut Vec<u8>) {
        self.is_some().store(out);
        if let Some(value) = self {
            value.store(out);
        }
    }
    fn load(&mut self, from: &mut Bytes) -> Result<(), Misfit> {
        let mut there = false;
        there.load(from)?;
        *self = None;
        if there {
            let mut value = T::default();
            value.load(from)?;
            *self = Some(value);
        }
        Ok(())
    }
}

impl Stored for String {
    fn store(&self, out: &mut Vec<u8>) {
        self.as_bytes().store(out);
    }
    fn load(&mut self, from: &mut Bytes) -> Result<(), Misfit> {
        let mut count = 0usize;
        count.load(from)?;
        let text = std::str::from_utf8(from.take(count)?);
        *self = text.map_err(|e| Misfit::new("a text", e))?.to_owned();
        Ok(())
    }
}

impl Stored for V3 {
    fn store(&self, out: &mut Vec<u8>) {
        self.iter().for_each(|x| x.store(out));
    }
    fn load(&mut self, from: &mut Bytes) -> Result<(), Misfit> {
        self.iter_mut().try_for_each(|x| x.load(from))
    }
}

impl Stored for Quaternion {
    fn store(&self, out: &mut Vec<u8>) {
        self.coords.iter().for_each(|x| x.store(out));
    }
    fn load(&mut self, from: &mut Bytes) -> Result<(), Misfit> {
        let mut coordinates = self.coords;
        coordinates.iter_mut().try_for_each(|x| x.load(from))?;
        // Not normalised again: that would change the last bits.
        *self = Unit::new_unchecked(coordinates.into());
        Ok(())
    }
}

/// Reads a list whose length is not that of the model.
pub fn load_free_list<T: Stored + Default>(from: &mut Bytes) -> Result<Vec<T>, Misfit> {
    let mut count = 0usize;
    count.load(from)?;
    let mut list = Vec::new();
    for _ in 0..count {
        let mut value = T::default();
        value.load(from)?;
        list.push(value);
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Part {
        list: Vec<f64>,
        maybe: Option<(u32, bool)>,
        name: String,
    }
    stored!(Part { list, maybe, name });

    #[test]
    fn every_bit_comes_back() {
        let part = Part {
            list: vec![-0.0, f64::MIN_POSITIVE / 3.0, 0.1, f64::NEG_INFINITY],
            maybe: Some((7, true)),
            name: "häng".into(),
        };
        let mut bytes = Vec::new();
        part.store(&mut bytes);
        let mut again = Part {
            list: vec![0.0; 4],
            ..Part::default()
        };
        let mut from = Bytes::new(&bytes);
        again.load(&mut from).expect("the same type");
        from.end().expect("all was read");
        assert_eq!(again, part);
        let bits = |p: &Part| p.list.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&again), bits(&part));
        let q = Unit::new_unchecked(nalgebra::Quaternion::new(0.3, 0.1, 0.2, 0.4));
        let (mut bytes, mut p) = (Vec::new(), Quaternion::identity());
        q.store(&mut bytes);
        p.load(&mut Bytes::new(&bytes)).expect("a quaternion");
        assert_eq!(p.coords, q.coords, "not normalised");
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let mut bytes = Vec::new();
        vec![1.0, 2.0].store(&mut bytes);
        let mut three = vec![0.0; 3];
        assert!(three.load(&mut Bytes::new(&bytes)).is_err());
        let mut two = vec![0.0; 2];
        assert!(two.load(&mut Bytes::new(&bytes[..20])).is_err());
        let mut from = Bytes::new(&bytes);
        let mut one = 0.0f64;
        one.load(&mut from).expect("eight bytes");
        assert!(from.end().is_err());
        assert!(true.load(&mut Bytes::new(&[2])).is_err());
        // A damaged length must not ask for memory.
        let huge = u64::MAX.to_le_bytes();
        assert!(load_free_list::<f64>(&mut Bytes::new(&huge)).is_err());
        assert!(String::new().load(&mut Bytes::new(&huge)).is_err());
    }
}
