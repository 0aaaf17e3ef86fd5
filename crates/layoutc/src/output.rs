//! Writes the result: to standard output, or to a file that changes only as a whole.

use crate::input::plain;
use ir::diag::{Diag, code};
use ir::source::Span;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use tempfile::NamedTempFile;

/// Writes `bytes` to the file `path`, or to `stdout` for `-`.
///
/// A reader that has closed standard output wants no more, which is no fault.
pub(crate) fn write(path: &str, bytes: &[u8], stdout: &mut dyn Write) -> Result<(), Box<Diag>> {
    let (name, result) = match path {
        "-" => ("standard output", stdout.write_all(bytes).and_then(|()| stdout.flush())),
        _ => (path, write_file(Path::new(path), bytes)),
    };
    match result {
        Err(error) if path == "-" && error.kind() == ErrorKind::BrokenPipe => Ok(()),
        Err(error) => {
            let message = format!("cannot write `{name}`: {}", plain(&error));
            Err(Box::new(Diag::error(code::FILE, Span::NONE, message)))
        }
        Ok(()) => Ok(()),
    }
}

/// Replaces a file by renaming a complete one. What is no regular file, such as `/dev/null` or a pipe,
/// is written in place, and a link is followed, as renaming would replace it.
fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let existing = fs::metadata(&target).ok();
    if existing.as_ref().is_some_and(|meta| !meta.is_file()) {
        return OpenOptions::new().write(true).open(&target)?.write_all(bytes);
    }
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut file = temporary(folder.unwrap_or(Path::new(".")))?;
    if let Some(meta) = existing {
        // A file that may not be written must not be replaced either.
        OpenOptions::new().write(true).open(&target)?;
        file.as_file().set_permissions(meta.permissions())?;
    }
    file.write_all(bytes)?;
    file.persist(&target).map(|_: File| ()).map_err(|error| error.error)
}

/// A file beside the target with the access rights of any new file.
fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".layoutc-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}
