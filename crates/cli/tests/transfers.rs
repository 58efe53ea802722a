//! Data directives for kernels that have none: see `testkit::transfers`.

fn main() -> std::process::ExitCode {
    testkit::transfers::main(env!("CARGO_BIN_EXE_warploom"))
}
