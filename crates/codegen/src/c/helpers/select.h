
#ifndef LAYOUTC_LANES
/* LAYOUTC_VECTORS selects how kernels move data: in vectors of x86, of AVX2 if the CPU at run time has it (3) or those that the
 * compiler's options state (2); in the vector types of gcc and clang (1); or without vectors (0). */
#ifndef LAYOUTC_VECTORS
#if defined(__AVX2__) || defined(_M_X64) && !defined(__GNUC__)
#define LAYOUTC_VECTORS 2
#elif defined(__SSE2__)
#if defined(__x86_64__) && __STDC_HOSTED__ && (defined(__clang__) || __GNUC__ > 4) && !defined(_MSC_VER) \
    && !defined(__INTEL_COMPILER) && !defined(__CUDACC__) && !defined(__HIP__)
#define LAYOUTC_VECTORS 3
#else
#define LAYOUTC_VECTORS 2
#endif
#elif defined(__GNUC__)
#define LAYOUTC_VECTORS 1
#else
#define LAYOUTC_VECTORS 0
#endif
#endif
#if defined(__GNUC__)
#define LAYOUTC_INLINE static inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define LAYOUTC_INLINE static __forceinline
#else
#define LAYOUTC_INLINE static inline
#endif
/* A buffer at a multiple of a number of bytes: of a cache line, so that no vector in it crosses one, or of its size, so that it
 * crosses no page. */
#if defined(__GNUC__)
#define LAYOUTC_ALIGNED(bytes) __attribute__((aligned(bytes)))
#elif defined(_MSC_VER)
#define LAYOUTC_ALIGNED(bytes) __declspec(align(bytes))
#else
#define LAYOUTC_ALIGNED(bytes)
#endif
#if LAYOUTC_VECTORS == 3
/* A kernel is compiled for two kinds of CPUs. Its body is a part of both functions, and calls functions of its kind. */
#define LAYOUTC_AVX2_TARGET __attribute__((target("avx2")))
#define LAYOUTC_HAS_AVX2 (__builtin_cpu_init(), __builtin_cpu_supports("avx2"))
#define LAYOUTC_LIST(...) __VA_ARGS__
#define LAYOUTC_VECTOR_KERNEL(name, arguments, ...) \
    LAYOUTC_INLINE void layoutc_kernel_##name(int has_avx2, __VA_ARGS__); \
    LAYOUTC_AVX2_TARGET static void layoutc_avx2_kernel_##name(__VA_ARGS__) \
    { \
        layoutc_kernel_##name(1, LAYOUTC_LIST arguments); \
    } \
    LAYOUTC_KERNEL void name(__VA_ARGS__) \
    { \
        if (LAYOUTC_HAS_AVX2) { \
            layoutc_avx2_kernel_##name arguments; \
        } else { \
            layoutc_kernel_##name(0, LAYOUTC_LIST arguments); \
        } \
    } \
    LAYOUTC_INLINE void layoutc_kernel_##name(int has_avx2, __VA_ARGS__)
#define LAYOUTC_CALL(name, arguments) \
    do { \
        if (has_avx2) { \
            layoutc_avx2_##name arguments; \
        } else { \
            layoutc_##name arguments; \
        } \
    } while (0)
#else
#define LAYOUTC_VECTOR_KERNEL(name, arguments, ...) LAYOUTC_KERNEL void name(__VA_ARGS__)
#define LAYOUTC_CALL(name, arguments) layoutc_##name arguments
#endif
#define LAYOUTC_SHORT LAYOUTC_INLINE
/* A vector has LAYOUTC_LANES lanes of 16 bytes, one or two, and each operation stays inside the lanes. */
#if LAYOUTC_VECTORS >= 2
#include <immintrin.h>
#if defined(__AVX2__)
#define LAYOUTC_LANES 2
/* Interleaves the units of the lanes of a vector; `low` interleaves the first halves of two lanes. */
#define LAYOUTC_ZIP(low, v) \
    low(_mm256_permute4x64_epi64(v, 0xd8), _mm256_srli_si256(_mm256_permute4x64_epi64(v, 0xd8), 8))
#define LAYOUTC_OP(name) _mm256_##name
typedef __m256i layoutc_vector;
#else
#define LAYOUTC_LANES 1
#define LAYOUTC_OP(name) _mm_##name
typedef __m128i layoutc_vector;
#endif
#define LAYOUTC_LOW_1 LAYOUTC_OP(unpacklo_epi8)
#define LAYOUTC_HIGH_1 LAYOUTC_OP(unpackhi_epi8)
#define LAYOUTC_LOW_2 LAYOUTC_OP(unpacklo_epi16)
#define LAYOUTC_HIGH_2 LAYOUTC_OP(unpackhi_epi16)
#define LAYOUTC_LOW_4 LAYOUTC_OP(unpacklo_epi32)
#define LAYOUTC_HIGH_4 LAYOUTC_OP(unpackhi_epi32)
#define LAYOUTC_LOW_8 LAYOUTC_OP(unpacklo_epi64)
#define LAYOUTC_HIGH_8 LAYOUTC_OP(unpackhi_epi64)
#if defined(__SSSE3__) || defined(__AVX__)
#define LAYOUTC_PERMUTE 1
#else
#define LAYOUTC_PERMUTE 0
#endif
#if defined(__AVX512BW__)
/* Vectors of four lanes. */
#define LAYOUTC_WIDE 1
typedef __m512i layoutc_wide;
#define LAYOUTC_WIDE_LOW_1 _mm512_unpacklo_epi8
#define LAYOUTC_WIDE_HIGH_1 _mm512_unpackhi_epi8
#define LAYOUTC_WIDE_LOW_2 _mm512_unpacklo_epi16
#define LAYOUTC_WIDE_HIGH_2 _mm512_unpackhi_epi16
#define LAYOUTC_WIDE_LOW_4 _mm512_unpacklo_epi32
#define LAYOUTC_WIDE_HIGH_4 _mm512_unpackhi_epi32
#define LAYOUTC_WIDE_LOW_8 _mm512_unpacklo_epi64
#define LAYOUTC_WIDE_HIGH_8 _mm512_unpackhi_epi64
#else
#define LAYOUTC_WIDE 0
#endif
#define LAYOUTC_PREFETCH(p) _mm_prefetch((const char *)(p), _MM_HINT_T0)
/* Hides the value of a vector, so that compilers do not replace a loop of zeros with a call of memset. */
#if defined(__GNUC__)
#define LAYOUTC_OPAQUE(v) __asm__("" : "+x"(v))
#else
#define LAYOUTC_OPAQUE(v) (void)(v)
#endif
#elif LAYOUTC_VECTORS == 1
#define LAYOUTC_LANES 1
typedef uint8_t layoutc_vector __attribute__((vector_size(16)));
typedef uint8_t layoutc_units_1 __attribute__((vector_size(16)));
typedef uint16_t layoutc_units_2 __attribute__((vector_size(16)));
typedef uint32_t layoutc_units_4 __attribute__((vector_size(16)));
typedef uint64_t layoutc_units_8 __attribute__((vector_size(16)));
#if defined(__clang__)
#define LAYOUTC_SHUFFLE(units, a, b, ...) (layoutc_vector)__builtin_shufflevector((units)(a), (units)(b), __VA_ARGS__)
#else
#define LAYOUTC_SHUFFLE(units, a, b, ...) (layoutc_vector)__builtin_shuffle((units)(a), (units)(b), __extension__(units){__VA_ARGS__})
#endif
#define LAYOUTC_LOW_1(a, b) LAYOUTC_SHUFFLE(layoutc_units_1, a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define LAYOUTC_HIGH_1(a, b) LAYOUTC_SHUFFLE(layoutc_units_1, a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#define LAYOUTC_LOW_2(a, b) LAYOUTC_SHUFFLE(layoutc_units_2, a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define LAYOUTC_HIGH_2(a, b) LAYOUTC_SHUFFLE(layoutc_units_2, a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#define LAYOUTC_LOW_4(a, b) LAYOUTC_SHUFFLE(layoutc_units_4, a, b, 0, 4, 1, 5)
#define LAYOUTC_HIGH_4(a, b) LAYOUTC_SHUFFLE(layoutc_units_4, a, b, 2, 6, 3, 7)
#define LAYOUTC_LOW_8(a, b) LAYOUTC_SHUFFLE(layoutc_units_8, a, b, 0, 2)
#define LAYOUTC_HIGH_8(a, b) LAYOUTC_SHUFFLE(layoutc_units_8, a, b, 1, 3)
#define LAYOUTC_PREFETCH(p) __builtin_prefetch(p)
#define LAYOUTC_OPAQUE(v) (void)(v)
#define LAYOUTC_WIDE 0
#define LAYOUTC_PERMUTE 0
#else
#define LAYOUTC_LANES 1
#define LAYOUTC_WIDE 0
#define LAYOUTC_PERMUTE 0
#define LAYOUTC_PREFETCH(p) (void)(p)
#endif
#if LAYOUTC_LANES == 1
#define LAYOUTC_ZIP(low, v) (v)
#endif
/* Whether lanes at a distance are contiguous, as far as the compiler knows. */
#if defined(__GNUC__)
#define LAYOUTC_IS_WHOLE(lane) (__builtin_constant_p(lane) && (lane) == 16)
#else
#define LAYOUTC_IS_WHOLE(lane) ((lane) == 16)
#endif
#endif
