//! The subject of a picture.

use crate::graph::LayoutGraph;
use crate::options::DrawError;
use layout::{Layout, Placement, axis_list};

/// The subject of a picture.
#[derive(Clone, Copy, Debug)]
pub(crate) enum DrawSubject<'a> {
    /// A layout.
    Layout(&'a Layout),
    /// A placement onto named axes, with copies or axes other than `m`.
    Placement(&'a Placement),
    /// A function, or several versions of it.
    Graphs(&'a [LayoutGraph]),
}

impl<'a> DrawSubject<'a> {
    /// Returns the placement; `None` for other subjects.
    pub(crate) fn placement(self) -> Option<&'a Placement> {
        match self {
            DrawSubject::Placement(placement) => Some(placement),
            DrawSubject::Layout(_) | DrawSubject::Graphs(_) => None,
        }
    }

    /// Returns the layout, for a view that shows one.
    ///
    /// # Errors
    /// The subject is a placement or a function.
    pub(crate) fn layout(self, view: &str, name: &str) -> Result<&'a Layout, DrawError> {
        match self {
            DrawSubject::Layout(layout) => Ok(layout),
            DrawSubject::Placement(placement) => {
                let axes = axis_list(placement.axes());
                let message = format!(
                    "the view `{view}` shows memory, but `{name}` is a placement on the axes {axes}"
                );
                Err(DrawError::new(message).note("use the view `grid` or `slots`"))
            }
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
    /// The subject is a layout or a placement.
    pub(crate) fn graphs(self, view: &str, name: &str) -> Result<&'a [LayoutGraph], DrawError> {
        match self {
            DrawSubject::Graphs(graphs) => Ok(graphs),
            DrawSubject::Layout(_) => {
                let message =
                    format!("the view `{view}` shows a function, but `{name}` is a layout");
                Err(DrawError::new(message).note("use the view `grid`, `strip` or `pipeline`"))
            }
            DrawSubject::Placement(_) => {
                let message =
                    format!("the view `{view}` shows a function, but `{name}` is a placement");
                Err(DrawError::new(message).note("use the view `grid` or `slots`"))
            }
        }
    }
}
