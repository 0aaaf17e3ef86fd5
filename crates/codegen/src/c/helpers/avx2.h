#define LAYOUTC_AVX2_LANES 2
#define LAYOUTC_AVX2_LOW_1 _mm256_unpacklo_epi8
#define LAYOUTC_AVX2_HIGH_1 _mm256_unpackhi_epi8
#define LAYOUTC_AVX2_LOW_2 _mm256_unpacklo_epi16
#define LAYOUTC_AVX2_HIGH_2 _mm256_unpackhi_epi16
#define LAYOUTC_AVX2_LOW_4 _mm256_unpacklo_epi32
#define LAYOUTC_AVX2_HIGH_4 _mm256_unpackhi_epi32
#define LAYOUTC_AVX2_LOW_8 _mm256_unpacklo_epi64
#define LAYOUTC_AVX2_HIGH_8 _mm256_unpackhi_epi64
#define LAYOUTC_AVX2_ZIP(low, v) \
    low(_mm256_permute4x64_epi64(v, 0xd8), _mm256_srli_si256(_mm256_permute4x64_epi64(v, 0xd8), 8))
typedef __m256i layoutc_avx2_vector;
#define LAYOUTC_AVX2_SHORT LAYOUTC_AVX2_TARGET static inline
