//! The structs that CUDA's vectors of three are in OpenCL C: see [`lower::open_cl::packed`].

use hir::Program;
use lower::open_cl::packed::renamed;
use source::Sources;

/// The definitions of those that parts of a text name.
pub(super) fn definitions(program: &Program, sources: &Sources, parts: &[String]) -> String {
    let mut text = String::new();
    for (name, record) in renamed(program, sources) {
        if !parts.iter().any(|part| part.contains(&name)) {
            continue;
        }
        let fields = program.records[record].fields.iter().flatten();
        let number = fields.clone().find_map(|field| program.types.as_builtin(field.ty));
        let number = number.map_or("int", emit::open_cl::builtin);
        let names: Vec<&str> = ["x", "y", "z"].into_iter().take(fields.count()).collect();
        let params: Vec<String> = names.iter().map(|name| format!("{number} {name}")).collect();
        let assigned: String = names.iter().map(|name| format!("    v.{name} = {name};\n")).collect();
        text.push_str(&format!(
            "typedef struct {name} {{ {number} {}; }} {name};\n\n\
             static {name} make_{name}({})\n{{\n    {name} v;\n{assigned}    return v;\n}}\n\n",
            names.join(", "),
            params.join(", ")
        ));
    }
    text
}
