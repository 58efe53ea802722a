//! Textures in OpenCL: of two dimensions they are images, of one they are memory like any other, for what is fetched
//! by its index needs no sampler.
//!
//! ```c
//! static float hicuda_texel_clamp_float(image2d_t texture, int x, int y)
//! {
//!     return read_imagef(texture, hicuda_texels_clamp, (int2)(x, y)).x;
//! }
//! ```

use std::fmt::Write as _;

use crate::actions::Texture;

/// What the lowering calls the functions above: how they treat places outside, and what they read.
const WORD: &str = "hicuda_texel_";

/// The functions that kernels read textures by.
pub(crate) fn texels(functions: &[String]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for function in functions {
        for (at, _) in function.match_indices(WORD) {
            let name = function[at + WORD.len()..].split('(').next().unwrap_or_default();
            names.extend((!names.contains(&name)).then_some(name));
        }
    }
    names.sort_unstable();
    let (mut samplers, mut text) = (Vec::new(), String::new());
    for name in names {
        let Some((outside, element)) = name.split_once('_') else { continue };
        if !samplers.contains(&outside) {
            samplers.push(outside);
            let mode = if outside == "border" { "CLK_ADDRESS_CLAMP" } else { "CLK_ADDRESS_CLAMP_TO_EDGE" };
            let _ = writeln!(
                text,
                "// How textures are read: elements as they are.\n\
                 __constant sampler_t hicuda_texels_{outside} = CLK_NORMALIZED_COORDS_FALSE | {mode} | CLK_FILTER_NEAREST;\n"
            );
        }
        let element = element.replace('_', " ");
        let ending = match element.as_str() {
            "float" => "f",
            _ if element.starts_with("unsigned") => "ui",
            _ => "i",
        };
        let _ = writeln!(
            text,
            "static {element} {WORD}{name}(image2d_t texture, int x, int y)\n{{\n    \
             return read_image{ending}(texture, hicuda_texels_{outside}, (int2)(x, y)).x;\n}}\n"
        );
    }
    text
}

/// The call that makes the image of a texture with two dimensions; `None` for one.
pub(crate) fn image(texture: &Texture, pitch: &str, place: &str) -> Option<String> {
    let [height, width] = texture.extents.as_slice() else { return None };
    let element = &texture.element;
    let kind = match element.as_str() {
        "float" => String::from("CL_FLOAT"),
        _ => {
            let sign = if element.starts_with("unsigned") { "UNSIGNED" } else { "SIGNED" };
            let bits = match element {
                _ if element.ends_with("char") => 8,
                _ if element.contains("short") => 16,
                _ => 32,
            };
            format!("CL_{sign}_INT{bits}")
        }
    };
    let (name, host) = (&texture.name, &texture.plan.host);
    Some(format!(
        "oclTextureObject_t {name} = hicuda_texture({host}, {pitch}, {width}, {height}, {kind}, {place});"
    ))
}

/// What a host needs for images.
pub(crate) const SUPPORT: &str = r#"// A texture is an image over a copy of `height` rows of `width` elements, `pitch` bytes apart on the host.
typedef void *oclTextureObject_t, *image2d_t;

static inline oclTextureObject_t hicuda_texture(const void *host, size_t pitch, size_t width, size_t height,
                                                cl_channel_type kind, const char *directive)
{
    cl_image_format format;
    cl_image_desc wanted;
    cl_mem image;
    void *address = NULL;
    oclError_t status = ocl_start();
    hicuda_check(status, directive);
    memset(&wanted, 0, sizeof wanted);
    format.image_channel_order = CL_R;
    format.image_channel_data_type = kind;
    wanted.image_type = CL_MEM_OBJECT_IMAGE2D;
    wanted.image_width = width;
    wanted.image_height = height;
    wanted.image_row_pitch = pitch;
    image = clCreateImage(ocl.context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, &wanted, (void *)host, &status);
    hicuda_check(status, directive);
    hicuda_check(ocl_keep(image, height * pitch, &address), directive);
    return address;
}

"#;
