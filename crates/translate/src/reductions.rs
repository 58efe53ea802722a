//! Device memory for what the blocks of a kernel reduce, in CUDA's words.

/// Device memory for results, with so many places.
pub(crate) fn memory(places: usize) -> String {
    MEMORY.replace("PLACES", &places.to_string())
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
