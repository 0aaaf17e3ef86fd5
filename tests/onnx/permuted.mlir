// Every op has all of its tensors in another order than row major, so that materialize-layouts permutes the dims of every op
// that it can permute.
layout.target @permuted {
  layout.rule "*" [#layout.choice<(C | CN | affine_map<(a, b, c) -> (c, a, b)> | affine_map<(a, b, c, d) -> (c, a, d, b)>
                                     | affine_map<(a, b, c, d, e) -> (d, a, c, e, b)>...)
                                  -> (C | CN | affine_map<(a, b, c) -> (c, a, b)> | affine_map<(a, b, c, d) -> (c, a, d, b)>
                                     | affine_map<(a, b, c, d, e) -> (d, a, c, e, b)>...)>]
}
