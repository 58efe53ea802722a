//! Random recipes on random nests, against enumeration: a recipe that reverses two
//! conflicting accesses is refused, and hardly any other is.
//!
//! Nests are small and have constant bounds, so that every statement instance
//! can be put in the old and in the new order; a pair of instances that touch one
//! element, one of them writing, must not change places.

mod resolving;

use diagnostics::Sink;
use resolving::{Random, resolved};

/// `a[i + c][j + d]`
#[derive(Clone, Debug)]
struct Element {
    array: usize,
    /// Per dimension: which loop's index, and what is added.
    subscripts: Vec<(usize, i64)>,
}

#[derive(Clone, Debug)]
struct Loop {
    first: i64,
    trips: i64,
    step: i64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Recipe {
    /// The loops in their new order.
    Permute([usize; 3]),
    /// Sizes of the tiles of the outer loops.
    Tile([i64; 3]),
    /// The coefficients of the indices.
    Wavefront([i64; 3]),
    Fuse,
    /// Two statements of one loop get a loop each.
    Fission,
}

/// One target and two sources.
type Statement = [Element; 3];

#[derive(Clone, Debug)]
struct Case {
    loops: Vec<Loop>,
    /// One statement; or one for each of the loops that are fused, or are made.
    statements: Vec<Statement>,
    recipe: Recipe,
}

const INDICES: [&str; 3] = ["i", "j", "k"];
const ARRAYS: [&str; 2] = ["a", "b"];

fn element(random: &mut Random, depth: usize) -> Element {
    let dims = depth.min(2);
    let mut subscripts = Vec::new();
    for dim in 0..dims {
        let of = if depth > dims && random.below(3) == 0 { 2 } else { dim };
        let shift = [0, 0, 0, 1, -1, 2][random.below(6) as usize];
        subscripts.push((of, shift));
    }
    Element { array: random.below(2) as usize, subscripts }
}

fn case(random: &mut Random) -> Case {
    let pair = [Some(Recipe::Fuse), Some(Recipe::Fission), None, None, None, None][random.below(6) as usize];
    let depth = if pair.is_some() { 1 } else { 2 + random.below(2) as usize };
    let in_planes = pair.is_none() && random.below(4) == 0;
    let steps = if in_planes { [1, 1, 1, -1, -1] } else { [1, 1, 1, 2, -1] };
    let loops: Vec<Loop> = (0..depth)
        .map(|_| Loop {
            first: 4 + random.below(3) as i64,
            trips: 1 + random.below(5) as i64,
            step: steps[random.below(5) as usize],
        })
        .collect();
    let recipe = match (pair, random.below(2), depth) {
        (Some(pair), ..) => pair,
        _ if in_planes => Recipe::Wavefront(
            [[1, 1, 1], [2, 1, 1], [1, 2, 1], [1, 0, 0], [3, 1, 2]][random.below(5) as usize],
        ),
        (_, 0, 2) => Recipe::Permute([1, 0, 2]),
        (_, 0, _) => Recipe::Permute([[1, 0, 2], [0, 2, 1], [2, 0, 1], [2, 1, 0]][random.below(4) as usize]),
        (_, _, 2) => Recipe::Tile([2, 3, 0]),
        _ => Recipe::Tile([[2, 2, 0], [2, 3, 2]][random.below(2) as usize]),
    };
    let count = if pair.is_some() { 2 } else { 1 };
    let statement =
        |random: &mut Random| [element(random, depth), element(random, depth), element(random, depth)];
    Case { statements: (0..count).map(|_| statement(random)).collect(), loops, recipe }
}

fn text(case: &Case) -> String {
    let rank = case.loops.len().min(2);
    let dims = "[40]".repeat(rank);
    let mut out = format!("unsigned a{dims}, b{dims};\nvoid f(void)\n{{\n");
    let head = |at: usize| {
        let Loop { first, trips, step } = &case.loops[at];
        let (index, end) = (INDICES[at], first + trips * step);
        let test = if *step > 0 { "<" } else { ">" };
        format!("for (int {index} = {first}; {index} {test} {end}; {index} += {step})\n")
    };
    let show = |e: &Element| {
        let subscripts = e.subscripts.iter().map(|(of, shift)| format!("[{} + {shift}]", INDICES[*of]));
        format!("{}{}", ARRAYS[e.array], subscripts.collect::<String>())
    };
    let names = |order: &[usize]| order.iter().map(|at| INDICES[*at]).collect::<Vec<_>>().join(", ");
    let recipe = match case.recipe {
        Recipe::Permute(order) => format!("permute({})", names(&order[..case.loops.len()])),
        Recipe::Tile(sizes) => {
            let sizes = sizes.iter().filter(|size| **size > 0).map(i64::to_string);
            format!("tile({})", sizes.collect::<Vec<_>>().join(", "))
        }
        Recipe::Wavefront(all) => {
            let all: Vec<String> = all[..case.loops.len()].iter().map(i64::to_string).collect();
            format!("kernel planes\n#pragma hicuda wavefront({})", all.join(", "))
        }
        Recipe::Fuse => "fuse".into(),
        Recipe::Fission => "fission".into(),
    };
    out += &format!("#pragma hicuda {recipe}\n");
    let in_one_loop = case.recipe == Recipe::Fission;
    for (at, [target, x, y]) in case.statements.iter().enumerate() {
        if at == 0 || !in_one_loop {
            (0..case.loops.len()).for_each(|at| out += &head(at));
        }
        out += if in_one_loop && at == 0 { "{\n" } else { "" };
        out += &format!("{} = {} * 3u + {};\n", show(target), show(x), show(y));
    }
    if matches!(case.recipe, Recipe::Wavefront(_)) {
        out += "#pragma hicuda kernel_end\n";
    }
    out + if in_one_loop { "}\n}\n" } else { "}\n" }
}

/// A statement in one iteration: the numbers of the iterations of its loops.
type Instance = (usize, Vec<i64>);

/// All instances, as the program runs them.
fn instances(case: &Case) -> Vec<Instance> {
    let mut all = Vec::new();
    for statement in 0..case.statements.len() {
        let mut points: Vec<Vec<i64>> = vec![vec![]];
        for l in &case.loops {
            let longer =
                |p: &Vec<i64>| (0..l.trips).map(|k| [p.as_slice(), &[k]].concat()).collect::<Vec<_>>();
            points = points.iter().flat_map(longer).collect();
        }
        all.extend(points.into_iter().map(|point| (statement, point)));
    }
    if case.recipe == Recipe::Fission {
        all.sort_by_key(|(statement, numbers)| (numbers[0], *statement));
    }
    all
}

/// What the recipe sorts by.
fn place(case: &Case, (statement, numbers): &Instance) -> Vec<i64> {
    match case.recipe {
        Recipe::Permute(order) => order[..numbers.len()].iter().map(|at| numbers[*at]).collect(),
        Recipe::Tile(sizes) => {
            let tiles = numbers.iter().zip(sizes).filter(|(_, size)| *size > 0).map(|(k, size)| k / size);
            tiles.chain(numbers.iter().copied()).collect()
        }
        Recipe::Wavefront(all) => vec![numbers.iter().zip(all).map(|(k, factor)| k * factor).sum()],
        Recipe::Fuse => vec![numbers[0], *statement as i64],
        Recipe::Fission => vec![*statement as i64, numbers[0]],
    }
}

fn cells(case: &Case, (statement, numbers): &Instance) -> Vec<(usize, Vec<i64>, bool)> {
    let index = |at: usize| case.loops[at].first + numbers[at] * case.loops[at].step;
    let elements = case.statements[*statement].iter().enumerate();
    elements
        .map(|(at, e)| (e.array, e.subscripts.iter().map(|(of, c)| index(*of) + c).collect(), at == 0))
        .collect()
}

/// Do two conflicting instances change places?
fn reverses(case: &Case) -> bool {
    let all = instances(case);
    let touched: Vec<_> = all.iter().map(|instance| cells(case, instance)).collect();
    let places: Vec<_> = all.iter().map(|instance| place(case, instance)).collect();
    for later in 0..all.len() {
        for earlier in 0..later {
            let meets = touched[earlier].iter().any(|(array, cell, writes)| {
                touched[later].iter().any(|(a, c, w)| a == array && c == cell && (*writes || *w))
            });
            // In one plane nothing is ordered.
            let keeps = match case.recipe {
                Recipe::Wavefront(_) => places[earlier] < places[later],
                _ => places[earlier] <= places[later],
            };
            if meets && !keeps {
                return true;
            }
        }
    }
    false
}

#[test]
fn what_reverses_a_dependence_is_refused_and_little_else() {
    let cases = std::env::var("WARPLOOM_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(1500);
    let mut random = Random(1977);
    let (mut wrong, mut right, mut needless) = (0, 0, Vec::new());
    for _ in 0..cases {
        let case = case(&mut random);
        let text = text(&case);
        let (mut program, mut sources) = resolved(&text);
        let mut sink = Sink::default();
        recipes::apply(&mut program, &mut sources, &mut sink);
        let codes: Vec<&str> = sink.diagnostics().iter().map(|d| d.code.id).collect();
        assert!(codes.iter().all(|code| *code == "E0684"), "{codes:?} in\n{text}");
        match reverses(&case) {
            true => {
                wrong += 1;
                assert!(sink.has_errors(), "accepted:\n{text}");
            }
            false => {
                right += 1;
                needless.extend(sink.has_errors().then_some(text));
            }
        }
    }
    let percent = needless.len() as f64 * 100.0 / f64::from(right);
    eprintln!("{wrong} recipes refused with reason, {} of {right} without ({percent:.1} %)", needless.len());
    assert!(wrong > cases / 10 && right > cases / 10, "{wrong} wrong, {right} right");
    assert!(percent < 5.0, "{} of {right} refused without reason:\n{}", needless.len(), needless[0]);
}
