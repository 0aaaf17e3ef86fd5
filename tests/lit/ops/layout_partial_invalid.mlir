// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

layout.descriptor @way {
  %d, %m = layout.axes [device: 2, m: 4]
  // expected-error @below {{`layout.partial` of `%d`: parts cannot be combined by "maxx"; expected one of `add`, `max`, `min`, `and`, `or`}}
  // expected-note @below {{did you mean `max`?}}
  layout.partial %d by maxx
  %i = layout.pass_through %m
  layout.yield %i
}

// -----

layout.descriptor @missing {
  %d, %m = layout.axes [device: 2, m: 4]
  // expected-error @below {{expected `by`}}
  layout.partial %d
  %i = layout.pass_through %m
  layout.yield %i
}

// -----

layout.descriptor @part {
  %d, %m = layout.axes [device: 2, part: 4]
  layout.partial %d by add
  %i = layout.pass_through %m
  // expected-error @below {{an axis of a placement with parts must not have the name `part`, which is that of the parts in answers}}
  layout.yield %i
}
