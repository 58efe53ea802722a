//! Iterations that come to an access, and iterations that do not.

use crate::Input;
use crate::fixture::{analyzed, in_kernel};
use crate::maps::HashMap;
use crate::path_conditions::contradicts;

/// Does the first access to `b` happen when `i` and `n` have these values?
fn happens(body: &str, i: i128, n: i128) -> bool {
    let text = in_kernel(
        "tblock(1) thread(64)",
        &format!(
            "#pragma hicuda loop_partition over_tblock over_thread\nfor (i = 0; i < 64; i++) {{ {body} }}"
        ),
    );
    let found = analyzed(&text);
    let kernel = found.kernel();
    let access = kernel.accesses.iter().find(|access| found.name(&access.place) == "b").unwrap();
    let named = |name: &str| {
        let is_it = |var: &hir::Var| var.name.is_some_and(|n| found.sources.text(n) == name);
        found.program.vars.iter().find(|(_, var)| is_it(var)).map(|(id, _)| id).unwrap()
    };
    let values = HashMap::from_iter([(named("i"), i), (named("n"), n)]);
    let input = Input::new(&found.program, &found.sources);
    !contradicts(&input, (kernel.body, &kernel.assumed), access, &values)
}

#[test]
fn conditions_around_it() {
    assert!(happens("if (i * n == 12) a[i] = b[i];", 3, 4));
    assert!(!happens("if (i * n == 12) a[i] = b[i];", 3, 5));
    assert!(!happens("if (i < 9) a[i] = 0; else a[i] = b[i];", 3, 0));
    assert!(!happens("if (i < 9) continue; a[i] = b[i];", 3, 0));
    assert!(happens("if (i < 9) continue; a[i] = b[i];", 9, 0));
}

#[test]
fn conditions_inside_expressions() {
    assert!(!happens("a[i] = i % 5 == 2 ? b[i] : 0;", 3, 0));
    assert!(happens("a[i] = i % 5 == 2 || b[i] > 0;", 3, 0));
    assert!(!happens("a[i] = i % 5 == 3 || b[i] > 0;", 3, 0));
}

#[test]
fn variables_with_one_value_and_loop_heads() {
    assert!(!happens("int r = i ^ 1; if (r > n) a[i] = b[i];", 3, 2));
    assert!(happens("int r = i ^ 1; if (r >= n) a[i] = b[i];", 3, 2));
    assert!(!happens("a[i] = b[i];", 64, 0));
}

#[test]
fn what_is_not_known_refutes_nothing() {
    assert!(happens("if (a[i] > 0) a[i] = b[i];", 3, 0));
}
