//! Loops of the host whose rounds take turns in a few streams.
//!
//! ```c
//! for (int c = 0; c < n; c += m) {
//!     cudaStream_t stream = hicuda_next_stream();
//!     …cudaMallocAsync, cudaMemcpyAsync, kernel<<<…, stream>>>, cudaMemcpyAsync, cudaFreeAsync…
//! }
//! hicuda_check(cudaDeviceSynchronize(), …);
//! ```
//! [`analyze::Pipeline`] says which loops may. The streams wait for what the default stream has begun, but not for
//! those of other kernels with `nowait`: where there are any, the host does before the loop.

use analyze::Pipeline;
use hir::Node;
use kir::{HostAction, HostPipeline, HostSite, Stream};

use crate::Outliner;

impl Outliner<'_> {
    /// The pipelines of the unit that the host has in its own text.
    pub(crate) fn pipelines(&self) -> Vec<Pipeline> {
        let program = &*self.b.program;
        let is_below = |inner, outer| program.nodes(outer).any(|node| node == Node::Stmt(inner));
        let is_own = |pipeline: &&Pipeline| {
            let in_macro = program.stmts[pipeline.stmt].span.is_from_macro();
            let is_replaced =
                |r: &hir::ReplacedLoop| is_below(r.stmt, pipeline.stmt) || is_below(pipeline.stmt, r.stmt);
            !in_macro && !self.replaced.iter().any(is_replaced)
        };
        self.facts.pipelines.iter().filter(is_own).cloned().collect()
    }

    /// Marks the sites of their rounds.
    pub(crate) fn take_turns(&self, sites: &mut [HostSite]) -> Vec<HostPipeline> {
        let waits_first =
            self.out.kernels.iter().any(|(_, kernel)| matches!(kernel.stream, Some(Stream::Group(_))));
        let mut found = Vec::new();
        for pipeline in self.pipelines() {
            let place = self.b.program.stmts[pipeline.stmt].span;
            let round =
                sites.iter_mut().filter(|site| place.lo <= site.place.lo && site.place.hi <= place.hi);
            let mut round: Vec<&mut HostSite> = round.filter(|site| !site.actions.is_empty()).collect();
            round.iter_mut().for_each(|site| site.in_turn = true);
            if let Some(first) = round.first_mut() {
                first.actions.insert(0, HostAction::BeginRound);
            }
            found.push(HostPipeline { place, waits_first });
        }
        found
    }
}
