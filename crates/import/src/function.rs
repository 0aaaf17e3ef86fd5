//! The functions of a model, which the decoder of models ignores.

use crate::wire::OVERLOAD;
use rten_onnx::onnx::{AttributeProto, NodeProto, OperatorSetIdProto, ValueInfoProto};
use rten_onnx::protobuf::{
    DecodeMessage, Fields, OwnedValues, ProtobufError, ReadValue, ValueReader,
};

/// A function of a model: the nodes that replace a call of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct FunctionProto {
    /// The domain of the op that the function defines.
    pub(crate) domain: String,
    /// The name of the op, with its overload.
    pub(crate) name: String,
    /// The names of the operands.
    pub(crate) inputs: Vec<String>,
    /// The names of the results.
    pub(crate) outputs: Vec<String>,
    /// The names of the attributes without a default.
    pub(crate) attributes: Vec<String>,
    /// The attributes with their defaults.
    pub(crate) defaults: Vec<AttributeProto>,
    /// The nodes.
    pub(crate) nodes: Vec<NodeProto>,
    /// The types of values that the file states.
    pub(crate) value_info: Vec<ValueInfoProto>,
    /// The versions of the op sets of the nodes.
    pub(crate) opset_import: Vec<OperatorSetIdProto>,
}

impl DecodeMessage for FunctionProto {
    type Types = OwnedValues;

    fn decode_fields<R: ReadValue<Types = OwnedValues>>(
        mut fields: Fields<'_, R>,
    ) -> Result<FunctionProto, ProtobufError> {
        let mut function = FunctionProto::default();
        let mut overload = String::new();
        while let Some(mut field) = fields.next()? {
            match field.number() {
                1 => function.name = field.read_string()?,
                4 => function.inputs.push(field.read_string()?),
                5 => function.outputs.push(field.read_string()?),
                6 => function.attributes.push(field.read_string()?),
                7 => function.nodes.push(NodeProto::decode_field(&mut field)?),
                9 => function.opset_import.push(OperatorSetIdProto::decode_field(&mut field)?),
                10 => function.domain = field.read_string()?,
                11 => function.defaults.push(AttributeProto::decode_field(&mut field)?),
                12 => function.value_info.push(ValueInfoProto::decode_field(&mut field)?),
                13 => overload = field.read_string()?,
                _ => field.skip()?,
            }
        }
        if !overload.is_empty() {
            function.name = format!("{}{OVERLOAD}{overload}", function.name);
        }
        Ok(function)
    }
}

/// The functions of a model.
struct ModelFunctions(Vec<FunctionProto>);

impl DecodeMessage for ModelFunctions {
    type Types = OwnedValues;

    fn decode_fields<R: ReadValue<Types = OwnedValues>>(
        mut fields: Fields<'_, R>,
    ) -> Result<ModelFunctions, ProtobufError> {
        let mut functions = Vec::new();
        while let Some(mut field) = fields.next()? {
            match field.number() {
                25 => functions.push(FunctionProto::decode_field(&mut field)?),
                _ => field.skip()?,
            }
        }
        Ok(ModelFunctions(functions))
    }
}

/// Returns the functions of a model, whose lengths are checked.
///
/// # Errors
/// A field has another kind than that of a function.
pub(crate) fn functions(bytes: &[u8]) -> Result<Vec<FunctionProto>, String> {
    let functions = ModelFunctions::decode(ValueReader::from_buf(bytes));
    functions.map(|functions| functions.0).map_err(|error| error.to_string())
}
