//! PNG files, smaller than those of a general encoder: pictures here are opaque and mostly flat colours.

use crate::check_sum::check_sum;
use miniz_oxide::deflate::compress_to_vec_zlib;

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// Best compression that does not take seconds.
const LEVEL: u8 = 9;

/// The file of an opaque picture, given as red, green, blue, alpha from the top left.
pub fn encode(width: u32, height: u32, rgba: &[u8]) -> Vec<u8> {
    // Flat colours are best left alone, smooth shades are best as differences: whichever is smaller.
    let bytes = [false, true]
        .map(|differences| compress_to_vec_zlib(&rows(width, rgba, differences), LEVEL))
        .into_iter()
        .min_by_key(Vec::len)
        .unwrap_or_default();
    let mut file = SIGNATURE.to_vec();
    let mut header = Vec::with_capacity(13);
    header.extend(width.to_be_bytes());
    header.extend(height.to_be_bytes());
    // Eight bits, red green blue, deflated, filtered by rows, not interlaced.
    header.extend([8, 2, 0, 0, 0]);
    chunk(&mut file, b"IHDR", &header);
    chunk(&mut file, b"IDAT", &bytes);
    chunk(&mut file, b"IEND", &[]);
    file
}

/// Rows without alpha, each with the number of its filter in front: 0 none, 2 difference to the row above.
fn rows(width: u32, rgba: &[u8], differences: bool) -> Vec<u8> {
    let length = 3 * width as usize;
    let mut above = vec![0; length];
    let mut out =
        Vec::with_capacity((length + 1) * rgba.len() / (4 * width.max(1) as usize).max(1));
    for row in rgba.chunks_exact(4 * width.max(1) as usize) {
        let plain: Vec<u8> = row
            .chunks_exact(4)
            .flat_map(|p| [p[0], p[1], p[2]])
            .collect();
        if differences {
            out.push(2);
            out.extend(plain.iter().zip(&above).map(|(a, b)| a.wrapping_sub(*b)));
        } else {
            out.push(0);
            out.extend(&plain);
        }
        above = plain;
    }
    out
}

fn chunk(file: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    file.extend((data.len() as u32).to_be_bytes());
    let start = file.len();
    file.extend(kind);
    file.extend(data);
    let sum = check_sum(&file[start..]);
    file.extend(sum.to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is written is read back by another decoder, with either filter.
    #[test]
    fn pictures_survive() {
        for shade in [0, 3] {
            let pixel = |k: u32| [(k * shade) as u8, (k / 7 * shade) as u8, 9, 255];
            let rgba: Vec<u8> = (0..35 * 20).flat_map(pixel).collect();
            let read = tiny_skia::Pixmap::decode_png(&encode(35, 20, &rgba)).unwrap();
            assert_eq!((read.width(), read.height()), (35, 20));
            assert!(read.data() == rgba.as_slice());
        }
    }
}
