import type { Movie } from '@marquee/contract/movies/movies'
import { expect, test } from 'vitest'
import { createShowtime } from '#test/support/makers.ts'
import { describeContext } from '#test/support/test-context.ts'
import { setupTestServer } from '#test/support/test-server.ts'

describeContext('GET /api/movies', (context) => {
  const server = setupTestServer(context)
  const list = (encoding: string) =>
    server().visitor().get('/api/movies', { 'accept-encoding': encoding })

  test.each(['gzip', 'br', 'identity'])('contains a new movie at once as %s', async (encoding) => {
    await list(encoding)
    const { movieId } = await createShowtime(context().ctx)

    const { headers, json } = await list(encoding)

    expect((json() as Movie[]).map(({ _id }) => _id)).toContain(movieId)
    expect(headers.get('content-encoding') ?? 'identity').toBe(encoding)
    expect(headers.get('vary')).toBe('accept-encoding')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  })
})
