
#ifndef LAYOUTC_LANES
/* A vector has LAYOUTC_LANES lanes of 16 bytes, one or two, and each operation stays inside the lanes. LAYOUTC_VECTORS selects the
 * instructions of x86 (2), the vector types of gcc and clang (1), or none (0). */
#ifndef LAYOUTC_VECTORS
#if defined(__SSE2__) || defined(_M_X64)
#define LAYOUTC_VECTORS 2
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
#if LAYOUTC_VECTORS == 2
#include <immintrin.h>
#if defined(__AVX2__)
#define LAYOUTC_LANES 2
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
LAYOUTC_INLINE __m128i layoutc_lane(const unsigned char *p)
{
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}
LAYOUTC_INLINE void layoutc_store_lane(unsigned char *p, __m128i lane)
{
    _mm_storeu_si128((__m128i *)(void *)p, lane);
}
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
#define LAYOUTC_WIDE 0
#define LAYOUTC_PERMUTE 0
#else
#define LAYOUTC_LANES 1
#define LAYOUTC_WIDE 0
#define LAYOUTC_PERMUTE 0
#define LAYOUTC_PREFETCH(p) (void)(p)
#endif
#if LAYOUTC_VECTORS > 0
/* Whether lanes at a distance are contiguous, as far as the compiler knows. */
#if defined(__GNUC__)
#define LAYOUTC_IS_WHOLE(lane) (__builtin_constant_p(lane) && (lane) == 16)
#else
#define LAYOUTC_IS_WHOLE(lane) ((lane) == 16)
#endif
/* Loads a vector of contiguous bytes. */
LAYOUTC_INLINE layoutc_vector layoutc_load(const unsigned char *p)
{
#if LAYOUTC_LANES == 2
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
#elif LAYOUTC_VECTORS == 2
    return layoutc_lane(p);
#else
    layoutc_vector v;
    memcpy(&v, p, 16);
    return v;
#endif
}
/* Returns a vector of zeros. */
LAYOUTC_INLINE layoutc_vector layoutc_zeros(void)
{
#if LAYOUTC_LANES == 2
    return _mm256_setzero_si256();
#elif LAYOUTC_VECTORS == 2
    return _mm_setzero_si128();
#else
    const layoutc_vector v = {0};
    return v;
#endif
}
/* Loads a vector of two lanes, or of the first one. */
LAYOUTC_INLINE layoutc_vector layoutc_load_lanes(const unsigned char *p, const unsigned char *q)
{
#if LAYOUTC_LANES == 2
    return _mm256_inserti128_si256(_mm256_castsi128_si256(layoutc_lane(p)), layoutc_lane(q), 1);
#else
    (void)q;
    return layoutc_load(p);
#endif
}
/* Stores a vector to contiguous bytes. */
LAYOUTC_INLINE void layoutc_store(unsigned char *p, layoutc_vector v)
{
#if LAYOUTC_LANES == 2
    _mm256_storeu_si256((__m256i *)(void *)p, v);
#elif LAYOUTC_VECTORS == 2
    layoutc_store_lane(p, v);
#else
    memcpy(p, &v, 16);
#endif
}
/* Stores the first lanes of two vectors side by side, and the second ones. */
LAYOUTC_INLINE void layoutc_store_pairs(unsigned char *p, unsigned char *q, layoutc_vector a, layoutc_vector b)
{
#if LAYOUTC_LANES == 2
    layoutc_store(p, _mm256_permute2x128_si256(a, b, 0x20));
    layoutc_store(q, _mm256_permute2x128_si256(a, b, 0x31));
#else
    (void)q;
    layoutc_store(p, a);
    layoutc_store(p + 16, b);
#endif
}
/* Stores the lanes of a vector to two places, or the only lane to the first one. */
LAYOUTC_INLINE void layoutc_store_lanes(unsigned char *p, unsigned char *q, layoutc_vector v)
{
#if LAYOUTC_LANES == 2
    layoutc_store_lane(p, _mm256_castsi256_si128(v));
    layoutc_store_lane(q, _mm256_extracti128_si256(v, 1));
#else
    (void)q;
    layoutc_store(p, v);
#endif
}
#endif
#if LAYOUTC_PERMUTE
/* Permutes the bytes of each lane by a table of 16 positions; those from 128 on are zeros. */
LAYOUTC_INLINE layoutc_vector layoutc_permute(layoutc_vector v, const uint8_t *table)
{
#if LAYOUTC_LANES == 2
    return _mm256_shuffle_epi8(v, _mm256_broadcastsi128_si256(layoutc_lane(table)));
#else
    return _mm_shuffle_epi8(v, layoutc_lane(table));
#endif
}
/* Stores a lane of a vector. */
LAYOUTC_INLINE void layoutc_store_part(unsigned char *p, int lane, layoutc_vector v)
{
#if LAYOUTC_LANES == 2
    layoutc_store_lane(p, lane == 0 ? _mm256_castsi256_si128(v) : _mm256_extracti128_si256(v, 1));
#else
    (void)lane;
    layoutc_store_lane(p, v);
#endif
}
#endif
#if LAYOUTC_WIDE
/* Loads a vector of four lanes. */
LAYOUTC_INLINE layoutc_wide layoutc_load_wide(const unsigned char *p, const unsigned char *q, const unsigned char *r, const unsigned char *t)
{
    const layoutc_wide half = _mm512_castsi256_si512(layoutc_load_lanes(p, q));
    return _mm512_inserti64x4(half, layoutc_load_lanes(r, t), 1);
}
/* Stores a vector of four lanes to contiguous bytes. */
LAYOUTC_INLINE void layoutc_store_wide(unsigned char *p, layoutc_wide v)
{
    _mm512_storeu_si512((void *)p, v);
}
#endif
/* Copies bytes without a call of a function: for short rows. */
LAYOUTC_INLINE void layoutc_copy(unsigned char *LAYOUTC_RESTRICT d, const unsigned char *LAYOUTC_RESTRICT s, int64_t bytes)
{
#if LAYOUTC_VECTORS > 0
    const int64_t wide = 16 * LAYOUTC_LANES;
    if (bytes >= wide) {
        for (int64_t at = 0; at < bytes; at += wide) {
            const int64_t x = at + wide <= bytes ? at : bytes - wide;
            layoutc_store(d + x, layoutc_load(s + x));
        }
        return;
    }
#endif
    memcpy(d, s, (size_t)bytes);
}
/* Sets bytes of rows to zero. */
static inline void layoutc_fill(unsigned char *d, int64_t d_stride, int64_t rows, int64_t bytes)
{
    for (int64_t i = 0; i < rows; ++i) {
        unsigned char *const row = d + i * d_stride;
        int64_t at = 0;
#if LAYOUTC_VECTORS > 0
        const layoutc_vector zeros = layoutc_zeros();
        for (; at + 16 * LAYOUTC_LANES <= bytes; at += 16 * LAYOUTC_LANES) {
            layoutc_store(row + at, zeros);
        }
        for (; at + 16 <= bytes; at += 16) {
            layoutc_store_lanes(row + at, row + at, zeros);
        }
#endif
        if (at < bytes) {
            memset(row + at, 0, (size_t)(bytes - at));
        }
    }
}
/* Copies bytes to memory that is not read soon: whole lines around the caches. */
static inline void layoutc_stream(unsigned char *LAYOUTC_RESTRICT d, const unsigned char *LAYOUTC_RESTRICT s, int64_t bytes)
{
#if LAYOUTC_VECTORS == 2
    const int64_t before = (int64_t)(63 & (0 - (uintptr_t)d));
    const int64_t head = before < bytes ? before : bytes;
    int64_t at = head;
    memcpy(d, s, (size_t)head);
    for (; at + 64 <= bytes; at += 64) {
#if LAYOUTC_LANES == 2
        _mm256_stream_si256((__m256i *)(void *)(d + at), layoutc_load(s + at));
        _mm256_stream_si256((__m256i *)(void *)(d + at + 32), layoutc_load(s + at + 32));
#else
        _mm_stream_si128((__m128i *)(void *)(d + at), layoutc_lane(s + at));
        _mm_stream_si128((__m128i *)(void *)(d + at + 16), layoutc_lane(s + at + 16));
        _mm_stream_si128((__m128i *)(void *)(d + at + 32), layoutc_lane(s + at + 32));
        _mm_stream_si128((__m128i *)(void *)(d + at + 48), layoutc_lane(s + at + 48));
#endif
    }
    memcpy(d + at, s + at, (size_t)(bytes - at));
#else
    memcpy(d, s, (size_t)bytes);
#endif
}
/* Makes streamed bytes visible to other threads. */
static inline void layoutc_drain(void)
{
#if LAYOUTC_VECTORS == 2
    _mm_sfence();
#endif
}
#endif
