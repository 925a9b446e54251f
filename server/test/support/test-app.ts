import { parseSetCookie } from 'cookie'
import type { Context } from '../../src/context.ts'
import { createReadinessCheck } from '../../src/database/health/readiness.ts'
import type { App } from '../../src/http/route.ts'
import { createSiteApp, type SiteOptions } from '../../src/site.ts'

/** Creates the HTTP server for calls without a network (`inject`). */
export const createTestApp = (
  ctx: Context,
  options: Pick<SiteOptions, 'timeouts' | 'redis' | 'callLimits'> = {},
) => createSiteApp(ctx, { findDatabaseProblem: createReadinessCheck(ctx), ...options })

type Method = 'GET' | 'POST' | 'DELETE' | 'HEAD'
type Headers = Record<string, string>

/** Sends requests as a browser does: stores cookies and sends those of the path. */
export function createBrowser(app: Pick<App, 'inject'>) {
  const jar = new Map<string, { value: string; path: string }>()

  const cookiesFor = (url: string) =>
    [...jar]
      .filter(([, { path }]) => url.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')

  async function call(method: Method, url: string, body?: unknown, headers: Headers = {}) {
    const cookie = cookiesFor(url)
    const response = await app.inject({
      method,
      url,
      headers: { ...(cookie && { cookie }), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    for (const header of [response.headers['set-cookie'] ?? []].flat()) {
      const { name, value = '', path = '/', maxAge } = parseSetCookie(header)
      if (maxAge === 0) jar.delete(name)
      else jar.set(name, { value, path })
    }
    return response
  }

  return {
    jar,
    cookiesFor,
    call,
    get: (url: string, headers?: Headers) => call('GET', url, undefined, headers),
    post: (url: string, body?: unknown, headers?: Headers) => call('POST', url, body, headers),
  }
}
