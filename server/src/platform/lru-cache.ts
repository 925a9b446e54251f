import { LRUCache } from 'lru-cache'

/** Keeps the last used values. With `max`, LRUCache would create lists for all of them at once: 4 MB for the caches of a node. */
export const createLruCache = <Key extends string, Value extends object | string>(
  maxEntries: number,
) => new LRUCache<Key, Value>({ maxSize: maxEntries, sizeCalculation: () => 1 })
