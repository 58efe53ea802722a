//! What the HIP target writes, compiled: see `testkit::cuda`.

fn main() -> std::process::ExitCode {
    testkit::cuda::main_for_hip(env!("CARGO_BIN_EXE_warploom"))
}
