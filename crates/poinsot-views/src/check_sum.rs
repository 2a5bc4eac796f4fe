//! CRC-32, as PNG and ZIP want it.

/// What each value of a byte does to the sum.
const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut sum = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            sum = (sum >> 1) ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 };
            bit += 1;
        }
        table[byte] = sum;
        byte += 1;
    }
    table
};

/// A sum that grows with its bytes.
#[derive(Clone, Copy, Debug)]
pub struct Sum(u32);

impl Sum {
    /// Of nothing yet.
    pub fn new() -> Self {
        Sum(!0)
    }

    /// And these bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |sum, byte| {
            (sum >> 8) ^ TABLE[usize::from(sum as u8 ^ byte)]
        });
    }

    /// The number.
    pub fn value(self) -> u32 {
        !self.0
    }
}

/// The sum of some bytes.
pub fn check_sum(bytes: &[u8]) -> u32 {
    let mut sum = Sum::new();
    sum.add(bytes);
    sum.value()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn check_sums_are_those_of_the_standard() {
        assert_eq!(check_sum(b"123456789"), 0xcbf4_3926);
        assert_eq!(check_sum(b"IEND"), 0xae42_6082);
        let mut parts = Sum::new();
        parts.add(b"1234");
        parts.add(b"56789");
        assert_eq!(parts.value(), 0xcbf4_3926);
    }
}
