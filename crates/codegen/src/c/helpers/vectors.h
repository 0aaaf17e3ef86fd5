#if LAYOUTC_VECTORS >= 2
LAYOUTC_INLINE __m128i layoutc_lane(const unsigned char *p)
{
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}
LAYOUTC_INLINE void layoutc_store_lane(unsigned char *p, __m128i lane)
{
    _mm_storeu_si128((__m128i *)(void *)p, lane);
}
#endif
#if LAYOUTC_VECTORS > 0
/* Loads a vector of contiguous bytes. */
LAYOUTC_INLINE layoutc_vector layoutc_load(const unsigned char *p)
{
#if LAYOUTC_LANES == 2
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
#elif LAYOUTC_VECTORS >= 2
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
#elif LAYOUTC_VECTORS >= 2
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
#elif LAYOUTC_VECTORS >= 2
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
LAYOUTC_SHORT void layoutc_copy(unsigned char *LAYOUTC_RESTRICT d, const unsigned char *LAYOUTC_RESTRICT s, int64_t bytes)
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
        layoutc_vector zeros = layoutc_zeros();
        LAYOUTC_OPAQUE(zeros);
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
#if LAYOUTC_VECTORS >= 2
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
#if LAYOUTC_VECTORS >= 2
    _mm_sfence();
#endif
}
