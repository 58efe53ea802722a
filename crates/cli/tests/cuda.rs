//! What the CUDA target writes, compiled: see `testkit::cuda`.

fn main() -> std::process::ExitCode {
    testkit::cuda::main(env!("CARGO_BIN_EXE_warploom"))
}
