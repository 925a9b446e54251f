/** A program that knows the interface from its description: calls over the network and keeps its cookies. */
export function aPlainClient(url: string) {
  const jar = new Map<string, string>()

  async function call(path: string, init: RequestInit = {}) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(cookie && { cookie }), ...(init.headers as Record<string, string>) }
    const answer = await fetch(`${url}${path}`, { ...init, headers })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
      jar.set(name, value)
    }
    const text = await answer.text()
    return { statusCode: answer.status, json: (): unknown => JSON.parse(text) }
  }

  return {
    /** One of its cookies, as a header has it. */
    cookie: (name: string) => `${name}=${jar.get(name) ?? ''}`,
    get: (path: string) => call(path),
    post: (path: string, body?: unknown) =>
      call(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  }
}
