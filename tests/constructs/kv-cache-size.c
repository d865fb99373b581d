/* Products and sums beyond an int, and what a narrower range leaves out: an error, never a number that wrapped. */
#include "kv-cache-size.h"

#if KV_CACHE_SIZE_POOL(65536, 65536, 0) != KV_CACHE_SIZE_POOL_HUGE
#error 4294967296 bytes
#endif
#if KV_CACHE_SIZE_TILED(65536, 65536, 0) != KV_CACHE_SIZE_TILED_ERROR
#error out of its range
#endif

int main(void) {
    return !(kv_cache_size_pool_at(65536, 65536, 0) == KV_CACHE_SIZE_POOL_HUGE &&
             kv_cache_size_pool_switch(65536, 65536, 0) == KV_CACHE_SIZE_POOL_HUGE &&
             kv_cache_size_tiled_at(65536, 65536, 0) == KV_CACHE_SIZE_TILED_ERROR && /* 0 in 32 bits */
             kv_cache_size_tiled_at(65537, 65536, 0) == KV_CACHE_SIZE_TILED_ERROR && /* 65536 */
             kv_cache_size_tiled_switch(65537, 65536, 0) == KV_CACHE_SIZE_TILED_ERROR &&
             kv_cache_size_tiled_at(1000, 1000, 0) == KV_CACHE_SIZE_TILED_NO &&
             kv_cache_size_resumed_at(1, 1, 2147483647) == KV_CACHE_SIZE_RESUMED_YES &&
             kv_cache_size_resumed_in(&(const struct kv_cache_size_in){1, 1, 0}) == KV_CACHE_SIZE_RESUMED_NO &&
             kv_cache_size_index_at(2000000, 1, 2147483647) == KV_CACHE_SIZE_INDEX_INT64);
}
