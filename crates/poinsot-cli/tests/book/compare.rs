//! Compares the output on a page with the true one.
//!
//! - A line `...` stands for any number of lines.
//! - A number agrees with another that differs by one in the last digit shown, or by 1e-6 of itself; whole numbers count
//!   something and do not. Numbers below 1e-8 are round-off and agree with each other.
//! - wall-clock times agree with each other: what follows `Newton/step`, and `points` in results of equilibria.
//! - Sizes in MB agree within a tenth.

/// The first difference in words, if there is one.
pub fn difference(shown: &[String], true_lines: &[&str]) -> Option<String> {
    match_lines(shown, true_lines).err()
}

fn match_lines(shown: &[String], real: &[&str]) -> Result<(), String> {
    let Some((first, rest)) = shown.split_first() else {
        return match real.first() {
            None => Ok(()),
            Some(line) => Err(format!("not on the page: {line}")),
        };
    };
    if first.trim() == "..." {
        // The first place from which the rest fits.
        let fits = (0..=real.len()).find(|&k| match_lines(rest, &real[k..]).is_ok());
        return match (fits, rest.first()) {
            (Some(_), _) | (None, None) => Ok(()),
            (None, Some(line)) => Err(format!(
                "nowhere in the output, or followed by something else: {line}"
            )),
        };
    }
    let Some((line, others)) = real.split_first() else {
        return Err(format!("no longer printed: {first}"));
    };
    if !same_line(first, line) {
        return Err(format!("the page says: {first}\n       it prints: {line}"));
    }
    match_lines(rest, others)
}

fn same_line(a: &str, b: &str) -> bool {
    let (a, b) = (words(a), words(b));
    // Behind these words comes the wall-clock time, with its unit.
    let clock = a
        .iter()
        .position(|w| matches!(*w, "Newton/step" | "points"));
    a.len() == b.len()
        && (0..a.len()).all(|k| {
            let timed = clock.is_some_and(|c| k == c + 1 || k == c + 2);
            timed || same_word(a[k], b[k], a.get(k + 1).copied())
        })
}

/// Words of a line, and values of a line of CSV; how far they are apart does not matter, since a number may be longer by
/// a digit.
fn words(line: &str) -> Vec<&str> {
    let parts = line.split(|c: char| c.is_whitespace() || c == ',');
    parts.filter(|word| !word.is_empty()).collect()
}

fn same_word(a: &str, b: &str, next: Option<&str>) -> bool {
    if a == b {
        return true;
    }
    let trimmed = |w: &str| w.trim_end_matches([',', ';', ':', ')']).to_owned();
    let (Ok(x), Ok(y)) = (trimmed(a).parse::<f64>(), trimmed(b).parse::<f64>()) else {
        return false;
    };
    if !trimmed(a).contains(['.', 'e']) {
        return x == y;
    }
    let apart = (x - y).abs();
    let large = x.abs().max(y.abs());
    let size = next == Some("MB") && apart <= 0.1 * large;
    let round_off = large < 1e-8;
    size || round_off || apart <= (1.001 * last_digit(&trimmed(a))).max(1e-6 * large)
}

/// What one in the last digit of a number is worth.
fn last_digit(number: &str) -> f64 {
    let (digits, power) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let places = digits.split_once('.').map_or(0, |(_, d)| d.len());
    let power: i32 = power.parse().unwrap_or(0);
    10f64.powi(power - places as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agree(a: &str, b: &str) -> bool {
        let shown: Vec<String> = a.lines().map(str::to_owned).collect();
        let real: Vec<&str> = b.lines().collect();
        difference(&shown, &real).is_none()
    }

    #[test]
    fn rules() {
        assert!(
            agree("a\n...\nd", "a\nb\nc\nd") && agree("a\n...", "a") && !agree("a\n...\ne", "a\nd")
        );
        assert!(agree("...", "") && !agree("a", "a\nb") && !agree("a\nb", "a"));
        assert!(agree("end 1.2345 J", "end 1.2346 J") && !agree("end 1.2345 J", "end 1.2347 J"));
        assert!(agree("gap 1.2e-10 J", "gap 8e-12 J") && !agree("gap 1.2e-10 J", "gap 1e-3 J"));
        assert!(agree(
            "2.0 Newton/step   34.1 ms",
            "2.0 Newton/step   0.2 s"
        ));
        assert!(!agree(
            "2.0 Newton/step   34.1 ms   2 cut",
            "2.0 Newton/step   34.1 ms"
        ));
        assert!(agree("x.html   0.9 MB", "x.html   0.95 MB") && !agree("1000 steps", "1001 steps"));
        assert!(agree("1,0.12345678901", "1,0.12345678999") && !agree("1,0.12", "1,0.14"));
        assert!(
            agree("44 points   88.2 ms", "44 points   0.1 s") && !agree("44 points", "45 points")
        );
        assert!((last_digit("2.7912e-4") - 1e-8).abs() < 1e-20);
    }
}
