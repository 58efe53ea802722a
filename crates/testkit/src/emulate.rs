//! CUDA without a GPU: a translated file as C++ for the emulator.
//!
//! `emulator/cuda_runtime.h` defines what translated programs use of CUDA in
//! terms of the host. Two things are not C++ and are rewritten here:
//!
//! ```text
//! scale<<<2, 16>>>(d_a, n);           emulator::Launch(2, 16).run([&] { scale(d_a, n); });
//! extern __shared__ char store[];     static char store[102400];
//! ```
//! Only text that Warploom writes comes along, so a launch is a statement that
//! ends at the first `;`.

use std::path::Path;

/// More shared memory than any block may have.
const MOST_SHARED: usize = 228 * 1024;

/// The flags that compile the result with AddressSanitizer.
pub fn flags(root: &Path) -> Vec<String> {
    let emulator = root.join("crates/testkit/emulator");
    let mut flags =
        ["-std=c++17", "-O1", "-w", "-ffp-contract=off", "-fsanitize=address"].map(String::from).to_vec();
    flags.extend([format!("-I{}", emulator.display()), "-include".into(), "cuda_runtime.h".into()]);
    flags
}

/// The CUDA text in the emulator's words.
pub fn as_cxx(cuda: &str) -> String {
    let mut out = String::new();
    let mut rest = cuda;
    while let Some(at) = rest.find("<<<") {
        let (before, launch) = rest.split_at(at);
        let name_start = before.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
        let (before, name) = before.split_at(name_start);
        let parts =
            launch[3..].split_once(">>>").and_then(|(shape, rest)| Some((shape, rest.split_once(';')?)));
        let Some((shape, (arguments, after))) = parts else { break };
        out.push_str(before);
        out.push_str(&format!("emulator::Launch({shape}).run([&] {{ {name}{arguments}; }});"));
        rest = after;
    }
    out.push_str(rest);
    with_dynamic_memory(&out)
}

/// An array of unknown size has no place on the host.
fn with_dynamic_memory(text: &str) -> String {
    let line = |line: &str| match line.trim_start().strip_prefix("extern __shared__") {
        Some(declaration) => {
            format!("static {}\n", declaration.trim().replace("[]", &format!("[{MOST_SHARED}]")))
        }
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::as_cxx;

    #[test]
    fn launches_and_dynamic_memory_are_rewritten() {
        let cuda = "{\n    k<<<dim3(2, n), 16, 8>>>(f(a), b);\n    extern __shared__ char s[];\n}\n";
        let cxx = "{\n    emulator::Launch(dim3(2, n), 16, 8).run([&] { k(f(a), b); });\nstatic char s[233472];\n}\n";
        assert_eq!(as_cxx(cuda), cxx);
    }
}
