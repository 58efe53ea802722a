//! What accesses to shared memory cost: the passes over its banks.
//!
//! ```c
//! __shared__ float t[32][32];
//! t[threadIdx.x][k]      // all lanes in one bank: 32 passes
//! t[k][threadIdx.x]      // a bank for each lane:   1 pass
//! ```
//! In a kernel between directives the accesses to a `shared` array are those, in the layout that it
//! has on the device: with its padding.

use affine::LinearExpr;
use gpu::Gpu;
use hir::Span;

use crate::coalescing::View;
use crate::cuda_kernel::{self, is_shared_memory};
use crate::symbols::expression_text;
use crate::{Access, AccessMode, Facts, Input, SharedFacts};

/// An access to shared memory.
pub struct SharedCost {
    /// The kernel's name.
    pub kernel: String,
    /// Where it is written.
    pub span: Span,
    /// `t[i][j]`
    pub text: String,
    /// What it does.
    pub mode: AccessMode,
    /// Passes of a warp, on average; `None` where it is not known.
    pub passes: Option<f64>,
    /// The fewest with which the same bytes could be had.
    pub fewest: f64,
}

/// Those of all kernels.
pub fn costs(input: &Input<'_>, facts: &[Facts], gpu: Gpu) -> Vec<SharedCost> {
    let mut all = Vec::new();
    let told = |kernel: &str, view: &View<'_>, access: &Access, flat: Option<&LinearExpr>| {
        let (passes, fewest) = view.passes(access, flat, gpu);
        SharedCost {
            kernel: kernel.to_owned(),
            span: input.sources.expansions.outermost_call(access.span),
            text: expression_text(access.lvalue, input.program, input.sources),
            mode: access.mode,
            passes,
            fewest,
        }
    };
    for kernel in facts.iter().flat_map(|facts| &facts.kernels) {
        let view = View::of_directives(input, kernel);
        let name = crate::access_report::kernel_name(input, kernel);
        for shared in &kernel.shared {
            for access in shared.accesses.iter().filter_map(|at| kernel.accesses.get(*at)) {
                all.push(told(&name, &view, access, in_tile(shared, access).as_ref()));
            }
        }
    }
    for function in cuda_kernel::cuda_kernels(input.program) {
        let Some(kernel) = cuda_kernel::read(input, function) else { continue };
        let view = View::of_cuda(input, &kernel);
        let name = input.function_name(function);
        let accesses = kernel.region.found.accesses.iter();
        for access in accesses.filter(|access| is_shared_memory(input.program, &access.place)) {
            all.push(told(&name, &view, access, access.flat.as_ref()));
        }
    }
    all
}

/// The element of the tile, but for where the tile begins, which moves all lanes alike.
fn in_tile(shared: &SharedFacts, access: &Access) -> Option<LinearExpr> {
    let mut subscripts = access.subscripts.clone()?;
    if shared.by_columns {
        subscripts.reverse();
    }
    let extents = shared.padded_extents();
    let mut flat = LinearExpr::constant(0);
    for (at, subscript) in subscripts.iter().enumerate() {
        flat = flat.times(i128::from(*extents.get(at)?)).ok()?.plus(subscript).ok()?;
    }
    Some(flat)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::analyzed;

    #[test]
    fn padding_spreads_a_column_over_the_banks() {
        let passes = |pad: &str| -> Vec<(String, Option<f64>)> {
            let text = format!(
                "float a[64][64], b[64][64];\nvoid f(void) {{\n\
                 #pragma hicuda global alloc a[*][*] copyin\n#pragma hicuda global alloc b[*][*]\n\
                 #pragma hicuda kernel k tblock(2, 2) thread(32, 32)\n\
                 #pragma hicuda loop_partition over_tblock over_thread\nfor (int i = 0; i < 64; i++) {{\n\
                 #pragma hicuda loop_partition over_tblock over_thread\nfor (int j = 0; j < 64; j++) {{\n\
                 #pragma hicuda shared alloc a[j][i] copyin {pad}\n\
                 b[i][j] = a[j][i];\n#pragma hicuda shared remove a\n}}\n}}\n\
                 #pragma hicuda kernel_end\n#pragma hicuda global copyout b[*][*]\n#pragma hicuda global free a b\n}}\n"
            );
            let analyzed = analyzed(&text);
            let input = Input::new(&analyzed.program, &analyzed.sources);
            let costs = costs(&input, std::slice::from_ref(&analyzed.facts), Gpu::H200);
            costs.into_iter().map(|cost| (cost.text, cost.passes)).collect()
        };
        assert_eq!(passes("pad(none)"), [("a[j][i]".to_owned(), Some(32.0))]);
        assert_eq!(passes("pad(1)"), [("a[j][i]".to_owned(), Some(1.0))]);
    }
}
