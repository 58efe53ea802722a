//! Device memory for what the blocks of a kernel reduce, in CUDA's words.

/// Device memory for results, with so many places.
pub(crate) fn memory(places: usize) -> String {
    MEMORY.replace("PLACES", &places.to_string())
}

const MEMORY: &str = r#"// Device memory for the results of blocks, kept from launch to launch.
static void *hicuda_results(int place, size_t bytes, const char *directive)
{
    static void *memory[PLACES];
    static size_t held[PLACES];
    if (held[place] < bytes) {
        hicuda_check(cudaFree(memory[place]), directive);
        hicuda_check(cudaMalloc(&memory[place], bytes), directive);
        held[place] = bytes;
    }
    return memory[place];
}

"#;
