//! Device memory for what the blocks of a kernel reduce, in CUDA's words.

use lower::cuda::CudaKernel;

/// Device memory for the results of these kernels, if they have any.
pub(crate) fn memory_of<'a>(kernels: impl Iterator<Item = &'a CudaKernel> + Clone) -> Option<String> {
    let places = kernels.clone().map(|kernel| kernel.reductions.len()).max().unwrap_or(0);
    let mut reductions = kernels.flat_map(|kernel| &kernel.reductions);
    reductions
        .any(|reduction| reduction.memory.is_some())
        .then(|| MEMORY.replace("PLACES", &places.to_string()))
}

const MEMORY: &str = r#"// Device memory for the results of blocks, kept from launch to launch.
static void *hicuda_results_memory[PLACES];

static void hicuda_free_results(void)
{
    for (int place = 0; place < PLACES; place++)
        (void)cudaFree(hicuda_results_memory[place]);
}

static void *hicuda_results(int place, size_t bytes, const char *directive)
{
    static size_t held[PLACES];
    static int is_first = 1;
    if (held[place] < bytes) {
        hicuda_check(cudaFree(hicuda_results_memory[place]), directive);
        hicuda_check(cudaMalloc(&hicuda_results_memory[place], bytes), directive);
        held[place] = bytes;
        if (is_first)
            atexit(hicuda_free_results);
        is_first = 0;
    }
    return hicuda_results_memory[place];
}

"#;
