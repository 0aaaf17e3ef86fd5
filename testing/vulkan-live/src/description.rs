//! Descriptions, read from what `layoutc --emit=vk-json` writes.

use crate::names;
use serde_json::Value;
use vulkan_headers::vulkan::vulkan_core::*;

/// One `VkTensorDescriptionARM`, with what layoutc says beside it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TensorDescription {
    /// Whom it describes: a symbol, or with `function` a value.
    pub(crate) name: String,
    /// The function around the value.
    pub(crate) function: Option<String>,
    pub(crate) tiling: VkTensorTilingARM,
    pub(crate) format: VkFormat,
    /// Bytes of an element of the format.
    pub(crate) elem_bytes: usize,
    /// Lengths, outermost first.
    pub(crate) dims: Vec<i64>,
    /// Strides in bytes, as many as dims.
    pub(crate) strides: Option<Vec<i64>>,
    pub(crate) usage: VkTensorUsageFlagsARM,
    /// Whether layoutc calls it packed.
    pub(crate) is_packed: bool,
    /// What layoutc says that it takes.
    pub(crate) size_bytes: u64,
}

/// All descriptions of a text that layoutc wrote.
///
/// # Errors
/// Says which field is not what Vulkan takes.
pub(crate) fn read(json: &str) -> Result<Vec<TensorDescription>, String> {
    let json: Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
    let tensors = json["tensors"].as_array().ok_or("there is no list `tensors`")?;
    tensors.iter().map(one).collect()
}

fn one(json: &Value) -> Result<TensorDescription, String> {
    let name = json["name"].as_str().ok_or("a tensor has no `name`")?.to_owned();
    fields(json, name.clone()).map_err(|fault| format!("{name}: {fault}"))
}

fn fields(json: &Value, name: String) -> Result<TensorDescription, String> {
    let text = |key: &str| json[key].as_str().ok_or_else(|| format!("`{key}` is {}", json[key]));
    let unknown = |key: &str| format!("`{key}` is {}, which is not known", json[key]);
    if text("sType")? != "VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM" || !json["pNext"].is_null() {
        return Err("it is no `VkTensorDescriptionARM`".to_owned());
    }
    let dims = ints(&json["pDimensions"]).ok_or_else(|| unknown("pDimensions"))?;
    let strides = match &json["pStrides"] {
        Value::Null => None,
        strides => Some(ints(strides).ok_or_else(|| unknown("pStrides"))?),
    };
    let counted = json["dimensionCount"].as_u64() == u64::try_from(dims.len()).ok();
    if !counted || strides.as_ref().is_some_and(|strides| strides.len() != dims.len()) {
        return Err("its lengths and strides are not as many as it says".to_owned());
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
    /// The name as `layoutc eval` takes it.
    pub(crate) fn label(&self) -> String {
        match &self.function {
            Some(function) => format!("@{function}:%{}", self.name),
            None => format!("@{}", self.name),
        }
    }

    /// Whether its bytes have addresses.
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
    fn a_description_is_read_as_vulkan_takes_it() {
        let read = one(&described()).unwrap();
        assert_eq!((read.label().as_str(), read.format, read.usage), ("@f:%x", 76, 0x0a));
        assert_eq!((read.dims, read.strides), (vec![4, 5], Some(vec![16, 2])));
    }

    #[test]
    fn what_vulkan_does_not_take_is_refused() {
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
