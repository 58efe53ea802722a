//! The runtime that a translated host calls, by its names.
//!
//! HIP's runtime is CUDA's under another prefix, and what stands before OpenCL has the same shape,
//! so that a text in CUDA's words is all there is, and [`Api::spell`] puts the names in it:
//!
//! ```text
//! cudaMalloc((void **)&d_a, n)     hipMalloc((void **)&d_a, n)
//! hicuda_check(…)                  hicuda_check(…)                 ours, and stays
//! ```

use lower::Language;

/// Whose functions the host calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Api(pub Language);

impl Api {
    /// What the names begin with.
    fn prefix(self) -> &'static str {
        match self.0 {
            Language::Cuda => "cuda",
            Language::Hip => "hip",
            Language::OpenCl => "ocl",
        }
    }

    /// What a host in C includes.
    pub(crate) fn host_opening(self) -> String {
        match self.0 {
            Language::Cuda => String::from("#include <cuda_runtime.h>\n"),
            // hipcc says which of its platforms it is for, other compilers do not.
            Language::Hip => String::from(
                "#if !defined(__HIP_PLATFORM_AMD__) && !defined(__HIP_PLATFORM_NVIDIA__)\n\
                 #define __HIP_PLATFORM_AMD__\n\
                 #endif\n\
                 #include <hip/hip_runtime_api.h>\n",
            ),
            Language::OpenCl => String::from("#define CL_TARGET_OPENCL_VERSION 120\n#include <CL/cl.h>\n"),
        }
    }

    /// What a file with kernels includes: nvcc includes its header itself.
    pub(crate) fn kernels_opening(self) -> &'static str {
        match self.0 {
            Language::Cuda | Language::OpenCl => "",
            Language::Hip => "#include <hip/hip_runtime.h>\n",
        }
    }

    /// A text in CUDA's words, in those of this runtime.
    pub(crate) fn spell(self, text: &str) -> String {
        match self.0 {
            Language::Cuda => text.to_owned(),
            Language::OpenCl => with_prefix(text, self.prefix()),
            Language::Hip => {
                with_prefix(text, self.prefix()).replace("A failed CUDA call", "A failed HIP call")
            }
        }
    }

    /// The type of sizes of grids and blocks.
    pub(crate) fn dim3(self) -> &'static str {
        if self.0 == Language::OpenCl { "oclDim3" } else { "dim3" }
    }

    /// A variable of the device as an argument of the runtime's functions.
    pub(crate) fn symbol(self, name: &str) -> String {
        match self.0 {
            Language::Cuda | Language::OpenCl => name.to_owned(),
            Language::Hip => format!("HIP_SYMBOL({name})"),
        }
    }

    /// A kernel as an argument of the runtime's functions.
    pub(crate) fn kernel_address(self, kernel: &str) -> String {
        match self.0 {
            Language::Cuda | Language::OpenCl => kernel.to_owned(),
            Language::Hip => format!("(const void *){kernel}"),
        }
    }
}

/// The text with `prefix` for each `cuda` that begins a name of the form `cudaName`. Strings are
/// left alone: they show the user's directives.
fn with_prefix(text: &str, prefix: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    let mut in_string = false;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let begins_word = !(before.is_alphanumeric() || before == '_');
        let is_name = rest.strip_prefix("cuda").is_some_and(|name| name.starts_with(char::is_uppercase));
        if begins_word && is_name && !in_string {
            out.push_str(prefix);
            (rest, before) = (&rest["cuda".len()..], 'a');
            continue;
        }
        in_string ^= c == '"' && before != '\\' && before != '\'';
        // A second backslash ends the escape.
        before = if c == '\\' && before == '\\' { ' ' } else { c };
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_runtime_get_their_prefix_and_nothing_else_does() {
        let spelled = |text: &str| Api(Language::Hip).spell(text);
        let call = r#"hicuda_check(cudaFree(p), "a.c:3: cudaFree \" cudaX");cudaError_t e;"#;
        let hip = r#"hicuda_check(hipFree(p), "a.c:3: cudaFree \" cudaX");hipError_t e;"#;
        assert_eq!(spelled(call), hip);
        assert_eq!(spelled("my_cudaFree(cudata, cuda)"), "my_cudaFree(cudata, cuda)");
        assert_eq!(spelled("'\"' cudaFree"), "'\"' hipFree");
        assert_eq!(Api(Language::Cuda).spell("cudaFree"), "cudaFree");
    }
}
