import type { FastifyInstance } from 'fastify'
import { invalid } from '../errors.ts'

/** Lists in objects in a list: more than any call of ours needs. */
const DEEPEST = 6

/** Takes JSON and nothing else (415), shallow and free of what a database cannot store or an object must not inherit. */
export function takeOnlyPlainJson(app: FastifyInstance) {
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
        else if (isPlain(value, DEEPEST)) done(null, value)
        else done(invalid('That request could not be read.'))
      })
    },
  )
  app.addHook('onRequest', async ({ url }) => {
    if (url.includes('%00')) throw invalid('That request could not be read.')
  })
}

function isPlain(value: unknown, levels: number): boolean {
  if (typeof value === 'string') return !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((part) => isPlain(part, levels - 1))
}
