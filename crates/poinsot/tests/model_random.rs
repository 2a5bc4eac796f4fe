//! Whatever the bytes, reading a model ends with a model or with messages, never with a panic.

use poinsot::model::{Source, mini_examples, read_model, render_all};
use proptest::prelude::*;

fn survives(name: &str, bytes: &[u8]) {
    let source = Source::new(name, String::from_utf8_lossy(bytes));
    let problems = match read_model(&source) {
        Ok((_, warnings)) => warnings,
        Err(problems) => {
            assert!(!problems.is_empty(), "refused without a reason");
            problems
        }
    };
    render_all(&problems, Some(&source), true);
    // Messages come in the order of the text.
    let places = problems.iter().map(|p| (p.place.line, p.place.column));
    assert!(places.is_sorted());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn random_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        survives("x.toml", &bytes);
        survives("x.json", &bytes);
    }

    #[test]
    fn flipped_cut_and_spliced_models(
        which in 0..mini_examples().len(),
        other in 0..mini_examples().len(),
        at in any::<prop::sample::Index>(),
        from in any::<prop::sample::Index>(),
        length in 0_usize..60,
        flip in any::<u8>(),
        how in 0..3,
    ) {
        let mut bytes = mini_examples()[which].1.as_bytes().to_vec();
        let at = at.index(bytes.len());
        let donor = mini_examples()[other].1.as_bytes();
        let from = from.index(donor.len());
        match how {
            0 => bytes[at] ^= flip,
            1 => bytes.truncate(at),
            _ => {
                let end = (at + length).min(bytes.len());
                let to = (from + length).min(donor.len());
                bytes.splice(at..end, donor[from..to].iter().copied());
            }
        }
        survives("x.toml", &bytes);
    }
}
