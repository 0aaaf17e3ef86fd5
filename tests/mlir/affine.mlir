// Affine maps: no dims, no symbols, no results.
"t.maps"() {a = affine_map<() -> ()>, b = affine_map<(d0) -> ()>, c = affine_map<() -> (0)>, d = affine_map<()[s0] -> (s0)>, e = affine_map<(d0, d1)[s0, s1] -> ()>} : () -> ()
// -----
// Affine maps: permutations.
"t.maps"() {a = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>, b = affine_map<(d0, d1) -> (d1, d0)>, c = affine_map<(d0, d1) -> (d1)>, d = affine_map<(d0) -> (d0, d0)>} : () -> ()
// -----
// Affine maps: free names of dims and symbols.
"t.maps"() {a = affine_map<(row, col)[N, M] -> (row * 2 + N, col - M)>, b = affine_map<(i, _j, k1)[s.x, t$y] -> (i + _j + k1 + s.x + t$y)>} : () -> ()
// -----
// Affine maps: words as names of dims.
"t.maps"() {a = affine_map<(mod, floordiv, ceildiv) -> (mod, ceildiv, floordiv)>, b = affine_map<(i32, loc) -> (loc + i32)>} : () -> ()
// -----
// Affine maps: sums and differences.
"t.maps"() {a = affine_map<(d0, d1) -> (d0 + d1, d0 - d1, d0 + 1, d0 - 1, 1 + d0, 1 - d0)>} : () -> ()
// -----
// Affine maps: negation.
"t.maps"() {a = affine_map<(d0, d1) -> (-d0, -(d0 + d1), -d0 - d1, --d0, -(-d0), d0--1, d0 -1, d0-1)>} : () -> ()
// -----
// Affine maps: products with constants and with symbols.
"t.maps"() {a = affine_map<(d0)[s0, s1] -> (d0 * 2, 2 * d0, d0 * -1, d0 * -3, d0 * s0, s0 * d0, d0 * (s0 + 1), s0 * s1)>} : () -> ()
// -----
// Affine maps: floordiv, ceildiv and mod.
"t.maps"() {a = affine_map<(d0, d1)[s0] -> (d0 floordiv 4, d0 ceildiv 4, d0 mod 4, (d0 + d1) floordiv 3, (d0 * 3) mod 7, d0 floordiv s0, d0 mod s0, d0 ceildiv (s0 + 1))>} : () -> ()
// -----
// Affine maps: division by negatives and by zero is preserved.
"t.maps"() {a = affine_map<(d0) -> (d0 floordiv -3, d0 ceildiv -2)>, b = affine_map<(d0) -> (d0 floordiv 0)>, c = affine_map<(d0) -> (d0 mod -3)>} : () -> ()
// -----
// Affine maps: parentheses and precedence.
"t.maps"() {a = affine_map<(d0, d1) -> ((d0 + d1) * 2, d0 + d1 * 2, ((d0)), (((d0 + 1) * 2 + d1) * 3), d0 + (d1 - (d0 + 1)), d0 - (d1 - 2), d0 * 4 floordiv 3, (d0 floordiv 2) * 2 + d0 mod 2)>} : () -> ()
// -----
// Affine maps: constants fold as MLIR folds them.
"t.maps"() {a = affine_map<(d0) -> (1 + 2, 7 mod 3, 7 floordiv 2, -7 floordiv 2, -7 mod 3, -7 ceildiv 2, 3 * 4, d0 * 2 * 3, d0 + 1 + 2, d0 + 0, d0 * 1, d0 * 0)>} : () -> ()
// -----
// Affine maps: terms combine as MLIR combines them.
"t.maps"() {a = affine_map<(d0, d1)[s0] -> (d0 + d0, d0 - d0, d0 mod 1, d0 floordiv 1, (d0 * 4) floordiv 2, (d0 * 4) mod 2, d0 + d1 + d0, d1 + d0, s0 + d0, (d0 floordiv 2) floordiv 3, (d0 mod 8) mod 4)>} : () -> ()
// -----
// Affine maps: large and hexadecimal constants.
"t.maps"() {a = affine_map<(d0) -> (d0 + 9223372036854775807, d0 - 9223372036854775807, 0x10 + d0, 4294967296 * d0)>} : () -> ()
// -----
// Affine maps: empty symbol list.
"t.maps"() {a = affine_map<(d0)[] -> (d0)>} : () -> ()
// -----
// Affine maps: odd blanks.
"t.maps"() {a = affine_map<  ( d0 ,d1 ) [ s0 ]->( d0+s0 , d1*2,
   d0   floordiv
   2 ) >} : () -> ()
// -----
// Affine maps: fifteen dims.
"t.maps"() {a = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14) -> (d14, d13, d12, d11, d10, d9, d8, d7, d6, d5, d4, d3, d2, d1, d0)>} : () -> ()
// -----
// Affine maps: a tiling of two dims, as layouts are written.
"t.maps"() {a = affine_map<(n, c, h, w) -> (n, c floordiv 32, h, w, c mod 32)>} : () -> ()
// -----
// Affine sets: equalities and inequalities.
"t.sets"() {a = affine_set<(d0) : (d0 >= 0)>, b = affine_set<(d0)[N] : (d0 - N == 0, N - d0 - 1 >= 0)>, c = affine_set<(d0, d1) : (d0 + d1 >= 0, d0 - d1 == 0)>} : () -> ()
// -----
// Affine sets: two-sided and reversed constraints.
"t.sets"() {a = affine_set<(d0) : (d0 <= 10)>, b = affine_set<(d0, d1) : (d0 >= d1)>, c = affine_set<(d0, d1) : (d0 == d1)>, d = affine_set<(d0)[s0] : (0 <= d0, d0 * 2 <= s0 + 1, d0 mod 2 == 1)>} : () -> ()
// -----
// Affine sets: no dims, no constraints.
"t.sets"() {a = affine_set<() : (1 == 0)>, b = affine_set<() : (0 == 0)>, c = affine_set<(d0) : ()>, d = affine_set<()[s0] : (s0 >= 1)>} : () -> ()
// -----
// Affine sets: floordiv, ceildiv and mod.
"t.sets"() {a = affine_set<(d0, d1)[s0] : (d0 floordiv 2 - d1 >= 0, d0 mod 4 == 0, -(d1 ceildiv 3) + s0 >= 0)>} : () -> ()
// -----
// Affine maps and sets in arrays, shared through aliases.
#swap = affine_map<(d0, d1) -> (d1, d0)>
#half = affine_set<(d0, d1) : (d0 - d1 >= 0)>
"t.both"() {a = [#swap, #half, #swap], b = {m = #swap}} : () -> ()
