import type { FastifyInstance } from 'fastify'
import { AppError, invalid, invalidRequest } from '../errors.ts'

/** No call of the contract nests its body deeper. */
const MAX_DEPTH = 6

const COMPRESSED_BODY = 'Please send the request body uncompressed.'
const UNSUPPORTED_CHARACTER =
  'Your text contains a character we cannot store. Please remove it and try again.'

/**
 * Accepts JSON bodies only. Other types and compressed bodies get 415. Bodies that are too deep, set a prototype or
 * contain text the database cannot store get 400.
 */
export function registerJsonParser(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      // Some clients send a content type without a body.
      if (body === '') return done(null)
      parse(request, body, (error, value) => {
        const problem = error ?? findBodyProblem(value)
        if (problem) done(problem)
        else done(null, value)
      })
    },
  )
  app.addHook('onRequest', ({ url, headers }, _, done) => {
    if (url.includes('%00')) throw invalid(UNSUPPORTED_CHARACTER)
    // A compressed body could exceed the body limit once it is decompressed.
    const { 'content-encoding': encoding = 'identity' } = headers
    if (encoding !== 'identity') throw new AppError(415, 'UNSUPPORTED_MEDIA_TYPE', COMPRESSED_BODY)
    done()
  })
}

function findBodyProblem(value: unknown) {
  if (!isWithinDepth(value, MAX_DEPTH)) return invalidRequest()
  return isStorable(value) ? undefined : invalid(UNSUPPORTED_CHARACTER)
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isWithinDepth = (value: unknown, levels: number): boolean =>
  !isObject(value) ||
  (levels > 0 && Object.values(value).every((part) => isWithinDepth(part, levels - 1)))

/** PostgreSQL cannot store U+0000, and a database would replace a lone surrogate by another character. */
const isStorable = (value: unknown): boolean =>
  typeof value === 'string'
    ? !value.includes('\0') && value.isWellFormed()
    : !isObject(value) || Object.values(value).every(isStorable)
