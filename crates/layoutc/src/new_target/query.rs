//! The limits, features and formats of a device in a JSON report.
//!
//! Tools nest the same members in different ways: `vulkaninfo --json` and Vulkan profiles by structure, vkjson by
//! extension, hardware databases as lists of names and values. A member has the same name in all of them, so it is found
//! by its name, at any depth.

use ir::target::{FormatUsages, extension_of, feature_names, limit_names};
use ir::vulkan::{FORMAT_FEATURES, FORMATS, TILINGS, USAGES, find};
use serde_json::Value;

/// The values of a device, in the order of Vulkan's structures.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct QueriedDevice {
    /// The name of the device.
    pub(super) name: Option<String>,
    pub(super) limits: Vec<(&'static str, u64)>,
    pub(super) features: Vec<(&'static str, bool)>,
    /// The usages of formats; `None` if the report does not state them.
    pub(super) usages: Option<FormatUsages>,
    /// The limits that the report does not have.
    pub(super) missing: Vec<&'static str>,
}

/// The bits of `VkShaderStageFlags`, which reports list by name.
const STAGES: &[(&str, u64)] = &[
    ("VK_SHADER_STAGE_VERTEX_BIT", 0x1),
    ("VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT", 0x2),
    ("VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT", 0x4),
    ("VK_SHADER_STAGE_GEOMETRY_BIT", 0x8),
    ("VK_SHADER_STAGE_FRAGMENT_BIT", 0x10),
    ("VK_SHADER_STAGE_COMPUTE_BIT", 0x20),
    ("VK_SHADER_STAGE_ALL_GRAPHICS", 0x1f),
    ("VK_SHADER_STAGE_ALL", 0x7fff_ffff),
    ("VK_SHADER_STAGE_TASK_BIT_EXT", 0x40),
    ("VK_SHADER_STAGE_MESH_BIT_EXT", 0x80),
    ("VK_SHADER_STAGE_RAYGEN_BIT_KHR", 0x100),
    ("VK_SHADER_STAGE_ANY_HIT_BIT_KHR", 0x200),
    ("VK_SHADER_STAGE_CLOSEST_HIT_BIT_KHR", 0x400),
    ("VK_SHADER_STAGE_MISS_BIT_KHR", 0x800),
    ("VK_SHADER_STAGE_INTERSECTION_BIT_KHR", 0x1000),
    ("VK_SHADER_STAGE_CALLABLE_BIT_KHR", 0x2000),
];

/// Reads the values of a device.
///
/// # Errors
/// The report has no limit of tensors, or two different values of a member, or a value has another form.
pub(super) fn read(report: &Value) -> Result<QueriedDevice, String> {
    let mut device = QueriedDevice::default();
    for name in limit_names() {
        match only(report, name, number)? {
            Some(value) => device.limits.push((name, value)),
            None => device.missing.push(name),
        }
    }
    if device.limits.is_empty() {
        return Err("it has no member of `VkPhysicalDeviceTensorPropertiesARM`".to_owned());
    }
    for name in feature_names() {
        let extension = extension_of(name).filter(|extension| has_extension(report, extension));
        let value = match extension {
            Some(_) => Some(true),
            None => only(report, name, boolean)?,
        };
        if let Some(value) = value {
            device.features.push((name, value));
        }
    }
    device.usages = usages(report)?;
    device.name =
        values(report, "deviceName").first().and_then(|name| name.as_str()).map(str::to_owned);
    Ok(device)
}

/// The tilings, and the members with their features in `VkTensorFormatPropertiesARM` and
/// `VkTensorExplicitTilingFormatPropertiesARM`.
const TILING_FEATURES: [(&str, &str); 7] = [
    ("OPTIMAL", "optimalTilingTensorFeatures"),
    ("LINEAR", "linearTilingTensorFeatures"),
    ("BRICK_16_WIDE", "brick16TilingTensorFeatures"),
    ("BRICK_8_WIDE", "brick8TilingTensorFeatures"),
    ("BRICK_4_WIDE", "brick4TilingTensorFeatures"),
    ("BLOCK_U_INTERLEAVED", "blockUTilingTensorFeatures"),
    ("BLOCK_U_INTERLEAVED_64K", "blockU64kTilingTensorFeatures"),
];

/// Returns the usages of the tensor formats; `None` if the report has no features of formats of tensors.
fn usages(report: &Value) -> Result<Option<FormatUsages>, String> {
    let mut usages = None;
    for format in FORMATS.iter() {
        for properties in values(report, format.name) {
            for (tiling, member) in TILING_FEATURES {
                let Some(features) = only(properties, member, features)? else { continue };
                let usages = usages.get_or_insert_with(FormatUsages::default);
                let tiling = find(TILINGS, tiling).map_or(0, |tiling| tiling.value);
                usages.add(format.value, tiling, usages_of(features));
            }
        }
    }
    Ok(usages)
}

/// Returns the mask of the usages that format features allow.
fn usages_of(features: u64) -> i64 {
    let allows = |name: &str| {
        find(FORMAT_FEATURES, name).is_some_and(|it| features & it.value.unsigned_abs() != 0)
    };
    USAGES.iter().filter(|usage| allows(usage.name)).fold(0, |mask, usage| mask | usage.value)
}

/// Returns a mask of format features: a number, or a list of names. Features of other resources are ignored.
fn features(value: &Value) -> Option<u64> {
    let Value::Array(names) = value else { return number(value) };
    names.iter().try_fold(0, |mask, name| {
        let row = FORMAT_FEATURES.iter().find(|row| Some(row.vk_name) == name.as_str());
        name.as_str().map(|_| mask | row.map_or(0, |row| row.value.unsigned_abs()))
    })
}

/// Returns `true` if a report lists an extension: as a member, or as an object that has its name.
fn has_extension(report: &Value, name: &str) -> bool {
    !values(report, name).is_empty()
        || values(report, "extensionName").iter().any(|value| value.as_str() == Some(name))
}

/// Returns the value of a member; `None` if the report does not have it.
fn only<T: PartialEq>(
    report: &Value,
    name: &str,
    read: impl Fn(&Value) -> Option<T>,
) -> Result<Option<T>, String> {
    let mut found: Option<(&Value, T)> = None;
    for value in values(report, name) {
        let it = read(value).ok_or_else(|| format!("`{name}` is {value}"))?;
        match &found {
            Some((other, known)) if *known != it => {
                return Err(format!(
                    "`{name}` is both {other} and {value}: it has several devices"
                ));
            }
            _ => found = Some((value, it)),
        }
    }
    Ok(found.map(|(_, it)| it))
}

/// Returns all values of members with a name, and of objects that have this name as their `name`.
fn values<'v>(report: &'v Value, name: &str) -> Vec<&'v Value> {
    let mut found = Vec::new();
    let mut open = vec![report];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(members) => {
                found.extend(members.get(name));
                if members.get("name").is_some_and(|it| it == name) {
                    found.extend(members.get("value").or_else(|| members.get("supported")));
                }
                open.extend(members.values());
            }
            _ => {}
        }
    }
    found
}

/// Returns a number, or the mask of stages.
fn number(value: &Value) -> Option<u64> {
    match value {
        Value::Number(number) => number.as_u64(),
        Value::String(text) => match text.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16).ok(),
            None => text.parse().ok().or_else(|| stage(text)),
        },
        Value::Array(stages) => {
            stages.iter().try_fold(0, |mask, name| Some(mask | stage(name.as_str()?)?))
        }
        _ => None,
    }
}

fn stage(name: &str) -> Option<u64> {
    STAGES.iter().find(|(known, _)| *known == name).map(|(_, bit)| *bit)
}

fn boolean(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(value) => Some(*value),
        Value::Number(number) => match number.as_u64()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        },
        Value::String(text) => match text.as_str() {
            "true" | "VK_TRUE" | "1" => Some(true),
            "false" | "VK_FALSE" | "0" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_nesting_has_the_same_values() {
        let of_vulkaninfo = json!({"capabilities": {"device": {
            "features": {"VkPhysicalDeviceTensorFeaturesARM": {"tensorNonPacked": true}},
            "properties": {
                "VkPhysicalDeviceProperties": {"deviceName": "gpu"},
                "VkPhysicalDeviceTensorPropertiesARM": {
                    "maxTensorElements": 18_446_744_073_709_551_615_u64,
                    "shaderTensorSupportedStages": ["VK_SHADER_STAGE_COMPUTE_BIT", "VK_SHADER_STAGE_FRAGMENT_BIT"],
                },
            },
        }}});
        let of_vkjson = json!({"devices": [{
            "properties": {"deviceName": "gpu"},
            "VK_ARM_tensors": {"properties": {
                "maxTensorElements": "0xffffffffffffffff", "shaderTensorSupportedStages": 48,
            }, "features": {"tensorNonPacked": 1}},
        }]});
        let of_database = json!({"deviceName": "gpu", "extended": {
            "deviceproperties2": [
                {"extension": "VK_ARM_tensors", "name": "maxTensorElements", "value": "18446744073709551615"},
                {"extension": "VK_ARM_tensors", "name": "shaderTensorSupportedStages", "value": "48"},
            ],
            "devicefeatures2": [{"extension": "VK_ARM_tensors", "name": "tensorNonPacked", "supported": true}],
        }});
        let device = read(&of_vulkaninfo).unwrap();
        assert_eq!(device.name.as_deref(), Some("gpu"));
        assert_eq!(
            device.limits,
            [("maxTensorElements", u64::MAX), ("shaderTensorSupportedStages", 48)]
        );
        assert_eq!(device.features, [("tensorNonPacked", true)]);
        assert_eq!(device.missing.len(), 10);
        assert_eq!(read(&of_vkjson).unwrap(), device);
        assert_eq!(read(&of_database).unwrap(), device);
    }

    #[test]
    fn extensions_without_features_are_found_by_name() {
        let controls = |extensions: Value| {
            let report = json!({"maxTensorSize": 1, "extensions": extensions});
            read(&report).unwrap().features
        };
        let found = [("tensorControls", true)];
        assert_eq!(controls(json!({"VK_ARM_tensor_controls": 1})), found);
        assert_eq!(controls(json!([{"extensionName": "VK_ARM_tensor_controls"}])), found);
        assert_eq!(controls(json!({"VK_ARM_tensors": 1})), []);
    }

    #[test]
    fn reports_without_one_device_are_errors() {
        let message = |report: Value| read(&report).unwrap_err();
        assert!(message(json!([])).contains("no member"));
        assert!(message(json!({"maxTensorSize": -1})).contains("`maxTensorSize` is -1"));
        let two = json!([{"maxTensorSize": 1}, {"maxTensorSize": 2}]);
        assert!(message(two).contains("several devices"));
        let stages = json!({"shaderTensorSupportedStages": ["VK_SHADER_STAGE_SOON"]});
        assert!(message(stages).contains("VK_SHADER_STAGE_SOON"));
        let feature = json!({"maxTensorSize": 1, "tensors": 2});
        assert!(message(feature).contains("`tensors` is 2"));
    }
}
