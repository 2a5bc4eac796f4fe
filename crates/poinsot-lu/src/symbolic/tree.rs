//! Elimination tree, structure of the fronts, and amalgamation into supernodes.

use super::groups::GroupList;
use crate::pattern::Pattern;

/// Marks a root, and anything not yet known.
pub(super) const NONE: u32 = u32::MAX;

/// A supernode: some groups eliminated together.
pub(super) struct Supernode {
    /// Pivot unknowns in elimination order.
    pub pivots: Vec<u32>,
    /// Unknowns eliminated later that share an equation with the pivots, in no special order.
    pub later: Vec<u32>,
    /// Position of the parent in the list of supernodes, `NONE` for a root.
    pub parent: u32,
}

/// Relaxed amalgamation joins a supernode to its parent when the share of explicit zeros in the
/// joint panels stays below a limit that falls with the number of pivots. A chain of equal groups
/// would get 25 % and is left alone: there, measured, joining only adds work.
const ZERO_LIMITS: [(usize, f64); 3] = [(32, 0.20), (64, 0.10), (usize::MAX, 0.02)];

/// Supernodes in postorder (children before parents, subtrees contiguous).
pub(super) fn supernodes(
    pattern: &Pattern,
    transposed: &(Vec<usize>, Vec<u32>),
    groups: &GroupList,
    order: &[u32],
) -> Vec<Supernode> {
    let mut fronts = group_fronts(pattern, transposed, groups, order);
    let joined_to = amalgamate(&mut fronts);
    postordered(fronts, &joined_to, groups, order)
}

/// One elimination step per group, before amalgamation.
struct GroupFront {
    later: Vec<u32>,
    parent: u32,
    pivots: usize,
}

/// Structure of every group's front, in elimination order: what its equations touch, and what the
/// fronts of its children hand up. The structure is kept by unknown, not by group, because a
/// neighbour group is often touched in part only (a joint sees the neighbour's pose, not its
/// multipliers).
fn group_fronts(
    pattern: &Pattern,
    transposed: &(Vec<usize>, Vec<u32>),
    groups: &GroupList,
    order: &[u32],
) -> Vec<GroupFront> {
    let count = order.len();
    let mut step_of_group = vec![0_u32; count];
    for (step, &group) in order.iter().enumerate() {
        step_of_group[group as usize] = step as u32;
    }
    let steps: Vec<u32> = groups
        .of_unknown
        .iter()
        .map(|&group| step_of_group[group as usize])
        .collect();
    let step_of = |unknown: u32| steps[unknown as usize];

    let mut fronts: Vec<GroupFront> = Vec::with_capacity(count);
    // Children as linked lists: first child of a step, next sibling.
    let mut first_child = vec![NONE; count];
    let mut next_sibling = vec![NONE; count];
    let mut seen_at = vec![NONE; pattern.n()];
    for step in 0..count {
        let members = groups.members(order[step] as usize);
        let mark = step as u32;
        let mut later = Vec::new();
        for &unknown in members {
            let u = unknown as usize;
            let column =
                &pattern.rows()[pattern.column_starts()[u]..pattern.column_starts()[u + 1]];
            let row = &transposed.1[transposed.0[u]..transposed.0[u + 1]];
            for list in [column, row] {
                for &other in list {
                    if seen_at[other as usize] != mark {
                        seen_at[other as usize] = mark;
                        if step_of(other) > mark {
                            later.push(other);
                        }
                    }
                }
            }
        }
        let mut child = first_child[step];
        while child != NONE {
            for &other in &fronts[child as usize].later {
                if seen_at[other as usize] != mark && step_of(other) > mark {
                    seen_at[other as usize] = mark;
                    later.push(other);
                }
            }
            child = next_sibling[child as usize];
        }
        let parent = later.iter().map(|&u| step_of(u)).min().unwrap_or(NONE);
        if parent != NONE {
            next_sibling[step] = first_child[parent as usize];
            first_child[parent as usize] = mark;
        }
        fronts.push(GroupFront {
            later,
            parent,
            pivots: members.len(),
        });
    }
    fronts
}

/// Entries of the panels of a front with `p` pivots and `r` later unknowns.
fn panel_entries(p: usize, r: usize) -> f64 {
    (p * p + 2 * p * r) as f64
}

/// For every step the step it is joined to (itself if it stays): going up, a step joins its parent
/// when the joint panels hold few enough zeros. The joint front keeps the parent's structure,
/// because what a child hands up is contained in the parent's front.
fn amalgamate(fronts: &mut [GroupFront]) -> Vec<u32> {
    let count = fronts.len();
    let mut joined_to: Vec<u32> = (0..count as u32).collect();
    let mut zeros = vec![0.0; count];
    for step in 0..count {
        let parent = fronts[step].parent;
        if parent == NONE {
            continue;
        }
        let q = parent as usize;
        let (p_child, r_child) = (fronts[step].pivots, fronts[step].later.len());
        let (p_parent, r_parent) = (fronts[q].pivots, fronts[q].later.len());
        let joint = panel_entries(p_child + p_parent, r_parent);
        let apart = panel_entries(p_child, r_child) + panel_entries(p_parent, r_parent);
        let joint_zeros = zeros[step] + zeros[q] + joint - apart;
        let accepted = joint <= apart
            || ZERO_LIMITS.iter().any(|&(pivots, share)| {
                p_child + p_parent <= pivots && joint_zeros <= share * joint
            });
        if accepted {
            joined_to[step] = parent;
            fronts[q].pivots += p_child;
            zeros[q] = joint_zeros;
            fronts[step].later = Vec::new();
        }
    }
    // A step joined to a joined step ends up with the last one of the chain.
    for step in (0..count).rev() {
        joined_to[step] = joined_to[joined_to[step] as usize];
    }
    joined_to
}

/// Gathers the joined steps and puts the supernodes in postorder.
fn postordered(
    mut fronts: Vec<GroupFront>,
    joined_to: &[u32],
    groups: &GroupList,
    order: &[u32],
) -> Vec<Supernode> {
    let count = fronts.len();
    let mut pivots: Vec<Vec<u32>> = vec![Vec::new(); count];
    for step in 0..count {
        pivots[joined_to[step] as usize].extend(groups.members(order[step] as usize));
    }
    // Tree of the supernodes, children ascending because the loop runs down.
    let mut first_child = vec![NONE; count];
    let mut next_sibling = vec![NONE; count];
    let mut roots = Vec::new();
    for step in (0..count).rev() {
        if joined_to[step] != step as u32 {
            continue;
        }
        match fronts[step].parent {
            NONE => roots.push(step as u32),
            parent => {
                let parent = joined_to[parent as usize] as usize;
                next_sibling[step] = first_child[parent];
                first_child[parent] = step as u32;
            }
        }
    }
    let mut position = vec![NONE; count];
    let mut list: Vec<Supernode> = Vec::new();
    let mut path: Vec<u32> = Vec::new();
    while let Some(root) = roots.pop() {
        path.push(root);
        while let Some(&top) = path.last() {
            let step = top as usize;
            let child = first_child[step];
            if child != NONE {
                first_child[step] = next_sibling[child as usize];
                path.push(child);
                continue;
            }
            path.pop();
            position[step] = list.len() as u32;
            list.push(Supernode {
                pivots: std::mem::take(&mut pivots[step]),
                later: std::mem::take(&mut fronts[step].later),
                // Still a step number; translated below, when the parent has a position.
                parent: fronts[step].parent,
            });
        }
    }
    for supernode in &mut list {
        if supernode.parent != NONE {
            supernode.parent = position[joined_to[supernode.parent as usize] as usize];
        }
    }
    list
}
