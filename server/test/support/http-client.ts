import { parseSetCookie } from 'cookie'

type Headers = Record<string, string>

/** Keeps the byte order mark of a file. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export type HttpClient = ReturnType<typeof createHttpClient>
export type HttpResponse = Awaited<ReturnType<HttpClient['get']>>

/** Sends requests over the network and keeps its cookies. `address` is sent as X-Forwarded-For. */
export function createHttpClient(url: string, address?: string) {
  const jar = new Map<string, string>()
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

  async function call(path: string, init: RequestInit & { headers?: Headers } = {}) {
    const cookie = cookies()
    const headers = {
      ...(cookie && { cookie }),
      ...(address && { 'x-forwarded-for': address }),
      ...init.headers,
    }
    const response = await fetch(`${url}${path}`, { redirect: 'manual', ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const { name, value = '', maxAge } = parseSetCookie(line)
      if (maxAge === 0) jar.delete(name)
      else jar.set(name, value)
    }
    const text = decoder.decode(await response.arrayBuffer())
    return {
      statusCode: response.status,
      headers: response.headers,
      text,
      json: (): unknown => JSON.parse(text),
    }
  }

  const sendJson =
    (method: 'POST' | 'PUT' | 'PATCH') =>
    (path: string, body?: unknown, headers: Headers = {}) =>
      call(path, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })

  const send = (method: string, path: string, body: string, headers: Headers = {}) =>
    call(path, { method, headers, body })

  return {
    jar,
    /** All cookies, or one, as a Cookie header. */
    cookies,
    cookie: (name: string) => `${name}=${jar.get(name) ?? ''}`,
    call,
    /** Sends any body unchanged. */
    send,
    get: (path: string, headers: Headers = {}) => call(path, { headers }),
    delete: (path: string, headers: Headers = {}) => call(path, { method: 'DELETE', headers }),
    post: sendJson('POST'),
    put: sendJson('PUT'),
    patch: sendJson('PATCH'),
  }
}
