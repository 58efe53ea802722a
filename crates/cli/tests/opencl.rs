//! Programs as OpenCL: see `testkit::open_cl`.

fn main() -> std::process::ExitCode {
    testkit::open_cl::main(env!("CARGO_BIN_EXE_warploom"))
}
