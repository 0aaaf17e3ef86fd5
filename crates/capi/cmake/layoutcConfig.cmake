# The package `layoutc`: `find_package(layoutc)` defines the targets `layoutc::layoutc`, the shared library, and
# `layoutc::layoutc_static`. The paths are relative to this file, so the installed folder can be moved.

include(CMakeFindDependencyMacro)
find_dependency(Threads)

get_filename_component(_layoutc_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET layoutc::layoutc)
  add_library(layoutc::layoutc SHARED IMPORTED)
  set_target_properties(layoutc::layoutc PROPERTIES
    IMPORTED_LOCATION "${_layoutc_prefix}/lib/liblayoutc.so"
    IMPORTED_NO_SONAME TRUE
    INTERFACE_INCLUDE_DIRECTORIES "${_layoutc_prefix}/include")
endif()

if(NOT TARGET layoutc::layoutc_static)
  # The system libraries are those of Rust's standard library.
  add_library(layoutc::layoutc_static STATIC IMPORTED)
  set_target_properties(layoutc::layoutc_static PROPERTIES
    IMPORTED_LOCATION "${_layoutc_prefix}/lib/liblayoutc.a"
    INTERFACE_INCLUDE_DIRECTORIES "${_layoutc_prefix}/include"
    INTERFACE_LINK_LIBRARIES "Threads::Threads;${CMAKE_DL_LIBS};m")
endif()

unset(_layoutc_prefix)
