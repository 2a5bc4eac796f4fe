//! Fewer points with the same look.

/// The pieces of a curve, in pixels, with no more points than the eye can tell apart.
///
/// Where the curve runs on to the right, each quarter of a pixel keeps its first, lowest, highest and last
/// point: a spike of one sample stays as tall as it was. Elsewhere only points that coincide with the one
/// before are dropped. Values that are not finite split the curve.
pub fn decimate(points: impl Iterator<Item = (f64, f64)>) -> Vec<Vec<(f64, f64)>> {
    let mut pieces: Vec<Vec<(f64, f64)>> = Vec::new();
    let mut run: Vec<(f64, f64)> = Vec::new();
    for (x, y) in points {
        if x.is_finite() && y.is_finite() {
            run.push((x, y));
        } else if !run.is_empty() {
            pieces.push(thin(&run));
            run.clear();
        }
    }
    if !run.is_empty() {
        pieces.push(thin(&run));
    }
    pieces
}

fn thin(run: &[(f64, f64)]) -> Vec<(f64, f64)> {
    if run.windows(2).all(|w| w[1].0 >= w[0].0) {
        by_columns(run)
    } else {
        by_distance(run)
    }
}

fn by_columns(run: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let column = |x: f64| (4.0 * x).floor();
    let mut kept = Vec::new();
    let mut start = 0;
    while start < run.len() {
        let here = column(run[start].0);
        let end = run[start..]
            .iter()
            .position(|p| column(p.0) != here)
            .map_or(run.len(), |n| start + n);
        let mut chosen = [start, start, start, end - 1];
        for k in start..end {
            if run[k].1 < run[chosen[1]].1 {
                chosen[1] = k;
            }
            if run[k].1 > run[chosen[2]].1 {
                chosen[2] = k;
            }
        }
        chosen.sort_unstable();
        for (n, &k) in chosen.iter().enumerate() {
            if n == 0 || chosen[n - 1] != k {
                kept.push(run[k]);
            }
        }
        start = end;
    }
    kept
}

fn by_distance(run: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut kept: Vec<(f64, f64)> = Vec::new();
    for (k, &(x, y)) in run.iter().enumerate() {
        let near = kept
            .last()
            .is_some_and(|&(a, b)| (x - a).abs() < 0.2 && (y - b).abs() < 0.2);
        if !near || k + 1 == run.len() {
            kept.push((x, y));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spike_of_one_sample_survives() {
        let points = (0..1_000_000).map(|k| {
            let y = if k == 123_456 {
                50.0
            } else {
                (k as f64 * 1e-3).sin()
            };
            (k as f64 * 8e-4, y)
        });
        let pieces = decimate(points);
        assert_eq!(pieces.len(), 1);
        assert!(pieces[0].len() <= 4 * 4 * 800 + 4);
        assert!(pieces[0].iter().any(|p| p.1 == 50.0));
        assert!(pieces[0].windows(2).all(|w| w[1].0 >= w[0].0));
    }

    #[test]
    fn gaps_stay_gaps() {
        let y = [1.0, f64::NAN, 2.0, 3.0, f64::INFINITY];
        let pieces = decimate(y.iter().enumerate().map(|(k, &y)| (k as f64, y)));
        assert_eq!(pieces, [vec![(0.0, 1.0)], vec![(2.0, 2.0), (3.0, 3.0)]]);
    }

    #[test]
    fn a_loop_keeps_its_shape() {
        let points = (0..100_000).map(|k| {
            let a = k as f64 * 1e-3;
            (100.0 * a.cos(), 100.0 * a.sin())
        });
        let piece = &decimate(points)[0];
        assert!(piece.len() < 60_000);
        let far = piece.iter().map(|p| p.0).fold(f64::MIN, f64::max);
        assert!(far > 99.7);
    }
}
