//! OpenCL programs as input: see `testkit::open_cl_input`.

fn main() -> std::process::ExitCode {
    testkit::open_cl_input::main(env!("CARGO_BIN_EXE_warploom"))
}
