//! Redundant constraints, found by rank and named.
//!
//! Nodes are eliminated one by one, the one with the fewest rows first. Of the rows that touch a node, at most six can be
//! independent on its unknowns; they take its columns out of the others and then have no more to say, since nothing else
//! touches these columns. The others go on without the node. A row of which nothing is left is a combination of rows that
//! vanishes: its coefficients are found by going back through what was combined. Trees vanish at once; a closed loop hands
//! the few rows of its closure on, so that the work grows with the number of loops, not with its cube (st.2).
//!
//! Of every vanishing combination the last row in the order of the model is the redundant one (see `echelon`).

mod echelon;
mod weakest;

use crate::mechanics::index::{NodeIndex, NodeList, RowIndex, RowList};
pub use weakest::{WeakestRow, weakest};

use super::{GROUND, Jacobian, System};
use std::collections::{BTreeMap, BTreeSet};

/// A row that repeats others.
#[derive(Clone, Debug)]
pub struct RedundantRow {
    /// The row.
    pub row: RowIndex,
    /// Rows it depends on, with their coefficients.
    pub repeats: Vec<(RowIndex, f64)>,
}

/// What is left of a unit row without its part along others before it counts as dependent. Independent rows of a mechanism far
/// from a singular configuration leave more than 1e-3, dependent ones leave round-off times the condition number.
pub(crate) const DEPENDENT: f64 = 1e-8;
/// Coefficients below this part of the largest are noise.
const INVOLVED: f64 = 1e-6;

/// Finds all rows that depend on earlier ones, among those that `counts` says. Rows of constraints that cannot be taken apart
/// count as the earliest.
pub fn find(
    system: &System,
    jacobian: &Jacobian,
    counts: impl Fn(RowIndex) -> bool,
) -> Vec<RedundantRow> {
    let scaled = Scaled::new(system, jacobian);
    let mut elimination = Elimination::new(system.nodes.len(), &scaled.rows, counts);
    let vanishing = elimination.run();
    let whole = |row: RowIndex| system.constraint_of_row(row).rows > 1;
    let mut order: Vec<RowIndex> = system.row_indices().collect();
    order.sort_by_cached_key(|&r| (!whole(r), system.owner_of_row(r).order, r));
    let mut place = RowList::new(0, order.len());
    for (k, &row) in order.iter().enumerate() {
        place[row] = k;
    }
    let combinations: Vec<BTreeMap<usize, f64>> = vanishing
        .into_iter()
        .map(|c| {
            let of_rows = c.into_iter();
            of_rows
                .map(|(row, x)| (place[RowIndex::new(row)], x))
                .collect()
        })
        .collect();
    let mut found: Vec<RedundantRow> = echelon::last_rows(combinations, INVOLVED)
        .into_iter()
        .map(|(last, combination)| {
            let row = order[last];
            // Of scaled rows to rows as they are.
            let true_size = |k: usize| combination[&k] * scaled.factors[order[k]];
            let own = true_size(last);
            let others = combination.keys().copied().filter(|&k| k != last);
            let repeats = others.map(|k| (order[k], -true_size(k) / own)).collect();
            RedundantRow { row, repeats }
        })
        .collect();
    found.sort_by_key(|r| place[r.row]);
    found
}

/// One row: six numbers per node, nodes ascending.
type Blocks = Vec<(NodeIndex, [f64; 6])>;

/// Rows and columns brought to size one. Rank depends on geometry alone, so that masses have no say here.
struct Scaled {
    rows: RowList<Blocks>,
    /// What each row was multiplied by.
    factors: RowList<f64>,
}

impl Scaled {
    fn new(system: &System, jacobian: &Jacobian) -> Self {
        let mut rows: RowList<Blocks> = RowList::new(Vec::new(), jacobian.gaps.len());
        for e in jacobian.entries.iter().filter(|e| e.node != GROUND) {
            let row = &mut rows[e.row];
            match row.iter_mut().find(|b| b.0 == e.node) {
                Some((_, block)) => block[e.slot] += e.value,
                None => {
                    let mut block = [0.0; 6];
                    block[e.slot] = e.value;
                    row.push((e.node, block));
                }
            }
        }
        let mut factors = RowList::new(1.0, rows.len());
        // Twice, since columns change the sizes of rows.
        for _ in 0..2 {
            let mut columns = NodeList::new([0.0_f64; 2], system.nodes.len());
            for (row, factor) in rows.iter_mut().zip(factors.iter_mut()) {
                row.sort_unstable_by_key(|b| b.0);
                let size = norm(row);
                if size > 0.0 {
                    *factor /= size;
                    scale(row, 1.0 / size);
                }
                for (node, block) in row.iter() {
                    for (slot, x) in block.iter().enumerate() {
                        let largest = &mut columns[*node][slot / 3];
                        *largest = largest.max(x.abs());
                    }
                }
            }
            for (node, block) in rows.iter_mut().flatten() {
                for (slot, x) in block.iter_mut().enumerate() {
                    *x /= columns[*node][slot / 3].max(f64::MIN_POSITIVE);
                }
            }
        }
        for (row, factor) in rows.iter_mut().zip(factors.iter_mut()) {
            let size = norm(row);
            if size > 0.0 {
                *factor /= size;
                scale(row, 1.0 / size);
            }
        }
        Scaled { rows, factors }
    }
}

/// A row on its way, and where it comes from.
struct Line {
    blocks: Blocks,
    /// Largest size of all that it was made from: what is left is compared with it.
    magnitude: f64,
    /// Earlier lines with the factors it is the sum of; none for a row as it was given.
    sources: Vec<(usize, f64)>,
    alive: bool,
}

struct Elimination {
    /// The rows as given, then what was made of them.
    lines: Vec<Line>,
    given: usize,
    lines_of_node: NodeList<Vec<usize>>,
    /// How many living lines a node has.
    count: NodeList<usize>,
    /// Nodes that are left, those with the fewest lines first.
    left: BTreeSet<(usize, NodeIndex)>,
    /// Lines of which nothing is left.
    vanished: Vec<usize>,
}

impl Elimination {
    fn new(nodes: usize, rows: &RowList<Blocks>, counts: impl Fn(RowIndex) -> bool) -> Self {
        let mut elimination = Elimination {
            lines: Vec::new(),
            given: rows.len(),
            lines_of_node: NodeList::new(Vec::new(), nodes),
            count: NodeList::new(0, nodes),
            left: NodeIndex::first(nodes).map(|n| (0, n)).collect(),
            vanished: Vec::new(),
        };
        for (row, blocks) in RowIndex::first(rows.len()).zip(rows) {
            if counts(row) {
                let magnitude = norm(blocks);
                elimination.push(blocks.clone(), magnitude, Vec::new());
            } else {
                elimination.keep(Vec::new(), 0.0, Vec::new(), false);
            }
        }
        elimination
    }

    /// All combinations of the given rows that vanish.
    fn run(&mut self) -> Vec<BTreeMap<usize, f64>> {
        while let Some((_, node)) = self.left.pop_first() {
            self.eliminate(node);
        }
        let vanished = std::mem::take(&mut self.vanished);
        vanished.into_iter().map(|k| self.origin(k)).collect()
    }

    /// A new line; returns its number.
    fn push(&mut self, blocks: Blocks, magnitude: f64, sources: Vec<(usize, f64)>) -> usize {
        let number = self.lines.len();
        let alive = norm(&blocks) > DEPENDENT * magnitude;
        if alive {
            for &(node, _) in &blocks {
                self.lines_of_node[node].push(number);
                self.recount(node, 1);
            }
        } else {
            self.vanished.push(number);
        }
        self.keep(blocks, magnitude, sources, alive)
    }

    fn keep(
        &mut self,
        blocks: Blocks,
        magnitude: f64,
        sources: Vec<(usize, f64)>,
        alive: bool,
    ) -> usize {
        self.lines.push(Line {
            blocks,
            magnitude,
            sources,
            alive,
        });
        self.lines.len() - 1
    }

    fn recount(&mut self, node: NodeIndex, change: isize) {
        let before = self.count[node];
        self.count[node] = before.saturating_add_signed(change);
        if self.left.remove(&(before, node)) {
            self.left.insert((self.count[node], node));
        }
    }

    /// Takes a node out of all its lines. Of them the one with the most on the node goes first: every factor is at most one.
    fn eliminate(&mut self, node: NodeIndex) {
        let mut front: Vec<usize> = std::mem::take(&mut self.lines_of_node[node]);
        front.retain(|&k| self.lines[k].alive);
        if front.is_empty() {
            return;
        }
        for &k in &front {
            self.lines[k].alive = false;
            for b in 0..self.lines[k].blocks.len() {
                self.recount(self.lines[k].blocks[b].0, -1);
            }
        }
        // Line, what is left of it, its magnitude, and the factors of the pivots so far.
        let mut open: Vec<(Blocks, f64, Vec<(usize, f64)>)> = front
            .iter()
            .map(|&k| {
                let line = &self.lines[k];
                (line.blocks.clone(), line.magnitude, vec![(k, 1.0)])
            })
            .collect();
        while let Some((at, size)) = open
            .iter()
            .map(|(blocks, magnitude, _)| (on_node(blocks, node), *magnitude))
            .enumerate()
            .filter(|(_, (size, magnitude))| *size > DEPENDENT * magnitude)
            .map(|(k, (size, _))| (k, size))
            .max_by(|a, b| a.1.total_cmp(&b.1))
        {
            let (pivot, magnitude, sources) = open.swap_remove(at);
            let direction = block_of(&pivot, node).map(|x| x / size);
            // The pivot has no more to say, but others are made from it.
            let number = self.keep(Vec::new(), magnitude, sources, false);
            for (blocks, own, sources) in &mut open {
                let along: f64 = block_of(blocks, node)
                    .iter()
                    .zip(&direction)
                    .map(|(x, d)| x * d)
                    .sum();
                let factor = -along / size;
                if factor != 0.0 {
                    *blocks = sum(blocks, &pivot, factor);
                    *own = own.max(factor.abs() * magnitude).max(norm(blocks));
                    sources.push((number, factor));
                }
            }
        }
        for (mut blocks, magnitude, sources) in open {
            blocks.retain(|b| b.0 != node);
            self.push(blocks, magnitude, sources);
        }
    }

    /// A line as a combination of the given rows.
    fn origin(&self, line: usize) -> BTreeMap<usize, f64> {
        let mut open = BTreeMap::from([(line, 1.0)]);
        // What a line was made from has smaller numbers.
        while let Some((&last, &factor)) = open.last_key_value() {
            if last < self.given {
                break;
            }
            open.remove(&last);
            for &(source, x) in &self.lines[last].sources {
                *open.entry(source).or_insert(0.0) += factor * x;
            }
        }
        open
    }
}

fn block_of(blocks: &Blocks, node: NodeIndex) -> [f64; 6] {
    let found = blocks.iter().find(|b| b.0 == node);
    found.map_or([0.0; 6], |b| b.1)
}

/// Size of a row on one node.
fn on_node(blocks: &Blocks, node: NodeIndex) -> f64 {
    block_of(blocks, node)
        .iter()
        .map(|x| x * x)
        .sum::<f64>()
        .sqrt()
}

fn norm(blocks: &Blocks) -> f64 {
    let all = blocks.iter().flat_map(|b| b.1.iter());
    all.map(|x| x * x).sum::<f64>().sqrt()
}

fn scale(blocks: &mut Blocks, factor: f64) {
    for (_, block) in blocks {
        block.iter_mut().for_each(|x| *x *= factor);
    }
}

/// `a + factor b`, nodes ascending.
fn sum(a: &Blocks, b: &Blocks, factor: f64) -> Blocks {
    let mut out = Vec::with_capacity(a.len() + b.len());
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    loop {
        let next = [a.peek(), b.peek()].into_iter().flatten();
        let Some(node) = next.map(|x| x.0).min() else {
            return out;
        };
        let mut block = [0.0; 6];
        if let Some((_, x)) = a.next_if(|x| x.0 == node) {
            block = *x;
        }
        if let Some((_, y)) = b.next_if(|y| y.0 == node) {
            for (to, from) in block.iter_mut().zip(y) {
                *to += factor * from;
            }
        }
        out.push((node, block));
    }
}
