//! Random programs with directives: see `testkit::kernels`.

fn main() -> std::process::ExitCode {
    testkit::kernels::main(env!("CARGO_BIN_EXE_warploom"))
}
