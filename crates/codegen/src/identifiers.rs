//! Conversion of symbols to unique identifiers of C and Rust. A symbol may be any text.

use std::collections::{BTreeMap, BTreeSet};

/// The names of a language that a generated identifier must not use.
pub(crate) struct Reserved {
    words: BTreeSet<&'static str>,
    /// Returns `true` if a name has a form that the language or its headers reserve.
    has_reserved_form: fn(&str) -> bool,
    /// The suffix that is appended to a reserved name.
    ending: &'static str,
}

impl Reserved {
    /// Returns the reserved names of C and C++: keywords, library declarations, reserved macro prefixes, and Vulkan
    /// names.
    pub(crate) fn c() -> Reserved {
        let words = [C_KEYWORDS, CPP_KEYWORDS, C_FUNCTIONS, C_MATH, C_OTHERS];
        Reserved { words: split(&words), has_reserved_form: has_c_form, ending: "_vk" }
    }

    /// Returns the reserved names of C and C++ for addressing functions, with the name of the emitted helper and the
    /// suffix `_fn`.
    pub(crate) fn c_functions() -> Reserved {
        let mut reserved = Reserved { ending: "_fn", ..Reserved::c() };
        reserved.words.insert("layoutc_mul_high");
        reserved
    }

    /// Returns the reserved names of all Rust editions.
    pub(crate) fn rust() -> Reserved {
        Reserved { words: split(&[RUST_KEYWORDS]), has_reserved_form: |_| false, ending: "_vk" }
    }

    fn holds(&self, name: &str) -> bool {
        self.words.contains(name) || (self.has_reserved_form)(name)
    }
}

fn split(tables: &[&'static str]) -> BTreeSet<&'static str> {
    tables.iter().flat_map(|table| table.split_whitespace()).collect()
}

/// Returns a unique identifier for each symbol, in the order of the symbols. An identifier with any of the `endings`
/// appended, such as `x_dims`, is also unique.
///
/// A symbol that is a valid identifier keeps its name, even if another symbol converts to the same name. In other
/// symbols, each sequence of characters other than ASCII letters and digits becomes `_`, a reserved name gets a suffix
/// (`_vk`), and a name in use gets a number.
pub(crate) fn identifiers(symbols: &[&str], reserved: &Reserved, endings: &[&str]) -> Vec<String> {
    let mut names = Names { endings, taken: BTreeSet::new(), numbers: BTreeMap::new() };
    let preferred: Vec<String> =
        symbols.iter().map(|symbol| identifier(symbol, reserved)).collect();
    let mut order: Vec<usize> = (0..symbols.len()).collect();
    order.sort_by_key(|&at| preferred[at] != symbols[at]);
    let mut unique = vec![String::new(); symbols.len()];
    for at in order {
        unique[at] = names.claim(&preferred[at]);
    }
    unique
}

/// Returns the preferred identifier of a symbol: ASCII letters, digits and single inner underscores after an initial
/// letter. C++ does not reserve names of this form.
fn identifier(symbol: &str, reserved: &Reserved) -> String {
    let words: Vec<&str> = symbol
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let text = words.join("_");
    let has_letter = symbol.starts_with(|c: char| c.is_ascii_alphabetic());
    let text = match (has_letter, text.is_empty()) {
        (true, _) => text,
        (false, true) => "t".to_owned(),
        (false, false) => format!("t_{text}"),
    };
    if reserved.holds(&text) { format!("{text}{}", reserved.ending) } else { text }
}

struct Names<'a> {
    endings: &'a [&'a str],
    taken: BTreeSet<String>,
    /// The last number tried for each name, so that many equal names take linear time.
    numbers: BTreeMap<String, u32>,
}

impl Names<'_> {
    fn claim(&mut self, preferred: &str) -> String {
        let mut name = preferred.to_owned();
        while !self.is_free(&name) {
            let number = self.numbers.entry(preferred.to_owned()).or_insert(1);
            *number += 1;
            name = format!("{preferred}_{number}");
        }
        self.taken.extend(self.endings.iter().map(|ending| format!("{name}{ending}")));
        self.taken.insert(name.clone());
        name
    }

    fn is_free(&self, name: &str) -> bool {
        let with = |ending: &&str| !self.taken.contains(&format!("{name}{ending}"));
        !self.taken.contains(name) && self.endings.iter().all(with)
    }
}

/// Returns `true` if C reserves the form of a name for future versions or macros, or Vulkan uses the form.
fn has_c_form(name: &str) -> bool {
    const MACROS: &[&str] = &[
        "CHAR", "DBL", "E", "FE_", "FLT", "FP_", "INT", "LC_", "LDBL", "LLONG", "LONG", "PRI",
        "SCHAR", "SCN", "SHRT", "SIG", "UCHAR", "UINT", "ULLONG", "ULONG", "USHRT", "WCHAR",
        "WINT",
    ];
    const VULKAN: &[&str] = &["PFN_", "VK_", "VULKAN_", "Vk"];
    let is_macro = !name.contains(|c: char| c.is_ascii_lowercase())
        && MACROS.iter().any(|prefix| name.starts_with(prefix));
    let is_function = name
        .strip_prefix("vk")
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
    let is_vulkan = is_function || VULKAN.iter().any(|prefix| name.starts_with(prefix));
    is_macro || is_vulkan || name.ends_with("_t")
}

const C_KEYWORDS: &str = "
    alignas alignof asm auto bool break case char const constexpr continue default do double else enum
    extern false float for goto if inline int long main nullptr register restrict return short signed
    sizeof static static_assert struct switch thread_local true typedef typeof typeof_unqual union unsigned
    void volatile while";

const CPP_KEYWORDS: &str = "
    and and_eq bitand bitor catch char16_t char32_t char8_t class co_await co_return co_yield compl concept
    const_cast consteval constinit decltype delete dynamic_cast explicit export final friend import module
    mutable namespace new noexcept not not_eq operator or or_eq override posix private protected public
    reinterpret_cast requires static_cast std template this throw try typeid typename using virtual wchar_t
    xor xor_eq";

/// The functions of the C99 library and of POSIX that compilers recognize without their headers.
const C_FUNCTIONS: &str = "
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
const C_MATH: &str = "
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
const C_OTHERS: &str = "
    BUFSIZ CLOCKS_PER_SEC DECIMAL_DIG FILE FILENAME_MAX FOPEN_MAX HUGE_VAL HUGE_VALF HUGE_VALL I INFINITY
    L_tmpnam MATH_ERREXCEPT MATH_ERRNO MB_CUR_MAX MB_LEN_MAX NAN NDEBUG NULL PTRDIFF_MAX PTRDIFF_MIN RAND_MAX
    SEEK_CUR SEEK_END SEEK_SET SIZE_MAX TMP_MAX WEOF assert complex daylight environ errno fpclassify i386
    imaginary isfinite isgreater isgreaterequal isless islessequal islessgreater isnormal isunordered linux
    math_errhandling offsetof signgam stderr stdin stdout timezone tzname unix va_arg va_copy va_end va_start";

const RUST_KEYWORDS: &str = "
    Self abstract as async await become box break const continue crate do dyn else enum extern false final
    fn for gen if impl in let loop macro main match mod move mut override priv pub ref return self static
    struct super trait true try type typeof unsafe unsized use virtual where while yield";

/// Returns the FNV-1a hash of the declarations of a header. The hash is part of the include guard, so one translation
/// unit can include several headers.
pub(crate) fn fingerprint(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests;
