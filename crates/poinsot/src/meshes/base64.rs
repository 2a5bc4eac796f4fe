//! Bytes written as text, as in glTF files and in the meshes of results.

/// The bytes of a base64 text; `None` if it is not one. Blanks and line ends do not count, the filling at the end may be left out.
pub fn decode_base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    let mut signs = text.bytes().filter(|b| !b.is_ascii_whitespace());
    for sign in signs.by_ref() {
        let value = match sign {
            b'A'..=b'Z' => sign - b'A',
            b'a'..=b'z' => sign - b'a' + 26,
            b'0'..=b'9' => sign - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => break,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        count += 1;
        if count == 4 {
            bytes.extend(&bits.to_be_bytes()[1..]);
            (bits, count) = (0, 0);
        }
    }
    if signs.any(|sign| sign != b'=') {
        return None;
    }
    match count {
        0 => {}
        2 => bytes.push((bits >> 4) as u8),
        3 => bytes.extend([(bits >> 10) as u8, (bits >> 2) as u8]),
        _ => return None,
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::decode_base64;

    #[test]
    fn the_examples_of_the_standard() {
        // RFC 4648, section 10.
        for (text, bytes) in [
            ("", ""),
            ("Zg==", "f"),
            ("Zm8=", "fo"),
            ("Zm9v", "foo"),
            ("Zm9vYg==", "foob"),
            ("Zm9v\nYmE", "fooba"),
        ] {
            assert_eq!(decode_base64(text).as_deref(), Some(bytes.as_bytes()));
        }
        for wrong in ["Z", "Zm9vY", "Zm?v", "Zg==Zg"] {
            assert_eq!(decode_base64(wrong), None, "{wrong}");
        }
    }
}
