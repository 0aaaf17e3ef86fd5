//! The writer of a whole module: aliases, the root op and resources.

use super::names::ChosenNames;
use super::printer::Printer;
use crate::data::text::write_keyword_or_string;
use std::io;

impl Printer<'_> {
    /// Writes the module with a line break at its end.
    pub(super) fn module(&mut self) -> io::Result<()> {
        let registry = self.registry.expect("`print` passes a registry");
        self.names =
            ChosenNames::new(self.module, registry, self.module.root(), self.options.generic);
        self.order_aliases();
        if !self.module.aliases.is_empty() {
            self.aliases()?;
        }
        self.op(self.module.root())?;
        self.out.push('\n');
        self.resources();
        Ok(())
    }

    /// Writes the file's resources, which follow the module.
    fn resources(&mut self) {
        let module = self.module;
        let sections = [
            ("dialect_resources", &module.dialect_resources),
            ("external_resources", &module.external_resources),
        ];
        let present = sections.into_iter().filter(|section| !section.1.is_empty());
        let mut first = true;
        for (title, resources) in present {
            self.out.push_str(if first { "\n{-#\n" } else { ",\n" });
            first = false;
            self.out.push_str(&format!("  {title}: {{\n"));
            for (at, (dialect, entries)) in resources.iter().enumerate() {
                self.out.push_str(if at == 0 { "    " } else { ",\n    " });
                write_keyword_or_string(dialect, &mut self.out);
                self.out.push_str(": {\n");
                for (at, (key, value)) in entries.iter().enumerate() {
                    self.out.push_str(if at == 0 { "      " } else { ",\n      " });
                    write_keyword_or_string(key, &mut self.out);
                    self.out.push_str(": ");
                    self.out.push_str(value);
                }
                self.out.push_str("\n    }");
            }
            self.out.push_str("\n  }");
        }
        if !first {
            self.out.push_str("\n#-}\n");
        }
    }
}
