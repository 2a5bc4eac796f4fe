//! What schemes make of linear laws, as a table of factors.

use super::elements::LinearLaw;
use super::wrench::STAGES;

/// What a scheme makes of a linear law `sigma = C e + D e_dot`: the stress of each stage is `C` times a combination of the strains
/// at the start and at the stages, plus `D` times another one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LinearRule {
    /// Factors of the start strains, per stage.
    pub elastic_start: [f64; STAGES],
    /// Factors of the stage strains, `[stage of the stress][stage of the strain]`.
    pub elastic_ends: [[f64; STAGES]; STAGES],
    /// The same for the viscous part [1/s].
    pub viscous_start: [f64; STAGES],
    /// The same for the viscous part [1/s].
    pub viscous_ends: [[f64; STAGES]; STAGES],
    /// Factors of the strain rates at the start.
    pub viscous_rate: [f64; STAGES],
}

impl LinearRule {
    /// Stress of stage `y`.
    #[inline]
    pub fn stress<const E: usize>(
        &self,
        law: &LinearLaw<E>,
        y: usize,
        start: &[f64; E],
        ends: &[[f64; E]; STAGES],
        start_rate: &[f64; E],
    ) -> [f64; E] {
        let e = std::array::from_fn(|k| {
            let mut sum = self.elastic_start[y] * start[k];
            for x in 0..STAGES {
                sum += self.elastic_ends[y][x] * ends[x][k];
            }
            sum
        });
        let mut sigma = LinearLaw::multiply(&law.stiffness, &e);
        if let Some(damping) = &law.damping {
            let rate = std::array::from_fn(|k| {
                let mut sum =
                    self.viscous_start[y] * start[k] + self.viscous_rate[y] * start_rate[k];
                for x in 0..STAGES {
                    sum += self.viscous_ends[y][x] * ends[x][k];
                }
                sum
            });
            let viscous = LinearLaw::multiply(damping, &rate);
            for k in 0..E {
                sigma[k] += viscous[k];
            }
        }
        sigma
    }
}
