//! Where the sides of a branch meet again.
//!
//! That is the branch's immediate post-dominator: the first instruction that
//! every way from the branch to the end passes. It is found on the graph of
//! basic blocks turned around, by the usual iteration to a fixed point (Cooper,
//! Harvey and Kennedy). Sides that never meet meet at [`END`].
//!
//! An `Exit` counts as going on to the next instruction: lanes that have ended
//! are gone from every group, so those left can meet where they would without
//! it. Otherwise one early `return` would keep the rest of the warp apart to the
//! end of the kernel.

use crate::code::{END, Instr, Pc};

/// Fills in `join` of every branch.
pub(crate) fn find_joins(instrs: &mut [Instr]) {
    let graph = Graph::of(instrs);
    let post_dominators = graph.post_dominators();
    for (block, post_dominator) in post_dominators.into_iter().enumerate() {
        let last = graph.last(block, instrs.len());
        let meeting = post_dominator.and_then(|at| graph.starts.get(at)).copied().unwrap_or(END);
        if let Some(Instr::Branch { join, .. }) = instrs.get_mut(last) {
            *join = meeting;
        }
    }
}

struct Graph {
    /// The first instruction of each basic block.
    starts: Vec<Pc>,
    successors: Vec<Vec<usize>>,
}

impl Graph {
    fn of(instrs: &[Instr]) -> Graph {
        let mut is_start = vec![false; instrs.len() + 1];
        is_start[0] = true;
        let mut mark = |pc: Pc| {
            if let Some(start) = is_start.get_mut(pc as usize) {
                *start = true;
            }
        };
        for (pc, instr) in instrs.iter().enumerate() {
            let targets = targets(instr, pc as Pc);
            if targets.as_slice() != [pc as Pc + 1] {
                mark(pc as Pc + 1);
                targets.into_iter().for_each(&mut mark);
            }
        }
        let starts: Vec<Pc> = (0..instrs.len()).filter(|&pc| is_start[pc]).map(|pc| pc as Pc).collect();
        let mut graph = Graph { starts, successors: Vec::new() };
        graph.successors = (0..graph.starts.len())
            .map(|block| {
                let last = graph.last(block, instrs.len());
                let targets = instrs.get(last).map(|instr| targets(instr, last as Pc)).unwrap_or_default();
                targets.iter().filter_map(|target| graph.starts.binary_search(target).ok()).collect()
            })
            .collect();
        graph
    }

    /// The last instruction of a block.
    fn last(&self, block: usize, len: usize) -> usize {
        self.starts.get(block + 1).map_or(len, |&next| next as usize) - 1
    }

    /// The immediate post-dominator of each block; `None` is the end.
    fn post_dominators(&self) -> Vec<Option<usize>> {
        let count = self.starts.len();
        let end = count;
        let mut predecessors = vec![Vec::new(); count + 1];
        let mut successors = self.successors.clone();
        for (block, next) in successors.iter_mut().enumerate() {
            if next.is_empty() {
                next.push(end);
            }
            next.iter().for_each(|&to| predecessors[to].push(block));
        }
        let order = order_from_end(&predecessors, end);
        let mut rank = vec![usize::MAX; count + 1];
        order.iter().enumerate().for_each(|(at, &block)| rank[block] = at);
        let mut immediate = vec![usize::MAX; count + 1];
        immediate[end] = end;
        let mut changed = true;
        while changed {
            changed = false;
            for &block in order.iter().skip(1) {
                let known = successors[block].iter().copied().filter(|&to| immediate[to] != usize::MAX);
                let met = known.reduce(|a, b| meet(&immediate, &rank, a, b)).unwrap_or(end);
                if immediate[block] != met {
                    immediate[block] = met;
                    changed = true;
                }
            }
        }
        immediate.truncate(count);
        immediate.into_iter().map(|at| (at < count).then_some(at)).collect()
    }
}

/// Blocks that reach the end, nearest first in the sense that a block comes
/// after those that post-dominate it.
fn order_from_end(predecessors: &[Vec<usize>], end: usize) -> Vec<usize> {
    let mut seen = vec![false; predecessors.len()];
    let mut order = Vec::new();
    let mut stack = vec![(end, 0)];
    seen[end] = true;
    while let Some((block, at)) = stack.pop() {
        match predecessors[block].get(at) {
            Some(&before) => {
                stack.push((block, at + 1));
                if !seen[before] {
                    seen[before] = true;
                    stack.push((before, 0));
                }
            }
            None => order.push(block),
        }
    }
    order.reverse();
    order
}

fn meet(immediate: &[usize], rank: &[usize], a: usize, b: usize) -> usize {
    let (mut a, mut b) = (a, b);
    while a != b {
        if rank[a] > rank[b] {
            a = immediate[a];
        } else {
            b = immediate[b];
        }
    }
    a
}

/// Where an instruction can lead.
fn targets(instr: &Instr, pc: Pc) -> Vec<Pc> {
    match *instr {
        Instr::Jump { target } => vec![target],
        Instr::Branch { then, otherwise, .. } => vec![then, otherwise],
        _ => vec![pc + 1],
    }
}

#[cfg(test)]
mod reconvergence_tests {
    use super::*;

    fn branch(then: Pc, otherwise: Pc) -> Instr {
        Instr::Branch { cond: 0, then, otherwise, join: END }
    }

    fn join(instrs: &[Instr], pc: usize) -> Pc {
        match instrs[pc] {
            Instr::Branch { join, .. } => join,
            _ => panic!("no branch at {pc}"),
        }
    }

    #[test]
    fn an_if_meets_after_both_sides() {
        let mut code = vec![branch(1, 3), Instr::Fence, Instr::Jump { target: 4 }, Instr::Fence, Instr::Exit];
        find_joins(&mut code);
        assert_eq!(join(&code, 0), 4);
    }

    #[test]
    fn a_loop_meets_behind_it() {
        let mut code = vec![branch(1, 3), Instr::Fence, Instr::Jump { target: 0 }, Instr::Exit];
        find_joins(&mut code);
        assert_eq!(join(&code, 0), 3);
    }

    #[test]
    fn an_early_return_keeps_nobody_apart() {
        let mut code = vec![branch(1, 4), branch(2, 3), Instr::Exit, Instr::Fence, Instr::Fence, Instr::Exit];
        find_joins(&mut code);
        assert_eq!(join(&code, 1), 3);
        assert_eq!(join(&code, 0), 4);
    }

    #[test]
    fn an_endless_loop_has_no_meeting_place() {
        let mut code = vec![branch(1, 2), Instr::Jump { target: 1 }, Instr::Exit];
        find_joins(&mut code);
        assert_eq!(join(&code, 0), 2);
    }
}
