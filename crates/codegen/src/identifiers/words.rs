//! The names that a language reserves, separated by white space.

pub(crate) const C_KEYWORDS: &str = "
    alignas alignof asm auto bool break case char const constexpr continue default do double else enum
    extern false float for goto if inline int long main nullptr register restrict return short signed
    sizeof static static_assert struct switch thread_local true typedef typeof typeof_unqual union unsigned
    void volatile while";

pub(crate) const CPP_KEYWORDS: &str = "
    and and_eq bitand bitor catch char16_t char32_t char8_t class co_await co_return co_yield compl concept
    const_cast consteval constinit decltype delete dynamic_cast explicit export final friend import module
    mutable namespace new noexcept not not_eq operator or or_eq override posix private protected public
    reinterpret_cast requires static_cast std template this throw try typeid typename using virtual wchar_t
    xor xor_eq";

/// The functions of the C99 library and of POSIX that compilers recognize without their headers.
pub(super) const C_FUNCTIONS: &str = "
    abort abs asctime atexit atof atoi atol atoll bsearch btowc calloc clearerr clock ctime difftime div
    exit fclose feclearexcept fegetenv fegetexceptflag fegetround feholdexcept feof feraiseexcept ferror
    fesetenv fesetexceptflag fesetround fetestexcept feupdateenv fflush fgetc fgetpos fgets fgetwc fgetws
    fopen fprintf fputc fputs fputwc fputws fread free freopen fscanf fseek fsetpos ftell fwide fwprintf
    fwrite fwscanf getc getchar getenv gets getwc getwchar gmtime imaxabs imaxdiv isalnum isalpha isblank
    iscntrl isdigit isgraph islower isprint ispunct isspace isupper iswalnum iswalpha iswblank iswcntrl
    iswctype iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit isxdigit labs ldiv
    llabs lldiv localeconv localtime longjmp malloc mblen mbrlen mbrtowc mbsinit mbsrtowcs mbstowcs mbtowc
    memchr memcmp memcpy memmove memset mktime perror printf putc putchar puts putwc putwchar qsort raise
    rand realloc remove rename rewind scanf setbuf setjmp setlocale setvbuf signal snprintf sprintf srand
    sscanf strcat strchr strcmp strcoll strcpy strcspn strerror strftime strlen strncat strncmp strncpy
    strpbrk strrchr strspn strstr strtod strtof strtoimax strtok strtol strtold strtoll strtoul strtoull
    strtoumax strxfrm swprintf swscanf system time tmpfile tmpnam tolower toupper towctrans towlower
    towupper ungetc ungetwc vfprintf vfscanf vfwprintf vfwscanf vprintf vscanf vsnprintf vsprintf vsscanf
    vswprintf vswscanf vwprintf vwscanf wcrtomb wcscat wcschr wcscmp wcscoll wcscpy wcscspn wcsftime wcslen
    wcsncat wcsncmp wcsncpy wcspbrk wcsrchr wcsrtombs wcsspn wcsstr wcstod wcstof wcstoimax wcstok wcstol
    wcstold wcstoll wcstombs wcstoul wcstoull wcstoumax wcsxfrm wctob wctomb wctrans wctype wmemchr wmemcmp
    wmemcpy wmemmove wmemset wprintf wscanf
    accept access alloca bcmp bcopy bind bzero close connect dup execl execle execlp execv execve execvp ffs
    ffsl ffsll fork gamma gammaf gammal index link listen open pause pipe pow10 read recv rindex select send
    sleep socket stat stpcpy stpncpy strcasecmp strdup strfmon strncasecmp strndup sync toascii wait write";

/// The mathematical functions for `double` and, with the suffix `f` or `l`, for `float` and `long double`.
pub(super) const C_MATH: &str = "
    acos acosf acosh acoshf acoshl acosl asin asinf asinh asinhf asinhl asinl atan atan2 atan2f atan2l atanf
    atanh atanhf atanhl atanl cabs cabsf cabsl cacos cacosf cacosh cacoshf cacoshl cacosl carg cargf cargl
    casin casinf casinh casinhf casinhl casinl catan catanf catanh catanhf catanhl catanl cbrt cbrtf cbrtl
    ccos ccosf ccosh ccoshf ccoshl ccosl ceil ceilf ceill cexp cexpf cexpl cimag cimagf cimagl clog clogf
    clogl conj conjf conjl copysign copysignf copysignl cos cosf cosh coshf coshl cosl cpow cpowf cpowl cproj
    cprojf cprojl creal crealf creall csin csinf csinh csinhf csinhl csinl csqrt csqrtf csqrtl ctan ctanf
    ctanh ctanhf ctanhl ctanl drem dremf dreml erf erfc erfcf erfcl erff erfl exp exp10 exp10f exp10l exp2
    exp2f exp2l expf expl expm1 expm1f expm1l fabs fabsf fabsl fdim fdimf fdiml finite finitef finitel floor
    floorf floorl fma fmaf fmal fmax fmaxf fmaxl fmin fminf fminl fmod fmodf fmodl frexp frexpf frexpl hypot
    hypotf hypotl ilogb ilogbf ilogbl isinf isinff isinfl isnan isnanf isnanl j0 j0f j0l j1 j1f j1l jn jnf
    jnl ldexp ldexpf ldexpl lgamma lgammaf lgammal llrint llrintf llrintl llround llroundf llroundl log log10
    log10f log10l log1p log1pf log1pl log2 log2f log2l logb logbf logbl logf logl lrint lrintf lrintl lround
    lroundf lroundl modf modff modfl nan nanf nanl nearbyint nearbyintf nearbyintl nextafter nextafterf
    nextafterl nexttoward nexttowardf nexttowardl pow powf powl remainder remainderf remainderl remquo
    remquof remquol rint rintf rintl round roundeven roundf roundl scalb scalbf scalbl scalbln scalblnf
    scalblnl scalbn scalbnf scalbnl signbit significand significandf significandl sin sincos sincosf sincosl
    sinf sinh sinhf sinhl sinl sqrt sqrtf sqrtl tan tanf tanh tanhf tanhl tanl tgamma tgammaf tgammal trunc
    truncf truncl y0 y0f y0l y1 y1f y1l yn ynf ynl";

/// Macros and objects, including those that GCC defines without a header.
pub(super) const C_OTHERS: &str = "
    BUFSIZ CLOCKS_PER_SEC DECIMAL_DIG FILE FILENAME_MAX FOPEN_MAX HUGE_VAL HUGE_VALF HUGE_VALL I INFINITY
    L_tmpnam MATH_ERREXCEPT MATH_ERRNO MB_CUR_MAX MB_LEN_MAX NAN NDEBUG NULL PTRDIFF_MAX PTRDIFF_MIN RAND_MAX
    SEEK_CUR SEEK_END SEEK_SET SIZE_MAX TMP_MAX WEOF assert complex daylight environ errno fpclassify i386
    imaginary isfinite isgreater isgreaterequal isless islessequal islessgreater isnormal isunordered linux
    math_errhandling offsetof signgam stderr stdin stdout timezone tzname unix va_arg va_copy va_end va_start";

pub(super) const RUST_KEYWORDS: &str = "
    Self abstract as async await become box break const continue crate do dyn else enum extern false final
    fn for gen if impl in let loop macro main match mod move mut override priv pub ref return self static
    struct super trait true try type typeof unsafe unsized use virtual where while yield";

/// The prelude and primitive types of Rust.
pub(super) const RUST_NAMES: &str = "
    Err None Ok Option Result Some String Vec bool char core f32 f64 i128 i16 i32 i64 i8 isize main std str u128 u16
    u32 u64 u8 union usize";

/// The words of every shader: the entry point and the helper of the emitters.
pub(crate) const SHADER_WORDS: &str = "layoutc_mul_high main";

/// The keywords of GLSL 4.60 and GLSL ES 3.20, with the words reserved for future versions.
pub(super) const GLSL_KEYWORDS: &str = "
    active asm atomic_uint attribute bool break buffer case cast centroid class coherent common const continue default
    demote discard do double else enum extern external false filter fixed flat float for goto half highp if image1D
    image1DArray image2D image2DArray image2DMS image2DMSArray image2DRect image3D imageBuffer imageCube imageCubeArray
    iimage1D iimage1DArray iimage2D iimage2DArray iimage2DMS iimage2DMSArray iimage2DRect iimage3D iimageBuffer
    iimageCube iimageCubeArray in inline inout input int interface invariant isampler1D isampler1DArray isampler2D
    isampler2DArray isampler2DMS isampler2DMSArray isampler2DRect isampler3D isamplerBuffer isamplerCube
    isamplerCubeArray isubpassInput isubpassInputMS itexture2D layout long lowp mediump namespace noinline nonuniformEXT
    noperspective out output packed partition patch precise precision public readonly resource restrict return sample
    sampler sampler1D sampler1DArray sampler1DArrayShadow sampler1DShadow sampler2D sampler2DArray
    sampler2DArrayShadow sampler2DMS sampler2DMSArray sampler2DRect sampler2DRectShadow sampler2DShadow sampler3D
    sampler3DRect samplerBuffer samplerCube samplerCubeArray samplerCubeArrayShadow samplerCubeShadow samplerShadow
    shared short sizeof smooth static struct subpassInput subpassInputMS subroutine superp switch template terminate
    texture1D texture1DArray texture2D texture2DArray texture2DMS texture2DMSArray texture2DRect texture3D textureBuffer
    textureCube textureCubeArray this true typedef uimage1D uimage1DArray uimage2D uimage2DArray uimage2DMS
    uimage2DMSArray uimage2DRect uimage3D uimageBuffer uimageCube uimageCubeArray uint uniform union unsigned usampler1D
    usampler1DArray usampler2D usampler2DArray usampler2DMS usampler2DMSArray usampler2DRect usampler3D usamplerBuffer
    usamplerCube usamplerCubeArray using usubpassInput usubpassInputMS utexture2D varying void volatile while
    workgroupcoherent writeonly";

/// The built-in functions of GLSL, which GLSL ES does not allow to be redefined.
pub(super) const GLSL_FUNCTIONS: &str = "
    abs acos acosh all any asin asinh atan atanh atomicAdd atomicAnd atomicCompSwap atomicCounter atomicExchange
    atomicMax atomicMin atomicOr atomicXor barrier bitCount bitfieldExtract bitfieldInsert bitfieldReverse ceil clamp
    cos cosh cross dFdx dFdxCoarse dFdxFine dFdy dFdyCoarse dFdyFine degrees determinant distance dot equal exp exp2
    faceforward findLSB findMSB floatBitsToInt floatBitsToUint floor fma fract frexp ftransform fwidth fwidthCoarse
    fwidthFine greaterThan greaterThanEqual groupMemoryBarrier imageAtomicAdd imageLoad imageSamples imageSize
    imageStore imulExtended intBitsToFloat interpolateAtCentroid interpolateAtOffset interpolateAtSample inverse
    inversesqrt isinf isnan ldexp length lessThan lessThanEqual log log2 matrixCompMult max memoryBarrier
    memoryBarrierBuffer memoryBarrierImage memoryBarrierShared min mix mod modf noise1 noise2 noise3 noise4 normalize
    not notEqual outerProduct packDouble2x32 packHalf2x16 packSnorm2x16 packSnorm4x8 packUnorm2x16 packUnorm4x8 pow
    radians reflect refract round roundEven sign sin sinh smoothstep sqrt step tan tanh texelFetch texture textureGather
    textureGrad textureLod textureOffset textureProj textureQueryLevels textureQueryLod textureSize transpose trunc
    uaddCarry uintBitsToFloat umulExtended unpackDouble2x32 unpackHalf2x16 unpackSnorm2x16 unpackSnorm4x8 unpackUnorm2x16
    unpackUnorm4x8 usubBorrow";

/// The types of shader languages whose names a vector or matrix type continues with its lengths.
pub(super) const SHADER_TYPES: &str = "
    bool bvec dmat double dvec f16mat f16vec f32mat f32vec f64mat f64vec fixed float float16_t float32_t
    float64_t half hvec i16vec i32vec i64vec i8vec int int16_t int32_t int64_t int8_t ivec mat min10float
    min12int min16float min16int min16uint u16vec u32vec u64vec u8vec uint uint16_t uint32_t uint64_t uint8_t
    uvec vec";
