//! Flat pieces of many corners as triangles.

/// Triangles of a flat piece with these corners, by cutting off ears; any shape without holes that does not cross itself.
pub fn cap(corners: &[[f64; 2]]) -> Vec<[u32; 3]> {
    let cross = |a: u32, b: u32, c: u32| {
        let [a, b, c] = [a, b, c].map(|k| corners[k as usize]);
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    };
    let mut left: Vec<u32> = (0..corners.len() as u32).collect();
    let around = left.iter().zip(left.iter().cycle().skip(1));
    let area: f64 = around.map(|(&a, &b)| cross(0, a, b)).sum();
    if area < 0.0 {
        left.reverse();
    }
    let mut triangles = Vec::new();
    while left.len() > 2 {
        let n = left.len();
        let at = |k: usize| left[k % n];
        let ear = |k: &usize| {
            let (a, b, c) = (at(k + n - 1), at(*k), at(k + 1));
            let inside = |p: &&u32| {
                ![a, b, c].contains(p)
                    && cross(a, b, **p) >= 0.0
                    && cross(b, c, **p) >= 0.0
                    && cross(c, a, **p) >= 0.0
            };
            cross(a, b, c) > 0.0 && !left.iter().any(|p| inside(&p))
        };
        // A shape that crosses itself has no ears at some point: whatever is left is cut as it comes.
        let k = (0..n).find(ear).unwrap_or(0);
        triangles.push([at(k + n - 1), at(k), at(k + 1)]);
        left.remove(k);
    }
    triangles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ears_cover_shapes_with_corners_inwards() {
        let i = [
            [2.0, 3.0],
            [-2.0, 3.0],
            [-2.0, 2.0],
            [-0.5, 2.0],
            [-0.5, -2.0],
            [-2.0, -2.0],
            [-2.0, -3.0],
            [2.0, -3.0],
            [2.0, -2.0],
            [0.5, -2.0],
            [0.5, 2.0],
            [2.0, 2.0],
        ];
        let area = |corners: &[[f64; 2]]| -> f64 {
            let one = |t: [u32; 3]| {
                let [a, b, c] = t.map(|k| corners[k as usize]);
                0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
            };
            cap(corners).into_iter().map(one).sum()
        };
        assert!((area(&i) - 12.0).abs() < 1e-12);
        let mut turned = i;
        turned.reverse();
        assert!((area(&turned) - 12.0).abs() < 1e-12);
        assert_eq!(cap(&i).len(), 10);
    }
}
