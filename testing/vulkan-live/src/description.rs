//! Descriptions, from the output of `layoutc --emit=vk-json`.

use crate::names;
use serde_json::Value;
use vulkan_headers::vulkan::vulkan_core::*;

/// One `VkTensorDescriptionARM`, with the additional members of layoutc.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TensorDescription {
    /// The described tensor: a symbol, or a value of `function`.
    pub(crate) name: String,
    /// The function of the value; `None` for a symbol.
    pub(crate) function: Option<String>,
    pub(crate) tiling: VkTensorTilingARM,
    pub(crate) format: VkFormat,
    /// The size of an element of the format, in bytes.
    pub(crate) elem_bytes: usize,
    /// The lengths, outermost first.
    pub(crate) dims: Vec<i64>,
    /// The strides in bytes, one for each dim.
    pub(crate) strides: Option<Vec<i64>>,
    pub(crate) usage: VkTensorUsageFlagsARM,
    /// `true` if layoutc reports it as packed.
    pub(crate) is_packed: bool,
    /// The size that layoutc computes, in bytes.
    pub(crate) size_bytes: u64,
}

/// Returns the descriptions in an output of layoutc.
///
/// # Errors
/// A field that is invalid in Vulkan.
pub(crate) fn read(json: &str) -> Result<Vec<TensorDescription>, String> {
    let json: Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
    let tensors = json["tensors"].as_array().ok_or("missing list `tensors`")?;
    tensors.iter().map(one).collect()
}

fn one(json: &Value) -> Result<TensorDescription, String> {
    let name = json["name"].as_str().ok_or("missing `name` of a tensor")?.to_owned();
    fields(json, name.clone()).map_err(|fault| format!("{name}: {fault}"))
}

fn fields(json: &Value, name: String) -> Result<TensorDescription, String> {
    let text = |key: &str| json[key].as_str().ok_or_else(|| format!("`{key}` is {}", json[key]));
    let unknown = |key: &str| format!("unknown `{key}`: {}", json[key]);
    if text("sType")? != "VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM" || !json["pNext"].is_null() {
        return Err("expected a `VkTensorDescriptionARM`".to_owned());
    }
    let dims = ints(&json["pDimensions"]).ok_or_else(|| unknown("pDimensions"))?;
    let strides = match &json["pStrides"] {
        Value::Null => None,
        strides => Some(ints(strides).ok_or_else(|| unknown("pStrides"))?),
    };
    let counted = json["dimensionCount"].as_u64() == u64::try_from(dims.len()).ok();
    if !counted || strides.as_ref().is_some_and(|strides| strides.len() != dims.len()) {
        return Err("the number of lengths or strides differs from `dimensionCount`".to_owned());
    }
    let (format, elem_bytes) = names::format(text("format")?).ok_or_else(|| unknown("format"))?;
    Ok(TensorDescription {
        name,
        function: json["function"].as_str().map(str::to_owned),
        tiling: names::tiling(text("tiling")?).ok_or_else(|| unknown("tiling"))?,
        format,
        elem_bytes,
        dims,
        strides,
        usage: usage(&json["usage"]).ok_or_else(|| unknown("usage"))?,
        is_packed: json["packed"].as_bool().ok_or_else(|| unknown("packed"))?,
        size_bytes: json["size_bytes"].as_u64().ok_or_else(|| unknown("size_bytes"))?,
    })
}

fn ints(json: &Value) -> Option<Vec<i64>> {
    json.as_array()?.iter().map(Value::as_i64).collect()
}

fn usage(json: &Value) -> Option<VkTensorUsageFlagsARM> {
    let mut bits = json.as_array()?.iter().map(|bit| names::usage(bit.as_str()?));
    bits.try_fold(0, |all, bit| Some(all | bit?))
}

impl TensorDescription {
    /// Returns the name in the syntax of `layoutc eval`.
    pub(crate) fn label(&self) -> String {
        match &self.function {
            Some(function) => format!("@{function}:%{}", self.name),
            None => format!("@{}", self.name),
        }
    }

    /// Returns `true` if its elements have addresses.
    pub(crate) fn is_linear(&self) -> bool {
        self.tiling == VK_TENSOR_TILING_LINEAR_ARM
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn described() -> Value {
        json!({
            "name": "x", "function": "f", "sType": "VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM",
            "pNext": null, "tiling": "VK_TENSOR_TILING_LINEAR_ARM", "format": "VK_FORMAT_R16_SFLOAT",
            "dimensionCount": 2, "pDimensions": [4, 5], "pStrides": [16, 2],
            "usage": ["VK_TENSOR_USAGE_SHADER_BIT_ARM", "VK_TENSOR_USAGE_TRANSFER_DST_BIT_ARM"],
            "packed": false, "size_bytes": 64,
        })
    }

    #[test]
    fn one_reads_a_description() {
        let read = one(&described()).unwrap();
        assert_eq!((read.label().as_str(), read.format, read.usage), ("@f:%x", 76, 0x0a));
        assert_eq!((read.dims, read.strides), (vec![4, 5], Some(vec![16, 2])));
    }

    #[test]
    fn one_rejects_invalid_fields() {
        for (key, value) in [
            ("sType", json!("VK_STRUCTURE_TYPE_APPLICATION_INFO")),
            ("pNext", json!(1)),
            ("tiling", json!("LINEAR")),
            ("format", json!("VK_FORMAT_R8G8_UNORM")),
            ("dimensionCount", json!(3)),
            ("pStrides", json!([2])),
            ("usage", json!(["SHADER"])),
            ("size_bytes", json!(null)),
        ] {
            let mut json = described();
            json[key] = value;
            assert!(one(&json).is_err(), "{key}");
        }
    }
}
