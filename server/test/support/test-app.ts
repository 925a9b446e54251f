import { parseSetCookie } from 'cookie'
import { createOauthCookies } from '../../src/accounts/oauth-state-cookies.ts'
import { createSessions } from '../../src/accounts/session.plugin.ts'
import { createApp } from '../../src/app.ts'
import type { Context } from '../../src/context.ts'
import { createHolderCookies } from '../../src/http/holder-cookie.ts'
import type { App } from '../../src/http/route.ts'

const TEST_SECRET = 'a secret that only tests use, long enough'

/** Everything that answers over HTTP, for calls that need no network. */
export async function createTestApp(
  ctx: Context,
  extras: Partial<Pick<House, 'patience' | 'redis'>> = {},
) {
  const holders = createHolderCookies({ secret: TEST_SECRET, secure: ctx.config.secure })
  const sessions = createSessions(ctx)
  const oauthCookies = createOauthCookies({
    secret: TEST_SECRET,
    secure: ctx.config.secure,
    now: ctx.now,
  })
  const app = await createApp(ctx, { holders, sessions, oauthCookies, ...extras })
  return { app, sessions, holders }
}

type House = Parameters<typeof createApp>[1]

type Method = 'GET' | 'POST' | 'DELETE' | 'HEAD'
type Headers = Record<string, string>

/** Calls like a browser: keeps the cookies it is given and sends those that belong to the path. */
export function createBrowser(app: Pick<App, 'inject'>) {
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
