//! The files of an ONNX model: the model itself, and the files next to it with the elements of its weights.

use crate::status::{FAILED, Stopped};
use crate::streams::input;
use import::{ExternalData, ImportOptions, ModelFile, ModelWeights};
use ir::diag::Sink;
use std::fs::File;
use std::io::{self, Cursor, Read, SeekFrom};
use std::path::{Component, Path};

/// Opens a model. Standard input is read into memory.
fn open_model(path: &str, stdin: &mut dyn Read) -> Result<Box<dyn ModelFile>, Stopped> {
    match path {
        "-" => Ok(Box::new(Cursor::new(input::bytes(path, stdin)?))),
        _ => Ok(Box::new(input::file(path)?)),
    }
}

/// The files with the elements of weights.
pub(crate) struct FileParts<'a> {
    /// The folder of the model.
    folder: &'a Path,
    model: Box<dyn ModelFile>,
    /// The file next to the model that was read last, with its path and its length.
    open: Option<(String, File, u64)>,
}

impl<'a> FileParts<'a> {
    /// Opens a model and reads its weights, without their elements.
    ///
    /// # Errors
    /// The file cannot be read, or is not a model.
    pub(crate) fn open(
        path: &'a str,
        options: &ImportOptions,
        stdin: &mut dyn Read,
    ) -> Result<(FileParts<'a>, ModelWeights), Stopped> {
        let folder = Path::new(path).parent().unwrap_or(Path::new(""));
        let mut parts = FileParts { folder, model: open_model(path, stdin)?, open: None };
        let mut sink = Sink::default();
        let model = ModelWeights::read(&mut parts.model, options, &mut sink);
        let model = model.ok_or_else(|| Stopped { diags: sink.take(), status: FAILED })?;
        Ok((parts, model))
    }

    /// Reads a part of the model, or of a file next to it.
    pub(crate) fn read(&mut self, part: &ExternalData) -> Result<Vec<u8>, String> {
        let ExternalData { location, offset, length, .. } = part;
        if location.is_empty() {
            let size = self.model.seek(SeekFrom::End(0));
            let found = size.and_then(|size| match ends_within(part, size) {
                true => read_part(&mut self.model, *offset, *length).map(Some),
                false => Ok(None),
            });
            let found = found.map_err(|error| format!("the model: {error}"))?;
            return found.ok_or_else(|| format!("the model has no {length} bytes at {offset}"));
        }
        let mut components = Path::new(location).components();
        if !components.all(|it| matches!(it, Component::Normal(_))) {
            return Err(format!("its external data `{location}` is not below the model"));
        }
        let found = self.read_external(part).map_err(|error| format!("`{location}`: {error}"))?;
        found.ok_or_else(|| format!("`{location}` has no {length} bytes at {offset}"))
    }

    /// Reads a part of a file next to the model. `None` if the file ends before it.
    fn read_external(&mut self, part: &ExternalData) -> io::Result<Option<Vec<u8>>> {
        let ExternalData { location, offset, length, .. } = part;
        let (_, file, size) = match &mut self.open {
            Some(open) if open.0 == *location => open,
            open => {
                let file = File::open(self.folder.join(location))?;
                let size = file.metadata()?.len();
                open.insert((location.clone(), file, size))
            }
        };
        match ends_within(part, *size) {
            true => read_part(file, *offset, *length).map(Some),
            false => Ok(None),
        }
    }
}

/// Returns `true` if a file of a size has all bytes of a part.
fn ends_within(part: &ExternalData, size: u64) -> bool {
    part.offset.checked_add(part.length).is_some_and(|end| end <= size)
}

fn read_part(file: &mut dyn ModelFile, offset: u64, length: u64) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(offset))?;
    let length = usize::try_from(length).map_err(io::Error::other)?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length).map_err(io::Error::other)?;
    bytes.resize(length, 0);
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}
