//! Numbers as bytes that deflate well, and bytes as text.

use miniz_oxide::deflate::compress_to_vec;
use poinsot::meshes::encode_base64;

/// How the numbers of a block are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// All digits.
    F64,
    /// Seven digits.
    F32,
    /// 65535 levels between the least and the largest value of the column.
    U16,
}

impl Encoding {
    /// Bytes per number.
    pub fn width(self) -> usize {
        match self {
            Encoding::F64 => 8,
            Encoding::F32 => 4,
            Encoding::U16 => 2,
        }
    }

    /// Its name in the page.
    pub fn word(self) -> &'static str {
        match self {
            Encoding::F64 => "f64",
            Encoding::F32 => "f32",
            Encoding::U16 => "u16",
        }
    }
}

/// Stands for what is no number.
const NOTHING: u16 = u16::MAX;
/// The largest level of a number.
const TOP: f64 = (u16::MAX - 1) as f64;

/// The least value of some numbers and the step between two levels; NaN and infinities do not count.
pub fn levels(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for value in values.filter(|v| v.is_finite()) {
        low = low.min(value);
        high = high.max(value);
    }
    match low <= high {
        // Halved first: the difference of two finite numbers may be none.
        true => (low, (0.5 * high - 0.5 * low) / TOP * 2.0),
        false => (0.0, 0.0),
    }
}

fn level(value: f64, (low, step): (f64, f64)) -> u16 {
    if !value.is_finite() {
        NOTHING
    } else if step > 0.0 {
        ((value - low) / step).round().clamp(0.0, TOP) as u16
    } else {
        0
    }
}

/// Appends columns of `count` numbers each. A column becomes the differences of neighbours as whole numbers (of the bits, for floating point
/// numbers), and then bytes of equal significance stand together: slow changes become runs of equal bytes.
pub fn append(
    bytes: &mut Vec<u8>,
    encoding: Encoding,
    columns: &[Vec<f64>],
    scales: &[(f64, f64)],
) {
    let width = encoding.width();
    let size: usize = columns.iter().map(Vec::len).sum();
    let start = bytes.len();
    bytes.resize(start + size * width, 0);
    let planes = &mut bytes[start..];
    let mut k = 0;
    for (c, column) in columns.iter().enumerate() {
        let mut before = 0_u64;
        for &value in column {
            let word = match encoding {
                Encoding::F64 => value.to_bits(),
                Encoding::F32 => u64::from((value as f32).to_bits()),
                Encoding::U16 => u64::from(level(value, scales[c])),
            };
            let difference = word.wrapping_sub(before).to_le_bytes();
            before = word;
            for (w, byte) in difference[..width].iter().enumerate() {
                planes[w * size + k] = *byte;
            }
            k += 1;
        }
    }
}

/// Deflated (RFC 1951) and in base64 (RFC 4648).
pub fn packed(bytes: &[u8]) -> String {
    encode_base64(&compress_to_vec(bytes, 6))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_keep_extremes_and_holes() {
        let values = [3.0, f64::NAN, -1.0, 7.0, f64::INFINITY];
        let scale = levels(values.into_iter());
        let back = |v: f64| scale.0 + scale.1 * f64::from(level(v, scale));
        assert_eq!(back(-1.0), -1.0);
        assert!((back(7.0) - 7.0).abs() < 1e-12);
        // Half a level is the most that rounding can take.
        assert!((back(3.0) - 3.0).abs() <= 0.5 * scale.1);
        assert_eq!(level(f64::NAN, scale), NOTHING);
        assert_eq!(levels([f64::NAN].into_iter()), (0.0, 0.0));
        assert_eq!(level(2.0, levels([2.0].into_iter())), 0);
        assert!(levels([f64::MIN, f64::MAX].into_iter()).1.is_finite());
    }

    #[test]
    fn bytes_of_equal_significance_stand_together() {
        let mut bytes = Vec::new();
        append(
            &mut bytes,
            Encoding::F32,
            &[vec![1.0, 1.0], vec![-2.0, 0.0]],
            &[],
        );
        // 1.0 is 3f800000, no change after it; -2.0 is c0000000, and 0 - c0000000 = 40000000 modulo 2^32.
        let expected = [0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0x3f, 0, 0xc0, 0x40];
        assert_eq!(bytes, expected);
    }
}
