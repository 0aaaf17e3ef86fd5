// dlti: data layouts and systems on a module.
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "private"}> ({
  }) : () -> ()
}) {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<index, 64 : i64>, #dlti.dl_entry<i64, dense<[64, 128]> : vector<2xi64>>, #dlti.dl_entry<"dlti.stack_alignment", 128 : i64>, #dlti.dl_entry<!llvm.ptr<3>, dense<32> : vector<4xi64>>>, dlti.target_system_spec = #dlti.target_system_spec<"CPU" : #dlti.target_device_spec<#dlti.dl_entry<"L1", 4096 : i32>>, "GPU" : #dlti.target_device_spec<#dlti.dl_entry<"width", 16 : i32>>>} : () -> ()
