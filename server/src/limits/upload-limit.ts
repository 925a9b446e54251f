import type { onRequestHookHandler } from 'fastify'
import { AppError, TOO_MANY_REQUESTS, unavailable } from '../errors.ts'
import { ipRateLimitKey } from './client-address.ts'

/** Each upload in progress may take as much memory as the largest file. */
const MAX_UPLOADS = 16
const MAX_UPLOADS_PER_ADDRESS = 4

/** Returns a hook that limits the uploads in progress on this node before their bodies are read. Throws RATE or UNAVAILABLE. */
export function createUploadLimit(): onRequestHookHandler {
  const byAddress = new Map<string, number>()
  let total = 0

  return (request, reply, done) => {
    const address = ipRateLimitKey(request.ip)
    const count = byAddress.get(address) ?? 0
    if (count >= MAX_UPLOADS_PER_ADDRESS) throw new AppError(429, 'RATE', TOO_MANY_REQUESTS)
    if (total >= MAX_UPLOADS) throw unavailable()
    byAddress.set(address, count + 1)
    total += 1
    // Emitted once, also when the client disconnects.
    reply.raw.once('close', () => {
      total -= 1
      const left = (byAddress.get(address) ?? 1) - 1
      if (left > 0) byAddress.set(address, left)
      else byAddress.delete(address)
    })
    done()
  }
}
