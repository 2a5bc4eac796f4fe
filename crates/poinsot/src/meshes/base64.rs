//! Bytes written as text, as in glTF files and in the meshes of results (RFC 4648).

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// Texts of other programs leave out the filling at the end.
const TOLERANT: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Bytes as text.
pub fn encode_base64(bytes: &[u8]) -> String {
    TOLERANT.encode(bytes)
}

/// The bytes of a base64 text; `None` if it is not one. Blanks and line ends do not count, the filling at the end may be left out.
pub fn decode_base64(text: &str) -> Option<Vec<u8>> {
    let signs: Vec<u8> = text.bytes().filter(|b| !b.is_ascii_whitespace()).collect();
    TOLERANT.decode(signs).ok()
}

#[cfg(test)]
mod tests {
    use super::{decode_base64, encode_base64};

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
            assert!(encode_base64(bytes.as_bytes()).starts_with(&text.replace('\n', "")));
        }
        for wrong in ["Z", "Zm9vY", "Zm?v", "Zg==Zg"] {
            assert_eq!(decode_base64(wrong), None, "{wrong}");
        }
    }
}
