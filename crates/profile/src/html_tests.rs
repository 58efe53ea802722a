//! What the page must have, whatever the run was.

use super::*;
use crate::model::{
    Access, Instructions, Kernel, Kind, Line, Memory, Occupancy, Roofline, SCHEMA, Sample, Variable,
};

fn access(memory: Memory, text: &str) -> Access {
    let shared = memory == Memory::Shared;
    Access {
        file: "a.cu".to_owned(),
        line: 2,
        column: 5,
        text: text.to_owned(),
        kind: Kind::Read,
        memory,
        size: 4,
        requests: 10,
        lanes: 310,
        transactions: if shared { 0 } else { 320 },
        ideal_transactions: if shared { 0 } else { 40 },
        in_place_transactions: if shared { 0 } else { 40 },
        bytes_asked: 1240,
        bytes_moved: if shared { 0 } else { 10240 },
        passes: if shared { 80 } else { 0 },
        ideal_passes: if shared { 10 } else { 0 },
        seconds: 1e-9,
        share: 0.5,
        remedy: Some("write <it> differently".to_owned()),
        sample: Some(Sample {
            block: [1, 2, 0],
            warp: 3,
            addresses: (0..32).map(|lane| (lane != 5).then_some(4096 * shared as u64 + lane * 32)).collect(),
            cost: 8,
            variable: shared.then(|| Variable { name: "tile".to_owned(), offset: 0, row_bytes: Some(32) }),
        }),
    }
}

fn profile() -> Profile {
    let kernel = Kernel {
        name: "k".to_owned(),
        file: "a.cu".to_owned(),
        line: 1,
        launches: 2,
        grid: [4, 4, 1],
        block: [32, 8, 1],
        shared_bytes: 4096,
        registers: 24,
        occupancy: Occupancy { blocks: 8, warps: 64, most_warps: 64, limit: "threads".to_owned() },
        instructions: Instructions {
            warp: 100,
            lane: 3100,
            floating: 100,
            memory: 3000,
            ..Default::default()
        },
        bytes_moved: 10240,
        roofline: Roofline { intensity: Some(0.01), ridge: 14.0, attainable: 1e10, peak: 6.7e13 },
        memory_seconds: 2e-9,
        simulation_seconds: 0.5,
        accesses: vec![access(Memory::Global, "a[i<3]"), access(Memory::Shared, "tile[i][j]")],
    };
    let line = |line, seconds| Line {
        file: "a.cu".to_owned(),
        line,
        text: "  x = a[i<3] & \"b\";".to_owned(),
        instructions: 40,
        active: 0.5,
        divergent_branches: 1,
        seconds,
    };
    Profile {
        schema: SCHEMA.to_owned(),
        gpu: "h200".to_owned(),
        program: vec!["a.cu".to_owned()],
        kernels: vec![kernel],
        findings: vec![Finding {
            code: "R2003".to_owned(),
            message: "two threads race".to_owned(),
            file: "a.cu".to_owned(),
            line: 9,
        }],
        lines: vec![line(2, 2e-9), line(3, 0.0), line(9, 0.0)],
    }
}

/// Every element that is opened is closed, in order.
fn check_nesting(page: &str) {
    let mut open: Vec<String> = Vec::new();
    for tag in page.split('<').skip(1) {
        let name: String = tag.chars().take_while(|c| c.is_alphanumeric() || *c == '/').collect();
        match name.strip_prefix('/') {
            Some(closed) => assert_eq!(open.pop().as_deref(), Some(closed), "before <{tag}"),
            None if name.is_empty() || name == "meta" => {}
            None => open.push(name),
        }
    }
    assert_eq!(open, [""; 0]);
}

#[test]
fn the_page_is_whole_and_fetches_nothing() {
    let page = page(&profile(), None);
    check_nesting(&page);
    for outside in ["http:", "https:", "src=", "href=", "url(", "@import", "<script"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("prefers-color-scheme: dark"));
    assert!(page.contains("width=device-width"));
}

#[test]
fn text_of_the_program_is_escaped() {
    let page = page(&profile(), None);
    assert!(page.contains("a[i&lt;3] &amp; &quot;b&quot;;"));
    assert!(page.contains("write &lt;it&gt; differently"));
    assert!(!page.contains("a[i<3]"));
}

#[test]
fn a_figure_shows_every_lane_that_takes_part() {
    let page = page(&profile(), None);
    // 31 lanes touch device memory; as many words of shared memory.
    assert_eq!(page.matches("class=\"arrow\"").count(), 31);
    assert_eq!(page.matches("class=\"lane asleep\"").count(), 1);
    assert_eq!(page.matches("class=\"sector\"").count(), 31);
    let cells = page.matches("class=\"cell served\"").count() + page.matches("class=\"cell late\"").count();
    assert_eq!(cells, 31);
    assert!(page.contains("aria-label=\"8 passes over 32 banks\""));
}

#[test]
fn two_runs_are_compared() {
    let before = profile();
    let mut after = profile();
    after.kernels[0].accesses[0].transactions = 40;
    let page = page(&after, Some(&before));
    check_nesting(&page);
    assert!(page.contains("Before and after"));
    assert!(page.contains("8.0x less"));
}

#[test]
fn json_is_read_as_it_was_written() {
    let profile = profile();
    assert_eq!(Profile::from_json(profile.to_json().as_bytes()), Ok(profile.clone()));
    let other = profile.to_json().replace(SCHEMA, "warploom-profile/9");
    assert!(Profile::from_json(other.as_bytes()).is_err());
}
