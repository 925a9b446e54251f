import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Config, LOCAL_PROVIDER_PATH, type OpenId } from '../config/config.ts'
import { registerNoStore } from '../http/security-headers.ts'
import { createPages, type Pages } from './pages.ts'
import type { createProvider } from './provider.ts'
import { ACCOUNTS_PATH, findClaims } from './sample-accounts.ts'

type OidcProvider = Awaited<ReturnType<typeof createProvider>>
type LoadProvider = () => Promise<OidcProvider>
type InteractionRequest = FastifyRequest<{ Params: { uid: string } }>

const SEE_OTHER = 303
const EXPIRED = 'This sign-in has expired. Please go back to the cinema and start again.'
const CANCELLED = { error: 'access_denied', error_description: 'The sign-in was cancelled' }

/**
 * A real OpenID provider for development: Continue with Google works without Google and without a network, through the
 * same code. Its code is loaded at the first request, and never in production.
 */
export const localProvider = (config: Config, openId: OpenId) => async (app: FastifyInstance) => {
  const pages = createPages(config)
  let loading: Promise<OidcProvider> | undefined
  const load = () => {
    loading ??= import('./provider.ts')
      .then(({ createProvider }) => createProvider(config, openId, pages))
      .catch((error: unknown) => {
        loading = undefined
        throw error
      })
    return loading
  }
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('content-security-policy', pages.contentSecurityPolicy)
    done()
  })
  registerNoStore(app)
  app.removeAllContentTypeParsers()
  await app.register(accountRoutes(pages, load))
  await app.register(protocolRoutes(config, load))
}

/** The page on which the user chooses a sample account. */
const accountRoutes = (pages: Pages, load: LoadProvider) => async (app: FastifyInstance) => {
  const path = `${ACCOUNTS_PATH}/:uid`
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_, body, done) => done(null, new URLSearchParams(body)),
  )
  const sendPage = (reply: FastifyReply, page: string) =>
    reply.type('text/html; charset=utf-8').send(page)

  app.get(path, async ({ raw }: InteractionRequest, reply) => {
    const provider = await load()
    const interaction = await provider.interactionDetails(raw, reply.raw).catch(() => undefined)
    if (!interaction) return sendPage(reply.code(400), pages.error(EXPIRED))
    return sendPage(reply, pages.accounts)
  })

  app.post(path, async ({ raw, body }: InteractionRequest, reply) => {
    const provider = await load()
    const accountId = body instanceof URLSearchParams ? body.get('account') : null
    const isKnown = accountId && findClaims(accountId)
    const result = isKnown ? { login: { accountId, remember: false } } : CANCELLED
    const url = await provider.interactionResult(raw, reply.raw, result).catch(() => undefined)
    if (!url) return sendPage(reply.code(400), pages.error(EXPIRED))
    return reply.redirect(url, SEE_OTHER)
  })
}

/** Passes all other requests to the provider. */
const protocolRoutes =
  ({ publicUrl }: Config, load: LoadProvider) =>
  async (app: FastifyInstance) => {
    const { host, protocol } = new URL(publicUrl)
    app.addContentTypeParser('*', (_request, _body, done) => done(null))

    app.all(`${LOCAL_PROVIDER_PATH}/*`, async ({ raw }, reply) => {
      const provider = await load()
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value)
      }
      // The provider builds its URLs from these headers: they must be public, even if the request came by another host name.
      Object.assign(raw.headers, {
        host,
        'x-forwarded-host': host,
        'x-forwarded-proto': protocol.slice(0, -1),
      })
      const url = raw.url ?? ''
      Object.assign(raw, { originalUrl: url, url: url.slice(LOCAL_PROVIDER_PATH.length) })
      await provider.callback()(raw, reply.raw)
    })
  }
