// Integer arithmetic: one type in the text for all values.
func.func @integers(%a: i32, %b: i32, %t: tensor<4x?xi32>, %v: vector<[4]xi8>, %i: index) {
  %0 = arith.andi %a, %b : i32
  %1 = arith.ceildivsi %a, %b : i32
  %2 = arith.ceildivui %a, %b : i32
  %3 = arith.divsi %a, %b : i32
  %4 = arith.divui %a, %b : i32
  %5 = arith.floordivsi %a, %b : i32
  %6 = arith.maxsi %a, %b : i32
  %7 = arith.maxui %a, %b : i32
  %8 = arith.minsi %a, %b : i32
  %9 = arith.minui %a, %b : i32
  %10 = arith.ori %a, %b : i32
  %11 = arith.remsi %a, %b : i32
  %12 = arith.remui %a, %b : i32
  %13 = arith.shrsi %a, %b : i32
  %14 = arith.shrui %a, %b : i32
  %15 = arith.xori %a, %b : i32
  %16 = arith.addi %a, %b : i32
  %17 = arith.addi %t, %t overflow<nuw, nsw> {x = 1} : tensor<4x?xi32>
  %18 = arith.muli %a, %b : i32
  %19 = arith.muli %t, %t overflow<nuw, nsw> {x = 1} : tensor<4x?xi32>
  %20 = arith.shli %a, %b : i32
  %21 = arith.shli %t, %t overflow<nuw, nsw> {x = 1} : tensor<4x?xi32>
  %22 = arith.subi %a, %b : i32
  %23 = arith.subi %t, %t overflow<nuw, nsw> {x = 1} : tensor<4x?xi32>
  %24 = arith.addi %v, %v overflow<none> : vector<[4]xi8>
  %25 = arith.addi %i, %i overflow<nsw> : index
  %sum, %flag = arith.addui_extended %a, %b {k} : i32, i1
  %both:2 = arith.addui_extended %t, %t : tensor<4x?xi32>, tensor<4x?xi1>
  %low, %high = arith.mulsi_extended %a, %b : i32
  %p:2 = arith.mului_extended %v, %v : vector<[4]xi8>
  %last = arith.addi %both#0, %t : tensor<4x?xi32>
  return
}
// -----
// Float arithmetic with flags.
func.func @floats(%a: f32, %b: f32, %t: tensor<4xbf16>) {
  %0 = arith.addf %a, %b : f32
  %1 = arith.divf %a, %b : f32
  %2 = arith.maximumf %a, %b : f32
  %3 = arith.maxnumf %a, %b : f32
  %4 = arith.minimumf %a, %b : f32
  %5 = arith.minnumf %a, %b : f32
  %6 = arith.mulf %a, %b : f32
  %7 = arith.remf %a, %b : f32
  %8 = arith.subf %a, %b : f32
  %9 = arith.addf %a, %b fastmath<fast> : f32
  %10 = arith.mulf %t, %t fastmath<ninf, nnan> {k = unit} : tensor<4xbf16>
  %11 = arith.subf %a, %b fastmath<reassoc,nnan,ninf,nsz,arcp,contract,afn> : f32
  %12 = arith.divf %a, %b fastmath<none> : f32
  %negated = arith.negf %a : f32
  %finite = arith.negf %t fastmath<nnan,contract> : tensor<4xbf16>
  return
}
// -----
// Comparisons: every predicate, and the type of the result.
func.func @comparisons(%a: i32, %t: tensor<2x?xi32, {layout.note = "kept"}>, %v: vector<2x[4]xi32>, %f: f32, %g: tensor<*xf64>) {
  %0 = arith.cmpi eq, %a, %a : i32
  %1 = arith.cmpi ne, %a, %a : i32
  %2 = arith.cmpi slt, %a, %a : i32
  %3 = arith.cmpi sle, %a, %a : i32
  %4 = arith.cmpi sgt, %a, %a : i32
  %5 = arith.cmpi sge, %a, %a : i32
  %6 = arith.cmpi ult, %a, %a : i32
  %7 = arith.cmpi ule, %a, %a : i32
  %8 = arith.cmpi ugt, %a, %a : i32
  %9 = arith.cmpi uge, %a, %a : i32
  %10 = arith.cmpi eq, %t, %t : tensor<2x?xi32, {layout.note = "kept"}>
  %11 = arith.cmpi ult, %v, %v {k} : vector<2x[4]xi32>
  %12 = arith.cmpf false, %f, %f : f32
  %13 = arith.cmpf oeq, %f, %f : f32
  %14 = arith.cmpf ogt, %f, %f : f32
  %15 = arith.cmpf oge, %f, %f : f32
  %16 = arith.cmpf olt, %f, %f : f32
  %17 = arith.cmpf ole, %f, %f : f32
  %18 = arith.cmpf one, %f, %f : f32
  %19 = arith.cmpf ord, %f, %f : f32
  %20 = arith.cmpf ueq, %f, %f : f32
  %21 = arith.cmpf ugt, %f, %f : f32
  %22 = arith.cmpf uge, %f, %f : f32
  %23 = arith.cmpf ult, %f, %f : f32
  %24 = arith.cmpf ule, %f, %f : f32
  %25 = arith.cmpf une, %f, %f : f32
  %26 = arith.cmpf uno, %f, %f : f32
  %27 = arith.cmpf true, %f, %f : f32
  %28 = arith.cmpf olt, %g, %g fastmath<nnan> : tensor<*xf64>
  return
}
// -----
// Casts and rounding modes.
func.func @casts(%a: i32, %f: f32, %i: index, %h: f64, %t: tensor<4xf64>) {
  %0 = arith.bitcast %a : i32 to f32
  %1 = arith.extf %f : f32 to f64
  %2 = arith.extsi %a {k} : i32 to i64
  %3 = arith.extui %a : i32 to i64
  %4 = arith.fptosi %f : f32 to i32
  %5 = arith.fptoui %f : f32 to i32
  %6 = arith.index_cast %i : index to i32
  %7 = arith.index_castui %a : i32 to index
  %8 = arith.sitofp %a : i32 to f32
  %9 = arith.trunci %a : i32 to i8
  %10 = arith.uitofp %a : i32 to f32
  %11 = arith.truncf %h : f64 to f32
  %12 = arith.truncf %h to_nearest_even : f64 to f32
  %13 = arith.truncf %h downward : f64 to f32
  %14 = arith.truncf %h upward : f64 to f32
  %15 = arith.truncf %h toward_zero : f64 to f32
  %16 = arith.truncf %h to_nearest_away : f64 to f32
  %17 = arith.truncf %t upward {k} : tensor<4xf64> to tensor<4xf32>
  return
}
// -----
// Constants and selections.
func.func @constants(%c: i1, %tc: tensor<4xi1>, %t: tensor<4xi32>) {
  %0 = arith.constant 1 : index
  %1 = arith.constant -5 : i8
  %2 = arith.constant 1
  %3 = arith.constant true
  %4 = arith.constant 2.5 : f32
  %5 = arith.constant 0x7FC00000 : f32
  %6 = arith.constant {k = "x"} dense<[1, 2, 3, 4]> : tensor<4xi32>
  %7 = arith.constant dense<0.0> : vector<4xf32>
  %8 = arith.constant dense_resource<blob> : tensor<2xi32>
  %9 = arith.constant sparse<[[0]], [1]> : tensor<4xi32>
  %10 = arith.select %c, %1, %1 : i8
  %11 = arith.select %tc, %t, %6 {k} : tensor<4xi1>, tensor<4xi32>
  %12 = arith.select %c, %t, %6 : tensor<4xi32>
  return
}
{-#
  dialect_resources: {
    builtin: {
      blob: "0x0400000001000000"
    }
  }
#-}
