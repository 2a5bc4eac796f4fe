//! Layout of the factors, and every index list the numerical factorisation needs.

use super::groups::GroupList;
use super::ordering::GroupGraph;
use super::tree::{NONE, Supernode, supernodes};
use crate::error::AnalyseError;
use crate::pattern::Pattern;

/// One supernode's dense front: `p` pivots, `r` later unknowns.
///
/// It is eliminated as a left panel (L11 and U11 packed, over L21), (p + r) x p by columns, followed
/// by the transposed right panel U12^T, r x p by columns. The Schur complement that it hands to its
/// parent is r x r on a stack. What is kept lies in two streams, each read once by a substitution:
/// the columns of L below the diagonal; and U12^T, then the columns of U11 down to the diagonal.
#[derive(Clone, Copy)]
pub(crate) struct Front {
    /// Position of the first pivot in the elimination order.
    pub first: usize,
    /// Number of pivots.
    pub p: usize,
    /// Number of later unknowns.
    pub r: usize,
    /// Start of the later unknowns in [`Plan::rows`] and [`Plan::relative`].
    pub rows: usize,
    /// Start of its part of the lower factor.
    pub lower: usize,
    /// Start of its part of the upper factor.
    pub upper: usize,
    /// Range of [`Plan::runs`] that are assembled here.
    pub runs: (usize, usize),
    /// Range of [`Plan::children`].
    pub children: (usize, usize),
    /// How many of the later unknowns are pivots of the parent (they come first).
    pub split: usize,
    /// Where the Schur complement is formed on the stack.
    pub stack_work: usize,
    /// Where it is kept for the parent, once the children's are gone.
    pub stack_final: usize,
}

impl Front {
    /// Entries of both panels.
    pub fn panel_len(&self) -> usize {
        (self.p + 2 * self.r) * self.p
    }

    /// Entries of its part of the lower factor.
    pub fn lower_len(&self) -> usize {
        lower_len(self.p, self.r)
    }

    /// Entries of its part of the upper factor.
    pub fn upper_len(&self) -> usize {
        upper_len(self.p, self.r)
    }
}

/// Entries of L below the diagonal, for `p` pivots and `r` later unknowns.
#[inline(always)]
pub(crate) fn lower_len(p: usize, r: usize) -> usize {
    p * r + (p * p - p) / 2
}

/// Entries of U with its diagonal.
#[inline(always)]
pub(crate) fn upper_len(p: usize, r: usize) -> usize {
    p * r + p * (p + 1) / 2
}

/// One matrix entry on its way into a panel.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    /// Index of the value.
    pub value: u32,
    /// Offset in the panels of the front.
    pub offset: u32,
    /// Row and column in the caller's numbering, for the scaling.
    pub row: u32,
    pub column: u32,
}

/// Consecutive entries of a column on their way into a panel together: consecutive values and rows, equally spaced places.
/// Blocks of nodes make long runs, so that the lists take little memory to read.
#[derive(Clone, Copy)]
pub(crate) struct Run {
    /// The first entry.
    pub first: Entry,
    /// How many.
    pub len: u32,
    /// Distance of their places in the panels.
    pub stride: u32,
}

/// The complete symbolic factorisation.
pub(crate) struct Plan {
    /// Unknown at every position of the elimination order.
    pub order: Vec<u32>,
    /// Fronts, children before parents.
    pub fronts: Vec<Front>,
    /// Pivots and later unknowns of every front: all that a substitution needs to know of it.
    pub sizes: Vec<[u32; 2]>,
    /// Positions of the later unknowns of every front, ascending.
    pub rows: Vec<u32>,
    /// The same as row numbers of the parent's front.
    pub relative: Vec<u32>,
    /// Matrix entries, front by front.
    pub runs: Vec<Run>,
    pub children: Vec<u32>,
    pub lower_len: usize,
    pub upper_len: usize,
    /// Largest number of entries of the panels of any front.
    pub largest_panels: usize,
    pub stack_len: usize,
    /// Largest number of later unknowns of any front.
    pub largest_r: usize,
    /// Largest number of rows of any front.
    pub largest_front: usize,
    /// Additions and multiplications of one factorisation.
    pub flops: f64,
}

/// Work per unknown from which on nested dissection is tried too, and taken if it needs less. Finding it costs about as much
/// as one factorisation with this; chains have a tenth of it or less.
const DISSECTED: f64 = 2e4;

/// Additions and multiplications of the elimination of a supernode.
fn work(supernode: &Supernode) -> f64 {
    let (p, r) = (supernode.pivots.len() as f64, supernode.later.len() as f64);
    2.0 / 3.0 * p * p * p + 2.0 * p * p * r + 2.0 * p * r * r
}

impl Run {
    /// Takes an entry in if it continues the run; the second entry decides about the distance of places.
    fn take(&mut self, entry: &Entry) -> bool {
        let Entry {
            value,
            offset,
            row,
            column,
        } = self.first;
        let follows = entry.value == value + self.len
            && entry.row == row + self.len
            && entry.column == column
            && entry.offset > offset;
        if follows && self.len == 1 {
            self.stride = entry.offset - offset;
        }
        let expected = u64::from(offset) + u64::from(self.len) * u64::from(self.stride);
        let taken = follows && u64::from(entry.offset) == expected;
        self.len += u32::from(taken);
        taken
    }
}

impl Plan {
    /// Orders the groups and lays out the factorisation.
    pub fn new(pattern: &Pattern, groups: &GroupList) -> Result<Self, AnalyseError> {
        let transposed = pattern.transposed();
        let graph = GroupGraph::new(pattern, &transposed, groups)?;
        let (order, rank) = graph.minimum_degree()?;
        let mut list = supernodes(pattern, &transposed, groups, &order);
        let flops = |list: &[Supernode]| list.iter().map(work).sum::<f64>();
        if flops(&list) > DISSECTED * pattern.n() as f64 {
            let nested = graph.nested_dissection(&rank);
            let other = supernodes(pattern, &transposed, groups, &nested);
            if flops(&other) < flops(&list) {
                list = other;
            }
        }
        let mut plan = Self::with_fronts(pattern.n(), &list)?;
        plan.plan_assembly(pattern);
        plan.plan_stack();
        Ok(plan)
    }

    /// Final order, fronts and row lists; assembly and stack are planned afterwards.
    fn with_fronts(n: usize, list: &[Supernode]) -> Result<Self, AnalyseError> {
        let mut position = vec![0_u32; n];
        let mut order = Vec::with_capacity(n);
        for supernode in list {
            for &unknown in &supernode.pivots {
                position[unknown as usize] = order.len() as u32;
                order.push(unknown);
            }
        }
        let mut plan = Self {
            order,
            fronts: Vec::with_capacity(list.len()),
            sizes: Vec::with_capacity(list.len()),
            rows: Vec::new(),
            relative: Vec::new(),
            runs: Vec::new(),
            children: Vec::new(),
            lower_len: 0,
            upper_len: 0,
            largest_panels: 0,
            stack_len: 0,
            largest_r: 0,
            largest_front: 0,
            flops: 0.0,
        };
        let mut child_starts = vec![0_usize; list.len() + 1];
        let mut first = 0;
        for supernode in list {
            let (p, r) = (supernode.pivots.len(), supernode.later.len());
            if (p + 2 * r).saturating_mul(p) >= u32::MAX as usize {
                return Err(AnalyseError::TooLarge {
                    rows: p + r,
                    pivots: p,
                });
            }
            let rows = plan.rows.len();
            plan.rows
                .extend(supernode.later.iter().map(|&u| position[u as usize]));
            plan.rows[rows..].sort_unstable();
            let front = Front {
                first,
                p,
                r,
                rows,
                lower: plan.lower_len,
                upper: plan.upper_len,
                runs: (0, 0),
                children: (0, 0),
                split: 0,
                stack_work: 0,
                stack_final: 0,
            };
            first += p;
            plan.lower_len += front.lower_len();
            plan.upper_len += front.upper_len();
            plan.largest_panels = plan.largest_panels.max(front.panel_len());
            plan.largest_r = plan.largest_r.max(r);
            plan.largest_front = plan.largest_front.max(p + r);
            plan.flops += work(supernode);
            plan.fronts.push(front);
            plan.sizes.push([p as u32, r as u32]);
            if supernode.parent != NONE {
                child_starts[supernode.parent as usize + 1] += 1;
            }
        }
        for s in 0..list.len() {
            child_starts[s + 1] += child_starts[s];
            plan.fronts[s].children = (child_starts[s], child_starts[s + 1]);
        }
        let mut next = child_starts.clone();
        plan.children = vec![0; child_starts[list.len()]];
        for (s, supernode) in list.iter().enumerate() {
            if supernode.parent != NONE {
                let slot = &mut next[supernode.parent as usize];
                plan.children[*slot] = s as u32;
                *slot += 1;
            }
        }
        Ok(plan)
    }

    /// Where each matrix entry goes, and where each child's Schur complement goes.
    fn plan_assembly(&mut self, pattern: &Pattern) {
        let n = pattern.n();
        let mut position = vec![0_u32; n];
        for (at, &unknown) in self.order.iter().enumerate() {
            position[unknown as usize] = at as u32;
        }
        let mut front_of = vec![0_u32; n];
        for (s, front) in self.fronts.iter().enumerate() {
            for &unknown in &self.order[front.first..front.first + front.p] {
                front_of[unknown as usize] = s as u32;
            }
        }
        // Entries by the front that eliminates the earlier of row and column (a counting sort). Fronts are in the order of
        // their pivots.
        let column = |j: usize| pattern.column_starts()[j]..pattern.column_starts()[j + 1];
        let mut starts = vec![0_usize; self.fronts.len() + 1];
        for j in 0..n {
            let own = front_of[j];
            for &i in &pattern.rows()[column(j)] {
                starts[own.min(front_of[i as usize]) as usize + 1] += 1;
            }
        }
        for s in 0..self.fronts.len() {
            starts[s + 1] += starts[s];
        }
        let mut next = starts.clone();
        let blank = Entry {
            value: 0,
            offset: 0,
            row: 0,
            column: 0,
        };
        let mut entries = vec![blank; pattern.entries()];
        for j in 0..n {
            let own = front_of[j];
            for t in column(j) {
                let row = pattern.rows()[t];
                let slot = &mut next[own.min(front_of[row as usize]) as usize];
                entries[*slot] = Entry {
                    value: t as u32,
                    offset: 0,
                    row,
                    column: j as u32,
                };
                *slot += 1;
            }
        }

        // Row number in the current front of every position it contains.
        let mut local = vec![0_u32; n];
        self.relative = vec![0; self.rows.len()];
        for s in 0..self.fronts.len() {
            let front = self.fronts[s];
            for k in 0..front.p {
                local[front.first + k] = k as u32;
            }
            for (k, &at) in self.rows[front.rows..front.rows + front.r]
                .iter()
                .enumerate()
            {
                local[at as usize] = (front.p + k) as u32;
            }
            let m = front.p + front.r;
            let own = &mut entries[starts[s]..starts[s + 1]];
            for entry in own.iter_mut() {
                let i = local[position[entry.row as usize] as usize] as usize;
                let j = local[position[entry.column as usize] as usize] as usize;
                let offset = if j < front.p {
                    j * m + i
                } else {
                    m * front.p + i * front.r + (j - front.p)
                };
                entry.offset = offset as u32;
            }
            let first_run = self.runs.len();
            for entry in own.iter() {
                let run = self.runs[first_run..].last_mut();
                if !run.is_some_and(|run| run.take(entry)) {
                    self.runs.push(Run {
                        first: *entry,
                        len: 1,
                        stride: 0,
                    });
                }
            }
            self.fronts[s].runs = (first_run, self.runs.len());
            for &child in &self.children[front.children.0..front.children.1] {
                let child = &mut self.fronts[child as usize];
                let range = child.rows..child.rows + child.r;
                for (to, &at) in self.relative[range.clone()]
                    .iter_mut()
                    .zip(&self.rows[range])
                {
                    *to = local[at as usize];
                    child.split += usize::from((*to as usize) < front.p);
                }
            }
        }
    }

    /// Positions of the Schur complements on the stack. The children's lie on top when a front is
    /// assembled; its own is formed above them and then moved down over them, or formed over them
    /// at once when nothing of theirs goes into it.
    fn plan_stack(&mut self) {
        let mut top = 0;
        for s in 0..self.fronts.len() {
            let front = self.fronts[s];
            let mut base = top;
            let mut passed_on = false;
            for &child in &self.children[front.children.0..front.children.1] {
                let child = &self.fronts[child as usize];
                base = base.min(child.stack_final);
                passed_on |= child.split < child.r;
            }
            let work = if passed_on { top } else { base };
            self.fronts[s].stack_work = work;
            self.fronts[s].stack_final = base;
            self.stack_len = self.stack_len.max(work + front.r * front.r);
            top = base + front.r * front.r;
        }
    }
}
