import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The body in an encoding. */
export type EncodedBody = (encoding: Encoding) => Promise<Buffer>

/** A body that is created and encoded once for all requests with the same encoding. `level`: of the compression, 1 to 9. */
export function encodeOnce(createText: () => string, level = LEVEL): EncodedBody {
  const encoded = new Map<Encoding, Promise<Buffer>>()
  return (encoding) => {
    const bytes = encoded.get(encoding) ?? compress(createText(), encoding, level)
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

/** A content encoding the server can send. */
type Encoding = 'br' | 'gzip' | 'identity'

/** The smallest result first. */
const PREFERRED = ['br', 'gzip'] as const

/** Returns the best encoding that an Accept-Encoding header allows (RFC 9110, section 12.5.3). */
export function negotiateEncoding(accepted = ''): Encoding {
  const qualities = new Map(accepted.split(',').map(parseCoding))
  const qualityOf = (name: string) => qualities.get(name) ?? qualities.get('*') ?? 0
  return PREFERRED.find((name) => qualityOf(name) > 0) ?? 'identity'
}

function parseCoding(coding: string): [name: string, quality: number] {
  const [name = '', ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))
  return [name, quality === undefined ? 1 : Number(quality.slice(2))]
}

const gzipOptions = (level: number) => ({ level })
const brotliOptions = (level: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: level } })

/** Of all responses that are compressed when they are sent. Seat maps can change 20 times a second. Higher levels take longer and save little. */
const LEVEL = 3
export const GZIP_OPTIONS = gzipOptions(LEVEL)
export const BROTLI_OPTIONS = brotliOptions(LEVEL)

/** Of pages, which contain their styles and are rendered at most five times a second: 12 % smaller, for 1 ms of a thread of the libuv pool. */
export const PAGE_LEVEL = 5

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Compresses a response body on a thread of the libuv pool. */
async function compress(text: string, encoding: Encoding, level: number): Promise<Buffer> {
  if (encoding === 'identity') return Buffer.from(text)
  return encoding === 'gzip'
    ? compressGzip(text, gzipOptions(level))
    : compressBrotli(text, brotliOptions(level))
}
