import { fastifyCookie } from '@fastify/cookie'
import { parseSetCookie } from 'cookie'
import Fastify from 'fastify'
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import type { Context } from '../src/context.ts'
import { mapErrors } from '../src/http/errors.ts'
import { createHolders, recogniseHolders } from '../src/http/holder.ts'
import { takeOnlyPlainJson } from '../src/http/intake.ts'
import { limitRates } from '../src/http/limits.ts'
import { refuseForeignPages } from '../src/http/origin-guard.ts'
import type { App } from '../src/http/route.ts'
import { createSessions, recogniseUsers } from '../src/http/session.ts'

const SECRET = 'a secret that only tests use, long enough'

type Routes = (ctx: Context) => (app: App) => Promise<void>

/** The interface with some of its routes, behind the same doors as in the whole server. */
export async function anApp(ctx: Context, ...routes: Routes[]) {
  const app = Fastify().withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  mapErrors(app)
  const sessions = createSessions(ctx, SECRET)
  await app.register(fastifyCookie)
  await app.register(async (api: App) => {
    takeOnlyPlainJson(api)
    refuseForeignPages(api, ctx.config.origins)
    recogniseHolders(api, createHolders({ secret: SECRET, secure: ctx.config.secure }))
    recogniseUsers(api, sessions)
    if (ctx.config.rateLimits) await limitRates(api)
    for (const one of routes) await api.register(one(ctx))
  })
  return { app, sessions }
}

type Method = 'GET' | 'POST' | 'DELETE' | 'HEAD'
type Headers = Record<string, string>

/** Calls like a browser: keeps the cookies it is given and sends those that belong to the path. */
export function aBrowser(app: Pick<App, 'inject'>) {
  const jar = new Map<string, { value: string; path: string }>()

  const cookiesFor = (url: string) =>
    [...jar]
      .filter(([, { path }]) => url.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')

  async function call(method: Method, url: string, body?: unknown, headers: Headers = {}) {
    const cookie = cookiesFor(url)
    const answer = await app.inject({
      method,
      url,
      headers: { ...(cookie && { cookie }), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const { name, value = '', path = '/', maxAge } = parseSetCookie(line)
      if (maxAge === 0) jar.delete(name)
      else jar.set(name, { value, path })
    }
    return answer
  }

  return {
    jar,
    cookiesFor,
    call,
    get: (url: string, headers?: Headers) => call('GET', url, undefined, headers),
    post: (url: string, body?: unknown, headers?: Headers) => call('POST', url, body, headers),
  }
}
