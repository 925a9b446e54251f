import type { onRequestHookHandler } from 'fastify'
import { AppError, TOO_MANY_REQUESTS, unavailable } from '../errors.ts'
import { ipRateLimitKey } from '../limits/client-address.ts'

interface UploadLimits {
  /** Uploads in progress on this node. Each may take as much memory as the largest file. */
  max: number
  maxPerAddress: number
  maxBytes: number
  /** The message for a larger file. */
  tooLarge: string
}

/** Returns a hook that limits uploads before their bodies are read. Throws TOO_LARGE, RATE and UNAVAILABLE. */
export function createUploadLimit({
  max,
  maxPerAddress,
  maxBytes,
  tooLarge,
}: UploadLimits): onRequestHookHandler {
  const byAddress = new Map<string, number>()
  let total = 0

  return (request, reply, done) => {
    if (Number(request.headers['content-length']) > maxBytes)
      throw new AppError(413, 'TOO_LARGE', tooLarge)
    const address = ipRateLimitKey(request.ip)
    const count = byAddress.get(address) ?? 0
    if (count >= maxPerAddress) throw new AppError(429, 'RATE', TOO_MANY_REQUESTS)
    if (total >= max) throw unavailable()
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
