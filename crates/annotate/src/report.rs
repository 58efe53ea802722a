//! The verdict on every nest, as a table for people or as JSON.

use serde_json::{Value, json};

use crate::cost::Prediction;
use crate::counts::Trips;
use crate::plan::{Choice, Nest, Plan};

/// The table: for each nest a line, and below it why.
pub fn text(plan: &Plan) -> String {
    let written: Vec<&str> = plan.kernels().iter().map(|kernel| kernel.name.as_str()).collect();
    let mut out = String::new();
    for nest in &plan.nests {
        one(plan, nest, &written, 0, &mut out);
    }
    if out.is_empty() {
        out.push_str("the program has no loops\n");
    }
    plan.kept_pragmas.iter().for_each(|line| out.push_str(&format!("{line}\n")));
    out
}

/// What is said of a nest.
struct Verdict {
    word: &'static str,
    reason: String,
    places: Vec<String>,
    help: Option<String>,
    milliseconds: Option<Prediction>,
    kernel: Option<String>,
}

fn verdict(nest: &Nest, written: &[&str]) -> Verdict {
    let obstacle = nest.obstacle.as_ref();
    let nothing = Verdict {
        word: "not understood",
        reason: obstacle.map_or_else(String::new, |reason| reason.message.clone()),
        places: obstacle.map_or_else(Vec::new, |reason| reason.places.clone()),
        help: obstacle.and_then(|reason| reason.help.clone()),
        milliseconds: None,
        kernel: None,
    };
    match nest.choice() {
        Choice::Kernel(kernel) => {
            let milliseconds = Some(kernel.prediction);
            let is_written = written.contains(&kernel.name.as_str());
            let (word, reason) = match (kernel.is_too_small, is_written) {
                (true, _) => ("not worth it", format!("{}, but the GPU would not be faster", kernel.why)),
                (false, true) => ("on the GPU", kernel.why.clone()),
                (false, false) => ("part of a kernel", "a kernel calls this function".to_string()),
            };
            let help = kernel.is_too_small.then(|| "`--force` makes it a kernel all the same".to_string());
            Verdict {
                word,
                reason,
                places: Vec::new(),
                help,
                milliseconds,
                kernel: is_written.then(|| kernel.name.clone()),
            }
        }
        Choice::Inside(_) | Choice::Host => match obstacle {
            Some(reason) if reason.is_serial => {
                let no_order =
                    nest.no_order.as_ref().map(|reason| format!("`schedule` does not help: {reason}"));
                Verdict { word: "not parallel", help: nothing.help.clone().or(no_order), ..nothing }
            }
            _ => nothing,
        },
    }
}

fn one(plan: &Plan, nest: &Nest, written: &[&str], depth: usize, out: &mut String) {
    let verdict = verdict(nest, written);
    let indent = "  ".repeat(depth);
    let loops: Vec<String> =
        nest.loops.iter().map(|(name, trips)| format!("{name} {}", count(trips))).collect();
    let times = verdict.milliseconds.map_or_else(String::new, |predicted| {
        // Only where it decides.
        let decides = predicted.processor < predicted.kernel + predicted.transfers && predicted.pays();
        let fetched = format!(" and {} to fetch its arrays there", rounded(predicted.fetched));
        format!(
            "; predicted {} ms on the GPU and {} for transfers, {} on one core{}",
            rounded(predicted.kernel),
            rounded(predicted.transfers),
            rounded(predicted.processor),
            if decides { fetched } else { String::new() }
        )
    });
    let name = verdict.kernel.as_ref().map_or_else(String::new, |name| format!(" as `{name}`"));
    out.push_str(&format!(
        "{indent}{}:{}: {} [{}]: {}{name}{times}\n",
        nest.file,
        nest.line,
        nest.function,
        loops.join(", "),
        verdict.word
    ));
    if !verdict.reason.is_empty() {
        out.push_str(&format!("{indent}    {}\n", verdict.reason));
    }
    if let Some(condition) = condition(plan, &verdict) {
        out.push_str(&format!("{indent}    where `{condition}`; the host keeps the rest\n"));
    }
    if let Some(untried) = plan.untried(nest) {
        out.push_str(&format!("{indent}    not searched further: {untried}; `--steps` allows more\n"));
    }
    for place in &verdict.places {
        out.push_str(&format!("{indent}    at {place}\n"));
    }
    // A kernel's own line says whom it follows.
    if let Some(pragma) = nest.pragma.as_ref().filter(|_| !matches!(nest.choice(), Choice::Kernel(_))) {
        out.push_str(&format!("{indent}    {pragma}\n"));
    }
    for refused in &nest.refused {
        out.push_str(&format!("{indent}    also tried: {refused}\n"));
    }
    if let Some(help) = &verdict.help {
        out.push_str(&format!("{indent}    help: {help}\n"));
    }
    if let Choice::Inside(nests) = nest.choice() {
        nests.iter().for_each(|nest| one(plan, nest, written, depth + 1, out));
    }
}

/// Where a kernel runs on the device, if that depends on the run.
fn condition<'p>(plan: &'p Plan, verdict: &Verdict) -> Option<&'p String> {
    plan.conditions.get(verdict.kernel.as_ref()?)
}

fn count(trips: &Option<Trips>) -> String {
    match trips {
        None => "uncounted".into(),
        Some(trips) if trips.is_assumed => format!("~{}", trips.count.round()),
        Some(trips) => format!("{}", trips.count.round()),
    }
}

/// Three digits are more than the model knows.
fn rounded(value: f64) -> String {
    match value {
        0.0 => "0".into(),
        value if value >= 100.0 => format!("{value:.0}"),
        value if value >= 1.0 => format!("{value:.1}"),
        value if value >= 0.001 => format!("{value:.3}"),
        _ => "<0.001".into(),
    }
}

/// The same as JSON: one array of nests, each with those inside.
pub fn json(plan: &Plan) -> String {
    let written: Vec<&str> = plan.kernels().iter().map(|kernel| kernel.name.as_str()).collect();
    let all: Vec<Value> = plan.nests.iter().map(|nest| as_json(plan, nest, &written)).collect();
    format!("{:#}\n", Value::Array(all))
}

fn as_json(plan: &Plan, nest: &Nest, written: &[&str]) -> Value {
    let verdict = verdict(nest, written);
    let loops: Vec<Value> = nest
        .loops
        .iter()
        .map(|(name, trips)| {
            let count = trips.map(|trips| trips.count);
            json!({ "index": name, "trips": count, "assumed": trips.is_some_and(|trips| trips.is_assumed) })
        })
        .collect();
    let inside: Vec<Value> = match nest.choice() {
        Choice::Inside(nests) => nests.iter().map(|nest| as_json(plan, nest, written)).collect(),
        Choice::Kernel(_) | Choice::Host => Vec::new(),
    };
    let times = verdict.milliseconds.map(|Prediction { kernel, transfers, processor, fetched }| {
        json!({ "kernel": kernel, "transfers": transfers, "processor": processor, "fetched": fetched })
    });
    json!({
        "file": nest.file, "line": nest.line, "function": nest.function, "loops": loops,
        "verdict": verdict.word, "kernel": verdict.kernel, "reason": verdict.reason,
        "where": condition(plan, &verdict), "not_tried": plan.untried(nest),
        "places": verdict.places, "pragma": nest.pragma, "also_tried": nest.refused, "help": verdict.help, "predicted_ms": times, "inside": inside,
    })
}
