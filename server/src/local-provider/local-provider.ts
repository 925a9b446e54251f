import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Config, LOCAL_PROVIDER_PATH, type OpenId } from '../config.ts'
import { registerNoStore } from '../http/no-store.ts'
import { createPages, type Pages } from './pages.ts'
import type { createProvider } from './provider.ts'
import { claimsOf, PEOPLE_PATH } from './sample-accounts.ts'

type Provider = Awaited<ReturnType<typeof createProvider>>
type Coming = FastifyRequest<{ Params: { uid: string } }>

const SEE_OTHER = 303

/**
 * A real OpenID provider beside the cinema, for development: Continue with Google works without Google, and without a network,
 * through the very code that talks to Google. Its code is loaded when somebody first asks for it, and in production never.
 */
export const localProvider = (config: Config, openId: OpenId) => async (app: FastifyInstance) => {
  const pages = createPages(config)
  let opened: Promise<Provider> | undefined
  const open = () => {
    opened ??= import('./provider.ts')
      .then(({ createProvider }) => createProvider(config, openId, pages))
      .catch((error: unknown) => {
        opened = undefined
        throw error
      })
    return opened
  }
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('content-security-policy', pages.policy)
    done()
  })
  registerNoStore(app)
  app.removeAllContentTypeParsers()
  await app.register(people(pages, open))
  await app.register(protocol(config, open))
}

/** The page on which somebody chooses who to be. */
const people = (pages: Pages, open: () => Promise<Provider>) => async (app: FastifyInstance) => {
  const path = `${PEOPLE_PATH}/:uid`
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_, body, done) => done(null, new URLSearchParams(body)),
  )
  const show = (reply: FastifyReply, page: string) =>
    reply.type('text/html; charset=utf-8').send(page)

  app.get(path, async ({ raw }: Coming, reply) => {
    const provider = await open()
    const visit = await provider.interactionDetails(raw, reply.raw).catch(() => undefined)
    if (!visit) return show(reply.code(400), pages.trouble(OVER))
    return show(reply, pages.people)
  })

  app.post(path, async ({ raw, body }: Coming, reply) => {
    const provider = await open()
    const chosen = body instanceof URLSearchParams ? body.get('person') : null
    const isKnown = chosen && claimsOf(chosen)
    const result = isKnown ? { login: { accountId: chosen, remember: false } } : NOBODY
    const next = await provider.interactionResult(raw, reply.raw, result).catch(() => undefined)
    if (!next) return show(reply.code(400), pages.trouble(OVER))
    return reply.redirect(next, SEE_OTHER)
  })
}

const OVER = 'This visit is over. Please go back to the cinema and begin again.'
const NOBODY = { error: 'access_denied', error_description: 'Nobody was chosen' }

/** Everything else is the protocol, and the provider's own. */
const protocol =
  ({ publicUrl }: Config, open: () => Promise<Provider>) =>
  async (app: FastifyInstance) => {
    const { host, protocol: scheme } = new URL(publicUrl)
    app.addContentTypeParser('*', (_request, _body, done) => done(null))

    app.all(`${LOCAL_PROVIDER_PATH}/*`, async ({ raw }, reply) => {
      const provider = await open()
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value)
      }
      // Whichever way a request has come, the provider writes its addresses as people know them.
      Object.assign(raw.headers, {
        host,
        'x-forwarded-host': host,
        'x-forwarded-proto': scheme.slice(0, -1),
      })
      const url = raw.url ?? ''
      Object.assign(raw, { originalUrl: url, url: url.slice(LOCAL_PROVIDER_PATH.length) })
      await provider.callback()(raw, reply.raw)
    })
  }
