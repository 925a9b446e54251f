import { join } from 'node:path'
import type { FastifyReply } from 'fastify'
import { removePageHeaders } from '../security-headers.ts'

const CACHE_FOREVER = 'public, max-age=31536000, immutable'

/** The script of a worker, such as proof-of-work.worker.ts. The worker has the policy of this response. */
const WORKER = /\.worker-[\w-]+\.js/

/** Returns the function that sets the headers of the files of a built app. `cacheOthers`: `cache-control` of files without a hash in their names. */
export function createFileHeaders(root: string, cacheOthers: string) {
  // Vite puts a hash of the content into the names of these files.
  const assets = join(root, 'assets')
  return (reply: FastifyReply, path: string) => {
    const isHashed = path.startsWith(assets)
    reply.header('cache-control', isHashed ? CACHE_FOREVER : cacheOthers)
    if (isHashed && !WORKER.test(path)) removePageHeaders(reply)
  }
}
