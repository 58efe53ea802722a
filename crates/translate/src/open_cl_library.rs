//! Functions of CUDA that OpenCL C has no word for, in OpenCL C: `cuda_ffs` for `__ffs`.

/// One after the other, with empty lines between them.
const LIBRARY: &str = include_str!("open_cl_library.cl");

/// Those that kernels call.
pub(crate) fn called_by(functions: &[String]) -> Vec<String> {
    let is_called = |definition: &&str| {
        let name = name(definition);
        functions.iter().any(|function| function.contains(&format!("{name}(")))
    };
    LIBRARY.split("\n\n").filter(is_called).map(str::to_owned).collect()
}

/// `cuda_ffs` of its definition.
fn name(definition: &str) -> &str {
    let heading = definition.lines().find(|line| line.starts_with("static ")).unwrap_or_default();
    heading.split('(').next().and_then(|words| words.rsplit(' ').next()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use lower::open_cl::cuda_words::{FROM_CUDA, library_name};

    use super::*;

    #[test]
    fn every_function_that_calls_are_given_to_is_there() {
        let defined: Vec<&str> = LIBRARY.split("\n\n").map(name).collect();
        for wanted in FROM_CUDA {
            let wanted = library_name(wanted);
            assert!(defined.contains(&wanted.as_str()), "{wanted}");
        }
        assert_eq!(defined.len(), FROM_CUDA.len());
    }

    #[test]
    fn only_what_is_called_comes_along() {
        let kernel = String::from("    o[i] = cuda_ffsll(x);\n");
        assert_eq!(called_by(&[kernel]).iter().map(|text| name(text)).collect::<Vec<_>>(), ["cuda_ffsll"]);
    }
}
