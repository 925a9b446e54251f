import autocannon from 'autocannon'

const SECONDS = 3
const READERS = 50
export const BROWSER_HEADERS = {
  'accept-encoding': 'gzip, deflate, br',
  'cache-control': 'no-cache',
}

/** autocannon decodes each body as text. For a compressed map that takes longer than the server's response. */
const skipBodyDecoding = (client: autocannon.Client) =>
  Object.assign((client as unknown as { pipelinedRequests: object }).pipelinedRequests, {
    addBody: () => undefined,
  })

/** How many GET requests a second the server answers. Throws if it refuses one. */
export async function measureReads(url: string, seconds = SECONDS) {
  // A browser sends the cookies of its first response.
  const { headers } = await fetch(url, { method: 'HEAD' })
  const cookie = headers.getSetCookie().map((line) => line.split(';')[0])
  const result = await autocannon({
    url,
    connections: READERS,
    duration: seconds,
    setupClient: skipBodyDecoding,
    headers: { ...BROWSER_HEADERS, ...(cookie.length > 0 && { cookie: cookie.join('; ') }) },
  })
  if (result.non2xx + result.errors > 0) throw new Error(`${url} did not answer every request`)
  return result.requests.total / result.duration
}
