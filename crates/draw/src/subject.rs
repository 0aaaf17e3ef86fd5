//! The subject of a picture.

use crate::graph::LayoutGraph;
use crate::options::DrawError;
use layout::Layout;

/// The subject of a picture.
#[derive(Clone, Copy, Debug)]
pub(crate) enum DrawSubject<'a> {
    /// A layout.
    Layout(&'a Layout),
    /// A function, or several versions of it.
    Graphs(&'a [LayoutGraph]),
}

impl<'a> DrawSubject<'a> {
    /// Returns the layout, for a view that shows one.
    ///
    /// # Errors
    /// The subject is a function.
    pub(crate) fn layout(self, view: &str, name: &str) -> Result<&'a Layout, DrawError> {
        match self {
            DrawSubject::Layout(layout) => Ok(layout),
            DrawSubject::Graphs(_) => {
                let message =
                    format!("the view `{view}` shows a layout, but `{name}` is a function");
                Err(DrawError::new(message)
                    .note("use the view `graph`, or name a value of the function, such as `@f:%x`"))
            }
        }
    }

    /// Returns the versions of a function, for a view that shows them.
    ///
    /// # Errors
    /// The subject is a layout.
    pub(crate) fn graphs(self, view: &str, name: &str) -> Result<&'a [LayoutGraph], DrawError> {
        match self {
            DrawSubject::Graphs(graphs) => Ok(graphs),
            DrawSubject::Layout(_) => {
                let message =
                    format!("the view `{view}` shows a function, but `{name}` is a layout");
                Err(DrawError::new(message).note("use the view `grid`, `strip` or `pipeline`"))
            }
        }
    }
}
