import { POSTER_UPLOADS_PATH } from '@marquee/contract/movies/poster-path'
import { LRUCache } from 'lru-cache'
import type { Context } from '#src/context.ts'
import type { App } from '#src/http/route.ts'
import { readPosterFile } from './posters.service.ts'

const CACHE_FOREVER = 'public, max-age=31536000, immutable'
/** Bytes of posters that are kept in memory. */
const MAX_CACHED = 16 * 1024 * 1024

/** Posters that were uploaded in the office. Their paths change with their content. */
export const posterFiles = (ctx: Context) => async (app: App) => {
  const cache = new LRUCache<string, Buffer>({
    maxSize: MAX_CACHED,
    sizeCalculation: ({ length }) => length,
  })
  app.get(`${POSTER_UPLOADS_PATH}:file`, async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const file = cache.get(path) ?? (await readPosterFile(ctx, path))
    cache.set(path, file)
    const type = path.endsWith('.avif') ? 'image/avif' : 'image/jpeg'
    return reply.type(type).header('cache-control', CACHE_FOREVER).send(file)
  })
}
