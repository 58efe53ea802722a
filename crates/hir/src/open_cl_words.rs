//! The words of OpenCL C that nothing of a program can be called: whoever names something for it asks here.

/// Is the word one of the language's own, so that nothing of the user's can be called that?
pub fn is_keyword(name: &str) -> bool {
    const WORDS: [&str; 39] = [
        "global",
        "local",
        "constant",
        "private",
        "kernel",
        "generic",
        "pipe",
        "read_only",
        "write_only",
        "read_write",
        "bool",
        "true",
        "false",
        "half",
        "quad",
        "uchar",
        "ushort",
        "uint",
        "ulong",
        "event_t",
        "sampler_t",
        "vec_step",
        "as_type",
        "complex",
        "imaginary",
        "uniform",
        // Functions and macros of the language that generated text uses.
        "barrier",
        "get_global_id",
        "get_global_size",
        "get_group_id",
        "get_local_id",
        "get_local_size",
        "get_num_groups",
        "get_work_dim",
        "isequal",
        "mem_fence",
        "CLK_GLOBAL_MEM_FENCE",
        "CLK_LOCAL_MEM_FENCE",
        "M_PI_F",
    ];
    WORDS.contains(&name) || is_vector_type(name)
}

/// `float4`, `image2d_t`
pub fn is_vector_type(name: &str) -> bool {
    let lane = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let lanes = &name[lane.len()..];
    let is_lane = matches!(
        lane,
        "char"
            | "uchar"
            | "short"
            | "ushort"
            | "int"
            | "uint"
            | "long"
            | "ulong"
            | "float"
            | "double"
            | "half"
    );
    is_lane && matches!(lanes, "2" | "3" | "4" | "8" | "16")
        || name.starts_with("image") && name.ends_with("_t")
}
