//! Order 4, 6 and 8 by composition (ho.1): a step is made of parts of a symmetric scheme, some of which go back in time.
//!
//! Every part keeps energy and momenta exactly, hence so does the whole. Each coefficient is taken twice with half its length: what
//! of the velocities leaves the manifold of the constraints changes its sign in every part, and only an even number of parts leaves
//! it as it was. With single parts the order of constrained systems stays at four, whatever the coefficients.

/// Kahan and Li (1997), nine parts of order six; symmetric, the middle one last.
const ORDER_6: [f64; 5] = [
    0.392_161_444_007_314_1,
    0.332_599_136_789_359_43,
    -0.706_246_172_557_639_3,
    0.082_213_596_293_550_8,
    0.798_543_990_934_83,
];

/// Kahan and Li (1997), 17 parts of order eight.
const ORDER_8: [f64; 9] = [
    0.130_202_483_088_890_07,
    0.561_162_981_775_108_4,
    -0.389_474_962_644_847_27,
    0.158_841_906_555_155_6,
    -0.395_903_894_133_237_57,
    0.184_539_640_978_315_7,
    0.258_374_387_686_322_04,
    0.295_011_723_609_310_3,
    -0.605_508_533_830_034_6,
];

/// Fractions of a step, one after the other; a single one for a scheme of order two.
pub fn parts(order: u32) -> Vec<f64> {
    let half = match order {
        4 => {
            // Suzuki.
            let s = 1.0 / (4.0 - 4f64.cbrt());
            vec![s, s, 1.0 - 4.0 * s]
        }
        6 => ORDER_6.to_vec(),
        8 => ORDER_8.to_vec(),
        _ => return vec![1.0],
    };
    let whole = half.iter().chain(half.iter().rev().skip(1));
    whole.flat_map(|part| [0.5 * part; 2]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Necessary conditions of the orders: parts add up to one, their odd powers below the order to zero.
    #[test]
    fn parts_meet_the_conditions_of_their_order() {
        for (order, count) in [(2, 1), (4, 10), (6, 18), (8, 34)] {
            let parts = parts(order);
            assert_eq!(parts.len(), count);
            let power = |k: i32| parts.iter().map(|p| p.powi(k)).sum::<f64>();
            assert!((power(1) - 1.0).abs() < 1e-15);
            for k in (3..order as i32).step_by(2) {
                assert!(
                    power(k).abs() < 1e-15,
                    "order {order}, power {k}: {}",
                    power(k)
                );
            }
            let reversed: Vec<f64> = parts.iter().rev().copied().collect();
            assert_eq!(parts, reversed);
        }
    }

    /// The implicit midpoint rule on a pendulum, composed: errors fall as they should.
    #[test]
    fn the_midpoint_rule_gets_the_order_of_its_parts() {
        let midpoint = |[q, v]: [f64; 2], h: f64| {
            let (mut x, mut w) = (q, v);
            for _ in 0..100 {
                x = q + 0.5 * h * (v + w);
                w = v - h * (0.5 * (q + x)).sin();
            }
            [x, w]
        };
        let run = |order: u32, steps: usize| {
            let (parts, dt) = (parts(order), 8.0 / steps as f64);
            let all = (0..steps).flat_map(|_| parts.iter());
            all.fold([1.0, 0.5], |y, part| midpoint(y, part * dt))
        };
        let exact = run(8, 160);
        for (order, steps) in [(2, 40), (4, 20), (6, 16), (8, 12)] {
            let error = |steps: usize| {
                let [q, v] = run(order, steps);
                (q - exact[0]).hypot(v - exact[1])
            };
            let observed = (error(steps) / error(2 * steps)).log2();
            assert!(
                (observed - f64::from(order)).abs() < 0.2,
                "{order}: {observed}"
            );
        }
    }
}
