import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** How an answer may be packed, as a browser says it can unpack it. */
export type Encoding = 'br' | 'gzip' | 'identity'

/** Best first: what packs smallest costs the same once it is kept. */
const PREFERRED = ['br', 'gzip'] as const

/** Browsers say what they accept in a handful of ways. */
const known = new Map<string, Encoding>()
const MOST_KNOWN = 100

/** The best that a requester accepts (RFC 9110, 12.5.3). */
export function negotiateEncoding(accepted = ''): Encoding {
  const found = known.get(accepted) ?? bestOf(accepted)
  if (known.size < MOST_KNOWN) known.set(accepted, found)
  return found
}

function bestOf(accepted: string): Encoding {
  const names = new Map(accepted.split(',').map(weighed))
  const weightOf = (name: string) => names.get(name) ?? names.get('*') ?? 0
  return PREFERRED.find((name) => weightOf(name) > 0) ?? 'identity'
}

function weighed(one: string): [string, number] {
  const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [name, weight === undefined ? 1 : Number(weight.slice(2))]
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Packs an answer beside the others, on a thread of its own. */
export async function compress(text: string, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return Buffer.from(text)
  if (encoding === 'gzip') return zip(text, { level: QUICK })
  return brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: QUICK } })
}

/** What is packed may change twenty times a second; more effort takes longer and saves next to nothing. */
const QUICK = 3
