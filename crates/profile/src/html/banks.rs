//! Which lane wants which bank of shared memory.
//!
//! A column is a bank, a row a pass; in each cell stands the lane whose word
//! is served there (`+` when several lanes share the word). Without conflicts
//! there is one row.

use gpu::Gpu;
use gpu::{Way, banks};
use maud::{Markup, html};

use crate::html::lanes::round;
use crate::model::{Access, Sample};

const WIDTH: f64 = 960.0;
const LEFT: f64 = 52.0;
const TOP: f64 = 22.0;
const ROW: f64 = 22.0;
/// Rows drawn; more would say nothing new.
const MOST_ROWS: usize = 32;

/// A word that a pass serves, and the lanes that want it.
struct Served {
    row: usize,
    bank: u64,
    word: u64,
    lanes: Vec<usize>,
}

/// The figure of one request.
pub fn figure(gpu: &str, access: &Access, sample: &Sample) -> Markup {
    let gpu = Gpu::named(gpu).unwrap_or(gpu::TARGET);
    let served = serve(gpu, access.way(), sample, access.size);
    let rows = served.iter().map(|served| served.row + 1).max().unwrap_or(1).min(MOST_ROWS);
    let column = (WIDTH - LEFT) / gpu.banks() as f64;
    let height = TOP + rows as f64 * ROW + 4.0;
    html! {
        svg.banks viewBox=(format!("0 0 {WIDTH} {height}")) role="img"
            aria-label=(format!("{} passes over {} banks", rows, gpu.banks())) {
            text x="0" y="14" { "bank" }
            @for bank in 0..gpu.banks() {
                text.number x=(round(LEFT + (bank as f64 + 0.5) * column)) y="14" { (bank) }
            }
            @for row in 0..rows {
                text x="0" y=(TOP + row as f64 * ROW + 15.0) { "pass " (row + 1) }
                @for bank in 0..gpu.banks() {
                    rect.cell x=(round(LEFT + bank as f64 * column + 1.0)) y=(TOP + row as f64 * ROW)
                        width=(round(column - 2.0)) height=(ROW - 2.0) rx="2" {}
                }
            }
            @for served in served.iter().filter(|served| served.row < rows) { (cell(served, column)) }
        }
    }
}

fn cell(served: &Served, column: f64) -> Markup {
    let x = LEFT + served.bank as f64 * column;
    let y = TOP + served.row as f64 * ROW;
    let lanes: Vec<String> = served.lanes.iter().map(usize::to_string).collect();
    let first = served.lanes.first().copied().unwrap_or(0);
    let mark = if served.lanes.len() > 1 { "+" } else { "" };
    html! {
        rect class=(if served.row == 0 { "cell served" } else { "cell late" })
            x=(round(x + 1.0)) y=(y) width=(round(column - 2.0)) height=(ROW - 2.0) rx="2" {
            title { (format!("word {}: lane {}", served.word, lanes.join(", "))) }
        }
        text.number x=(round(x + column / 2.0)) y=(y + 15.0) { (first) (mark) }
    }
}

/// In which pass each word is served: the lanes that go together one after
/// the other, and in each bank word by word.
fn serve(gpu: Gpu, way: Way, sample: &Sample, size: u64) -> Vec<Served> {
    let mut all = Vec::new();
    let mut first_row = 0;
    let offsets = std::array::from_fn(|lane| sample.addresses.get(lane).copied().flatten().unwrap_or(0));
    for group in banks::groups(gpu, way, &offsets, sample_mask(sample), size) {
        let mut of_group: Vec<Served> = Vec::new();
        let lanes = sample.addresses.iter().enumerate();
        for (lane, address) in lanes.filter(|(lane, _)| group >> lane & 1 != 0) {
            let Some(address) = *address else { continue };
            for word in address / 4..=(address + size - 1) / 4 {
                if let Some(known) = of_group.iter_mut().find(|served| served.word == word) {
                    known.lanes.push(lane);
                    continue;
                }
                let bank = word % gpu.banks();
                let row = first_row + of_group.iter().filter(|served| served.bank == bank).count();
                of_group.push(Served { row, bank, word, lanes: vec![lane] });
            }
        }
        first_row = of_group.iter().map(|served| served.row + 1).max().unwrap_or(first_row);
        all.extend(of_group);
    }
    all
}

fn sample_mask(sample: &Sample) -> u32 {
    let bits = sample.addresses.iter().take(32).enumerate();
    bits.fold(0, |mask, (lane, address)| mask | u32::from(address.is_some()) << lane)
}
