//! Which kernels with `nowait` may run side by side.
//!
//! ```text
//! kernel left  … nowait     writes a, reads c     stream 0
//! kernel right … nowait     writes b, reads c     stream 1
//! kernel join               reads a and b         after both
//! ```
//! Kernels that share an array which one of them writes keep their order: they are of one group,
//! and a group has one stream. Groups share nothing that is written, so that no order between
//! them matters, wherever the host starts them. Everything else (transfers, kernels without
//! `nowait`) is on the default stream, which waits for the others and they for it. Loops whose rounds overlap have
//! streams of their own ([`crate::pipelines`]).

use hir::DirectiveKind;
use kir::{DeviceArrayId, Kernel, KernelId, ParamValue, Stream};

use crate::Outliner;

impl Outliner<'_> {
    /// Gives each group of kernels its stream, where there is more than one.
    pub(crate) fn choose_streams(&mut self) {
        for pipeline in self.pipelines() {
            for id in self.out.kernels.ids() {
                let kernel = &mut self.out.kernels[id];
                if pipeline.directives.contains(&kernel.directive) {
                    kernel.stream = Some(Stream::Round);
                }
            }
        }
        let mut groups: Vec<Vec<KernelId>> = Vec::new();
        for (id, kernel) in self.out.kernels.iter() {
            if !self.may_leave_the_default_stream(kernel) {
                continue;
            }
            let shares =
                |group: &Vec<KernelId>| group.iter().any(|other| conflict(kernel, &self.out.kernels[*other]));
            let (joined, apart): (Vec<_>, Vec<_>) = groups.into_iter().partition(shares);
            groups = apart;
            groups.push(joined.into_iter().flatten().chain([id]).collect());
        }
        if groups.len() < 2 {
            return;
        }
        groups.sort_by_key(|group| group.iter().map(|id| id.index()).min());
        for (stream, group) in groups.iter().enumerate() {
            for &id in group {
                self.out.kernels[id].stream = Some(Stream::Group(stream % kir::STREAMS));
            }
        }
    }

    fn may_leave_the_default_stream(&self, kernel: &Kernel) -> bool {
        let program = &*self.b.program;
        let DirectiveKind::Kernel(clauses) = &program.directives[kernel.directive].kind else { return false };
        // Results of reductions wait in memory that all kernels use one after another.
        let reduces = !kernel.reductions.is_empty() || !kernel.array_reductions.is_empty();
        // What is found by address may be any copy, and what a pointer reaches any memory. Old values are
        // kept in the default stream.
        let is_known = |value: ParamValue| match value {
            ParamValue::Array { array, .. } => {
                let array = &self.out.arrays[array];
                !array.by_address && !array.is_kept
            }
            ParamValue::Scalar(value) => !program.types.is_pointer(program.exprs[value].ty),
        };
        clauses.nowait
            && kernel.stream.is_none()
            && !reduces
            && !kernel.prints
            && kernel.params.iter().all(|param| is_known(param.value))
    }
}

/// Do both use an array that one of them writes?
fn conflict(one: &Kernel, other: &Kernel) -> bool {
    let shared = |(array, written): (DeviceArrayId, bool)| {
        arrays(other).any(|(its, writes)| its == array && (written || writes))
    };
    arrays(one).any(shared)
}

fn arrays(kernel: &Kernel) -> impl Iterator<Item = (DeviceArrayId, bool)> {
    kernel.params.iter().filter_map(|param| match param.value {
        ParamValue::Array { array, written, .. } => Some((array, written)),
        ParamValue::Scalar(_) => None,
    })
}
