import type { FastifyInstance } from 'fastify'
import { AppError, invalid } from '../errors.ts'

/** Lists in objects in a list: more than any call of ours needs. */
const DEEPEST = 6

/** Takes JSON and nothing else (415), not packed, shallow and free of what a database cannot store or an object must not inherit. */
export function registerJsonParser(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      // Some clients name a type for the body they do not send.
      if (body === '') return done(null)
      parse(request, body, (error, value) => {
        if (error) done(error)
        else done(...judged(value))
      })
    },
  )
  app.addHook('onRequest', ({ url, headers }, _, done) => {
    if (url.includes('%00')) throw invalid(UNKEEPABLE)
    // Unpacked it might be longer than anybody may send.
    const { 'content-encoding': encoding = 'identity' } = headers
    if (encoding !== 'identity') throw new AppError(415, 'UNSUPPORTED_MEDIA_TYPE', PACKED)
    done()
  })
}

const PACKED = 'Please send it without packing it.'
const UNREADABLE = 'That request could not be read.'
const UNKEEPABLE = 'That contains a sign that cannot be kept. Please remove it and try again.'

function judged(value: unknown): [Error | null, unknown?] {
  if (!isShallow(value, DEEPEST)) return [invalid(UNREADABLE)]
  return isKeepable(value) ? [null, value] : [invalid(UNKEEPABLE)]
}

const isBranched = (value: unknown) => typeof value === 'object' && value !== null

const isShallow = (value: unknown, levels: number): boolean =>
  !isBranched(value) ||
  (levels > 0 && Object.values(value as object).every((part) => isShallow(part, levels - 1)))

/** Half a surrogate pair is no letter: a database would keep another sign in its place. */
const isKeepable = (value: unknown): boolean =>
  typeof value === 'string'
    ? !value.includes('\0') && value.isWellFormed()
    : !isBranched(value) || Object.values(value as object).every(isKeepable)
