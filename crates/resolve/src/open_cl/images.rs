//! Images: a struct that says where the points lie and how, and functions that find one.
//!
//! ```c
//! float4 v = read_imagef(image, sampler, (float2)(x, y));   // by the sampler, from whatever format
//! write_imagef(image, (int2)(x, y), v);
//! int n = get_image_width(image);
//! ```
//! The host fills the struct in (`open_cl_runtime/images.c`). A sampler is a number with the bits of `CLK_…`. A point
//! outside of the image, where no sampler says what is there, is taken from behind the image's end: that is what the
//! simulator reports, at the line of the call.

use std::fmt::Write as _;

use hir::{ExprId, Span, Type, TypeKind};

use super::halves::{narrow, widen};
use super::shapes::{Lane, Shape};
use super::{call, helper, helper_here, misused, shape_of};
use crate::resolver::Resolver;

/// What kinds there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Image {
    Row,
    RowOfBuffer,
    Rows,
    Plane,
    Planes,
    Solid,
}

const IMAGES: [Image; 6] =
    [Image::Row, Image::RowOfBuffer, Image::Rows, Image::Plane, Image::Planes, Image::Solid];

impl Image {
    /// The word of OpenCL C.
    fn word(self) -> &'static str {
        match self {
            Image::Row => "image1d_t",
            Image::RowOfBuffer => "image1d_buffer_t",
            Image::Rows => "image1d_array_t",
            Image::Plane => "image2d_t",
            Image::Planes => "image2d_array_t",
            Image::Solid => "image3d_t",
        }
    }

    /// How many coordinates a sampler looks at.
    fn dimensions(self) -> usize {
        match self {
            Image::Row | Image::RowOfBuffer | Image::Rows => 1,
            Image::Plane | Image::Planes => 2,
            Image::Solid => 3,
        }
    }

    fn has_layers(self) -> bool {
        matches!(self, Image::Rows | Image::Planes)
    }

    /// How many lanes a place has: three are written as four.
    fn place_lanes(self) -> usize {
        (self.dimensions() + usize::from(self.has_layers())).next_power_of_two()
    }
}

/// The types, as C.
pub(super) fn types() -> String {
    let mut text = String::from("typedef unsigned int cl_sampler_t;\n");
    for image in IMAGES {
        let name = image.word();
        let _ = writeln!(
            text,
            "typedef struct cl_{name} {{ unsigned char *data; long row, slice; \
             int width, height, depth, order, type, bytes; }} cl_{name};"
        );
    }
    text
}

/// The words for them, each with the name that C has for it.
pub(super) fn words() -> impl Iterator<Item = (&'static str, String)> {
    let words = IMAGES.into_iter().map(Image::word).chain(["sampler_t"]);
    words.map(|word| (word, format!("cl_{word}")))
}

/// Is it a sampler's type?
pub(super) fn is_sampler(resolver: &Resolver<'_>, ty: Type) -> bool {
    matches!(*resolver.program.types.kind(ty.unqualified()), TypeKind::Typedef(typedef)
        if resolver.text(resolver.program.typedefs[typedef].name) == "cl_sampler_t")
}

fn image_of(resolver: &Resolver<'_>, expr: ExprId) -> Option<Image> {
    let record = resolver.program.types.as_record(resolver.ty(expr))?;
    let name = resolver.text(resolver.program.records[record].tag?);
    IMAGES.into_iter().find(|image| name.strip_prefix("cl_") == Some(image.word()))
}

/// The call, if it is of a function of images.
pub(super) fn image_call(
    resolver: &mut Resolver<'_>,
    name: &str,
    args: &[ExprId],
    span: Span,
) -> Option<ExprId> {
    let image = image_of(resolver, *args.first()?)?;
    let is_one = ["get_image_", "read_image", "write_image"].iter().any(|verb| name.starts_with(verb));
    let call = known_call(resolver, image, name, args, span);
    if call.is_some() || !is_one {
        return call;
    }
    let (word, whole, real) = (image.word(), place_type(image, Lane::Int), place_type(image, Lane::Float));
    let help = match image {
        Image::RowOfBuffer => format!("its points are at an `{whole}`, and there is no sampler"),
        _ => format!("its points are at an `{whole}`, for reads with a sampler also at a `{real}`"),
    };
    Some(misused(resolver, &format!("`{name}` does not take these arguments for an `{word}`"), help, span))
}

fn known_call(
    resolver: &mut Resolver<'_>,
    image: Image,
    name: &str,
    args: &[ExprId],
    span: Span,
) -> Option<ExprId> {
    if let Some(what) = name.strip_prefix("get_image_") {
        return question(resolver, image, what, args, span);
    }
    let lane = |ending: &str| match ending {
        "f" => Some(Lane::Float),
        "i" => Some(Lane::Int),
        "ui" => Some(Lane::Uint),
        _ => None,
    };
    if let Some(lane) = name.strip_prefix("write_image").and_then(lane) {
        return write(resolver, image, lane, args, span);
    }
    read(resolver, image, lane(name.strip_prefix("read_image")?)?, args, span)
}

fn question(
    resolver: &mut Resolver<'_>,
    image: Image,
    what: &str,
    args: &[ExprId],
    span: Span,
) -> Option<ExprId> {
    let (result, value) = match what {
        "width" => ("int", "a.width"),
        "height" if image.dimensions() > 1 => ("int", "a.height"),
        "depth" if image == Image::Solid => ("int", "a.depth"),
        "array_size" if image.has_layers() => ("size_t", "a.depth"),
        "dim" if image == Image::Solid => ("int4", "(int4)(a.width, a.height, a.depth, 0)"),
        "dim" if image.dimensions() == 2 => ("int2", "(int2)(a.width, a.height)"),
        "channel_data_type" => ("int", "a.type"),
        "channel_order" => ("int", "a.order"),
        _ => return None,
    };
    let name = format!("cl_{what}_of_{}", image.word());
    let function = helper(resolver, &name, || {
        format!("static inline {result} {name}({} a) {{ return {value}; }}\n", image.word())
    })?;
    (args.len() == 1).then(|| call(resolver, function, args.to_vec(), span))
}

/// The lane of a place, if it has as many as the image's.
fn place_lane(resolver: &Resolver<'_>, image: Image, place: ExprId) -> Option<Lane> {
    let (lane, lanes) = match shape_of(resolver, place) {
        Some(shape) => (shape.lane, shape.lanes),
        None => match Lane::of(resolver, resolver.ty(place))? {
            Lane::Float | Lane::Double => (Lane::Float, 1),
            _ => (Lane::Int, 1),
        },
    };
    (lanes == image.place_lanes() && matches!(lane, Lane::Int | Lane::Float)).then_some(lane)
}

fn place_type(image: Image, lane: Lane) -> String {
    match image.place_lanes() {
        1 => lane.name().to_owned(),
        lanes => Shape { lane, lanes }.word(),
    }
}

/// A coordinate, 0 to 2, as the image has it: of a dimension, of a layer, or none.
enum Coordinate {
    Dimension(String, &'static str),
    Layer(String),
    None,
}

fn coordinates(image: Image) -> [Coordinate; 3] {
    let part = |at: usize| match image.place_lanes() {
        1 => "c".to_owned(),
        _ => format!("c.{}", ["x", "y", "z"][at]),
    };
    std::array::from_fn(|at| {
        if at < image.dimensions() {
            return Coordinate::Dimension(part(at), ["a.width", "a.height", "a.depth"][at]);
        }
        // Layers are where the third dimension would be.
        if at == 2 && image.has_layers() {
            return Coordinate::Layer(part(image.dimensions()));
        }
        Coordinate::None
    })
}

/// How a channel is read from memory: the condition on its format, and the value.
fn loads(lane: Lane) -> &'static [(&'static str, &'static str)] {
    match lane {
        Lane::Float => &[
            ("CLK_FLOAT", "((const float *)p)[k]"),
            ("CLK_UNORM_INT8", "(float)p[k] / 255.0f"),
            ("CLK_SNORM_INT8", "fmax((float)((const char *)p)[k] / 127.0f, -1.0f)"),
            ("CLK_UNORM_INT16", "(float)((const ushort *)p)[k] / 65535.0f"),
            ("CLK_SNORM_INT16", "fmax((float)((const short *)p)[k] / 32767.0f, -1.0f)"),
            ("CLK_HALF_FLOAT", "cl_half_to_float(((const ushort *)p)[k])"),
        ],
        Lane::Int => &[
            ("CLK_SIGNED_INT32", "((const int *)p)[k]"),
            ("CLK_SIGNED_INT16", "((const short *)p)[k]"),
            ("CLK_SIGNED_INT8", "((const char *)p)[k]"),
        ],
        _ => &[
            ("CLK_UNSIGNED_INT32", "((const uint *)p)[k]"),
            ("CLK_UNSIGNED_INT16", "((const ushort *)p)[k]"),
            ("CLK_UNSIGNED_INT8", "p[k]"),
        ],
    }
}

/// How a channel is written.
fn stores(lane: Lane) -> &'static [(&'static str, &'static str)] {
    match lane {
        Lane::Float => &[
            ("CLK_FLOAT", "((float *)p)[k] = v"),
            ("CLK_UNORM_INT8", "p[k] = convert_uchar_sat_rte(v * 255.0f)"),
            ("CLK_SNORM_INT8", "((char *)p)[k] = convert_char_sat_rte(v * 127.0f)"),
            ("CLK_UNORM_INT16", "((ushort *)p)[k] = convert_ushort_sat_rte(v * 65535.0f)"),
            ("CLK_SNORM_INT16", "((short *)p)[k] = convert_short_sat_rte(v * 32767.0f)"),
            ("CLK_HALF_FLOAT", "((ushort *)p)[k] = cl_float_to_half_rte(v)"),
        ],
        Lane::Int => &[
            ("CLK_SIGNED_INT32", "((int *)p)[k] = v"),
            ("CLK_SIGNED_INT16", "((short *)p)[k] = convert_short_sat(v)"),
            ("CLK_SIGNED_INT8", "((char *)p)[k] = convert_char_sat(v)"),
        ],
        _ => &[
            ("CLK_UNSIGNED_INT32", "((uint *)p)[k] = v"),
            ("CLK_UNSIGNED_INT16", "((ushort *)p)[k] = convert_ushort_sat(v)"),
            ("CLK_UNSIGNED_INT8", "p[k] = convert_uchar_sat(v)"),
        ],
    }
}

/// Which channels a point has in memory, in their order, by the image's order: `x` to `w`.
const ORDERS: [(&str, &str); 10] = [
    ("CLK_RGBA", "xyzw"),
    ("CLK_R", "x"),
    ("CLK_A", "w"),
    ("CLK_RG", "xy"),
    ("CLK_RA", "xw"),
    ("CLK_RGB", "xyz"),
    ("CLK_BGRA", "zyxw"),
    ("CLK_ARGB", "wxyz"),
    ("CLK_INTENSITY", "x"),
    ("CLK_LUMINANCE", "x"),
];

/// The numbers behind the words above, which are macros in a user's file and none in a helper.
fn spelled_out(text: &str) -> String {
    let orders = ["R", "A", "RG", "RA", "RGB", "RGBA", "BGRA", "ARGB", "INTENSITY", "LUMINANCE"];
    let types = [
        ("SNORM_INT8", 0),
        ("SNORM_INT16", 1),
        ("UNORM_INT8", 2),
        ("UNORM_INT16", 3),
        ("SIGNED_INT8", 7),
        ("SIGNED_INT16", 8),
        ("SIGNED_INT32", 9),
        ("UNSIGNED_INT8", 10),
        ("UNSIGNED_INT16", 11),
        ("UNSIGNED_INT32", 12),
        ("HALF_FLOAT", 13),
        ("FLOAT", 14),
    ];
    let number = |word: &str| {
        let order = orders.iter().position(|&known| known == word).map(|at| 0x10b0 + at);
        order.or_else(|| types.iter().find(|known| known.0 == word).map(|known| 0x10d0 + known.1))
    };
    let mut pieces = text.split("CLK_");
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let end = piece.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(piece.len());
        let _ = write!(out, "{}{}", number(&piece[..end]).unwrap_or(0), &piece[end..]);
    }
    out
}

/// Where a point lies, or the end of the image if it has none there.
fn place_helper(resolver: &mut Resolver<'_>, image: Image) -> Option<String> {
    let name = format!("cl_place_in_{}", image.word());
    helper(resolver, &name, || {
        format!(
            "static inline uchar *{name}({} a, long x, long y, long z) {{ \
             if (x < 0 || y < 0 || z < 0 || x >= a.width || y >= a.height || z >= a.depth) \
             return a.data + a.depth * a.slice; \
             return a.data + (z * a.slice + y * a.row + x * a.bytes); }}\n",
            image.word()
        )
    })?;
    Some(name)
}

/// A coordinate in points, where a sampler may fold it into the image; and the point that another stands for.
fn folding(resolver: &mut Resolver<'_>) -> Option<()> {
    helper(resolver, "cl_position", || {
        "static inline float cl_position(float u, int n, uint s) { \
         if ((s & 14) == 6) return (u - floor(u)) * n; \
         if ((s & 14) == 8) return fabs(u - 2.0f * rint(0.5f * u)) * n; \
         if ((s & 1) != 0) u = u * n; \
         return fmin(fmax(u, -2.0f), n + 2.0f); }\n"
            .to_owned()
    })?;
    helper(resolver, "cl_point", || {
        "static inline long cl_point(long i, int n, uint s) { \
         if ((s & 14) == 6) return i < 0 ? i + n : i >= n ? i - n : i; \
         if ((s & 14) == 2 || (s & 14) == 8) return i < 0 ? 0 : i >= n ? n - 1 : i; \
         return i; }\n"
            .to_owned()
    })?;
    Some(())
}

fn read(
    resolver: &mut Resolver<'_>,
    image: Image,
    lane: Lane,
    args: &[ExprId],
    span: Span,
) -> Option<ExprId> {
    let (sampler, place) = match *args {
        [_, place] => (None, place),
        [_, sampler, place] if resolver.program.types.is_integer(resolver.ty(sampler)) => {
            (Some(sampler), place)
        }
        _ => return None,
    };
    let place_lane = place_lane(resolver, image, place)?;
    if sampler.is_none() && place_lane == Lane::Float || sampler.is_some() && image == Image::RowOfBuffer {
        return None;
    }
    widen(resolver)?;
    folding(resolver)?;
    let place_in = place_helper(resolver, image)?;
    let function = helper_here(resolver, span, |here| {
        let (word, number) = (image.word(), lane.name());
        let vector = Shape { lane, lanes: 4 }.word();
        let mut text = format!("static inline {number} {here}_part(const uchar *p, int type, int k) {{ ");
        for (format, value) in loads(lane) {
            let _ = write!(text, "if (type == {format}) return {value}; ");
        }
        let _ = write!(
            text,
            "return 0; }}\nstatic inline {vector} {here}_at({word} a, uint s, long x, long y, long z) {{ "
        );
        // Outside, a sampler may say that there is nothing; what has no alpha is opaque there.
        let _ = write!(
            text,
            "if ((s & 14) == 4 && (x < 0 || y < 0 || z < 0 || x >= a.width || y >= a.height || z >= a.depth)) \
             return ({vector})(0, 0, 0, a.order == CLK_R || a.order == CLK_RG || a.order == CLK_RGB || \
             a.order == CLK_LUMINANCE ? 1 : 0); const uchar *p = {place_in}(a, x, y, z); "
        );
        for (order, channels) in ORDERS {
            let channel = |member: char| match (order, channels.find(member)) {
                ("CLK_INTENSITY", _) => "v".to_owned(),
                ("CLK_LUMINANCE", _) if member != 'w' => "v".to_owned(),
                (_, Some(at)) => format!("{here}_part(p, a.type, {at})"),
                (_, None) if member == 'w' => "1".to_owned(),
                _ => "0".to_owned(),
            };
            let values: Vec<String> = "xyzw".chars().map(channel).collect();
            let first = match order {
                "CLK_INTENSITY" | "CLK_LUMINANCE" => format!("{number} v = {here}_part(p, a.type, 0); "),
                _ => String::new(),
            };
            let _ = write!(
                text,
                "if (a.order == {order}) {{ {first}return ({vector})({}); }} ",
                values.join(", ")
            );
        }
        let (s, c) = (if sampler.is_some() { "uint s, " } else { "" }, place_type(image, place_lane));
        let _ =
            write!(text, "return ({vector})(0); }}\nstatic inline {vector} {here}({word} a, {s}{c} c) {{ ");
        if sampler.is_none() {
            text.push_str("uint s = 0; ");
        }
        if place_lane == Lane::Float && lane == Lane::Float {
            text.push_str(&between(image, here));
        }
        for (name, coordinate) in ["x", "y", "z"].iter().zip(coordinates(image)) {
            let value = match (coordinate, place_lane) {
                (Coordinate::None, _) => "0".to_owned(),
                (Coordinate::Layer(part), _) => layer(&part, place_lane),
                (Coordinate::Dimension(part, size), Lane::Float) => {
                    format!("cl_point((long)floor(cl_position({part}, {size}, s)), {size}, s)")
                }
                (Coordinate::Dimension(part, size), _) => format!("cl_point({part}, {size}, s)"),
            };
            let _ = write!(text, "long {name} = {value}; ");
        }
        let _ = writeln!(text, "return {here}_at(a, s, x, y, z); }}");
        spelled_out(&text)
    })?;
    Some(call(resolver, function, args.to_vec(), span))
}

/// The nearest layer.
fn layer(part: &str, lane: Lane) -> String {
    match lane {
        Lane::Float => format!("(long)clamp(rint({part}), 0.0f, (float)(a.depth - 1))"),
        _ => format!("(long)clamp({part}, 0, a.depth - 1)"),
    }
}

/// What lies between points, if the sampler asks for that: each counts by how near it is.
fn between(image: Image, here: &str) -> String {
    let mut text = String::from("if ((s & 0x20) != 0) { ");
    let mut corners = vec![("1.0f".to_owned(), Vec::new())];
    for (name, coordinate) in ["x", "y", "z"].iter().zip(coordinates(image)) {
        let ends: Vec<(String, String)> = match coordinate {
            Coordinate::None => vec![("1.0f".to_owned(), "0".to_owned())],
            Coordinate::Layer(part) => vec![("1.0f".to_owned(), layer(&part, Lane::Float))],
            Coordinate::Dimension(part, size) => {
                let _ = write!(
                    text,
                    "float {name} = cl_position({part}, {size}, s) - 0.5f, {name}_low = floor({name}), \
                     {name}_far = {name} - {name}_low; \
                     long {name}0 = cl_point((long){name}_low, {size}, s), \
                     {name}1 = cl_point((long){name}_low + 1, {size}, s); "
                );
                vec![
                    (format!("(1.0f - {name}_far)"), format!("{name}0")),
                    (format!("{name}_far"), format!("{name}1")),
                ]
            }
        };
        corners = ends
            .iter()
            .flat_map(|(weight, point)| {
                corners.iter().map(move |(before, points): &(String, Vec<String>)| {
                    let points = points.iter().cloned().chain([point.clone()]).collect();
                    (format!("{before} * {weight}"), points)
                })
            })
            .collect();
    }
    let terms: Vec<String> = corners
        .iter()
        .map(|(weight, points)| format!("{here}_at(a, s, {}) * ({weight})", points.join(", ")))
        .collect();
    let _ = write!(text, "return {}; }} ", terms.join(" + "));
    text
}

fn write(
    resolver: &mut Resolver<'_>,
    image: Image,
    lane: Lane,
    args: &[ExprId],
    span: Span,
) -> Option<ExprId> {
    let &[_, place, value] = args else { return None };
    let vector = Shape { lane, lanes: 4 };
    if place_lane(resolver, image, place)? != Lane::Int || shape_of(resolver, value) != Some(vector) {
        return None;
    }
    narrow(resolver, Lane::Float, "rte")?;
    let place_in = place_helper(resolver, image)?;
    let function = helper_here(resolver, span, |here| {
        let (word, number) = (image.word(), lane.name());
        let mut text = format!("static inline void {here}_part(uchar *p, int type, int k, {number} v) {{ ");
        for (format, store) in stores(lane) {
            let _ = write!(text, "if (type == {format}) {store}; ");
        }
        let c = place_type(image, Lane::Int);
        let _ = write!(text, "}}\nstatic inline void {here}({word} a, {c} c, {} v) {{ ", vector.word());
        for (name, coordinate) in ["x", "y", "z"].iter().zip(coordinates(image)) {
            let value = match coordinate {
                Coordinate::None => "0".to_owned(),
                Coordinate::Layer(part) | Coordinate::Dimension(part, _) => part,
            };
            let _ = write!(text, "long {name} = {value}; ");
        }
        let _ = write!(text, "uchar *p = {place_in}(a, x, y, z); ");
        for (order, channels) in ORDERS {
            let _ = write!(text, "if (a.order == {order}) {{ ");
            for (at, member) in channels.chars().enumerate() {
                let _ = write!(text, "{here}_part(p, a.type, {at}, v.{member}); ");
            }
            text.push_str("} ");
        }
        text.push_str("}\n");
        spelled_out(&text)
    })?;
    Some(call(resolver, function, args.to_vec(), span))
}
