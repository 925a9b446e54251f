import type { FastifyReply, FastifyRequest } from 'fastify'
import { compress, type Encoding, negotiateEncoding } from './encoding.ts'

/** The body in an encoding. */
export type EncodedBody = (encoding: Encoding) => Promise<Buffer>

/** A body that is created and encoded once for all requests with the same encoding. */
export function encodeOnce(createText: () => string): EncodedBody {
  const encoded = new Map<Encoding, Promise<Buffer>>()
  return (encoding) => {
    const bytes = encoded.get(encoding) ?? compress(createText(), encoding)
    encoded.set(encoding, bytes)
    return bytes
  }
}

/**
 * Sends the body in the best encoding that the client accepts, as JSON unless the reply has another content type. `Body` is the type
 * that the route declares.
 */
export async function sendEncoded<Body>(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  bytes: EncodedBody,
) {
  const encoding = negotiateEncoding(headers['accept-encoding'])
  const body = await bytes(encoding)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  if (!reply.hasHeader('content-type')) reply.type('application/json; charset=utf-8')
  return reply.header('vary', 'accept-encoding').send(body) as unknown as Body
}
