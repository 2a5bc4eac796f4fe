//! Pairs of balls that are close to each other, in time close to linear: a grid whose cells are as wide as the balls.

use crate::math::V3;

/// A ball with what it may reach.
#[derive(Clone, Copy, Debug)]
pub struct Ball {
    /// Centre [m].
    pub center: V3,
    /// Radius and way [m].
    pub reach: f64,
    /// Its number.
    pub number: u32,
}

/// Balls this many times as large as the middle one are compared with all others: cells of their size would hold too many.
const LARGE: f64 = 4.0;

/// A place in the grid, and the ball there.
type Cell = ([i64; 3], u32);

/// Balls by cells. What it is made of is kept and used again.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    balls: Vec<Ball>,
    sizes: Vec<f64>,
    cells: Vec<Cell>,
    large: Vec<u32>,
}

/// Rows of cells beside that of a ball, one of every two that lie opposite to each other.
const ROWS: [[i64; 2]; 4] = [[0, 1], [1, -1], [1, 0], [1, 1]];

impl Grid {
    /// Without balls.
    pub fn clear(&mut self) {
        self.balls.clear();
    }
    /// One more.
    pub fn add(&mut self, ball: Ball) {
        self.balls.push(ball);
    }

    /// Visits every pair of balls that reach each other once, with their numbers.
    pub fn pairs(&mut self, mut visit: impl FnMut(u32, u32)) {
        if self.balls.len() < 2 {
            return;
        }
        self.sizes.clear();
        self.sizes.extend(self.balls.iter().map(|b| b.reach));
        let middle = self.sizes.len() / 2;
        let (_, &mut median, _) = self.sizes.select_nth_unstable_by(middle, f64::total_cmp);
        let most = LARGE * median;
        let largest = self.balls.iter().map(|b| b.reach).filter(|r| *r <= most);
        // Two balls that touch are in the same cell or in neighbours.
        let width = 2.0 * largest.fold(f64::MIN_POSITIVE, f64::max);
        self.cells.clear();
        self.large.clear();
        for (k, ball) in self.balls.iter().enumerate() {
            match ball.reach <= most {
                true => {
                    let c = (ball.center / width).map(f64::floor);
                    self.cells
                        .push(([c.x as i64, c.y as i64, c.z as i64], k as u32));
                }
                false => self.large.push(k as u32),
            }
        }
        self.cells.sort_unstable();
        let mut meet = |a: u32, b: u32| {
            let (a, b) = (&self.balls[a as usize], &self.balls[b as usize]);
            let reach = a.reach + b.reach;
            if (b.center - a.center).norm_squared() <= reach * reach {
                visit(a.number, b.number);
            }
        };
        for (at, &([x, y, z], ball)) in self.cells.iter().enumerate() {
            // In its own row, what follows; in the rows beside it, from one cell before to one behind.
            for &(_, other) in self.cells[at + 1..]
                .iter()
                .take_while(|(cell, _)| [cell[0], cell[1]] == [x, y] && cell[2] <= z + 1)
            {
                meet(ball, other);
            }
            for [dx, dy] in ROWS {
                let row = [x + dx, y + dy];
                let from = self
                    .cells
                    .partition_point(|(c, _)| *c < [row[0], row[1], z - 1]);
                for &(_, other) in self.cells[from..]
                    .iter()
                    .take_while(|(cell, _)| [cell[0], cell[1]] == row && cell[2] <= z + 1)
                {
                    meet(ball, other);
                }
            }
        }
        for (k, &large) in self.large.iter().enumerate() {
            self.cells.iter().for_each(|&(_, small)| meet(large, small));
            self.large[k + 1..]
                .iter()
                .for_each(|&other| meet(large, other));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against all pairs, for balls of one size and of very different ones, near and far from the origin.
    #[test]
    fn all_pairs_are_found_once() {
        let mut state = 7u64;
        let mut random = || {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        for (spread, shift) in [(1.0, 0.0), (30.0, -500.0)] {
            let mut balls = Vec::new();
            for number in 0..300 {
                // Dense enough for some two hundred pairs.
                let center = V3::new(random(), random(), random()) * 4.0 + V3::repeat(shift);
                let reach = 0.2 * (1.0 + spread * random().powi(6));
                balls.push(Ball {
                    center,
                    reach,
                    number,
                });
            }
            let mut grid = Grid::default();
            balls.iter().for_each(|b| grid.add(*b));
            let mut found = Vec::new();
            grid.pairs(|a, b| found.push([a.min(b), a.max(b)]));
            found.sort_unstable();
            let mut wanted = Vec::new();
            for (k, b) in balls.iter().enumerate() {
                for a in &balls[..k] {
                    if (b.center - a.center).norm() <= a.reach + b.reach {
                        wanted.push([a.number, b.number]);
                    }
                }
            }
            wanted.sort_unstable();
            assert!(wanted.len() > 100);
            assert_eq!(found, wanted);
        }
    }
}
