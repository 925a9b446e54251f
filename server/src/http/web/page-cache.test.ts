import type { Movie } from '@marquee/contract/movies/movies'
import type { PageRenderer, PageSources } from '@marquee/contract/page-renderer'
import { expect, test, vi } from 'vitest'
import { createLog } from '#src/platform/log.ts'
import { createPageCache } from './page-cache.ts'

const SECOND = 1000

/** The home page shows the names of the movies and the number of its rendering. */
function createPages(listMovies: () => Promise<Pick<Movie, 'name'>[]>) {
  const counts = { loaded: 0, rendered: 0 }
  let passed = SECOND
  const sources = { listMovies } as unknown as PageSources
  const renderer: PageRenderer = {
    findPage: (url) =>
      url === '/elsewhere'
        ? undefined
        : {
            path: url,
            load: async () => {
              counts.loaded += 1
              return url === '/' ? [[['movies'], await sources.listMovies()] as const] : []
            },
            render: async (content) => {
              counts.rendered += 1
              return `${counts.rendered} ${JSON.stringify(content)}`
            },
          },
  }
  const find = createPageCache({
    loadRenderer: async () => renderer,
    sources,
    now: Date.now,
    monotonicNow: () => passed,
    log: createLog('silent'),
  })
  const open = async (url: string) => (await (await find(url))?.('identity'))?.toString()
  const advance = (ms: number) => {
    passed += ms
  }
  return { counts, open, advance }
}

test('simultaneous requests for a page share one load and one rendering', async () => {
  const { counts, open } = createPages(async () => [{ name: 'Amaran' }])

  const pages = await Promise.all(Array.from({ length: 50 }, () => open('/')))

  expect(new Set(pages).size).toBe(1)
  expect(counts).toEqual({ loaded: 1, rendered: 1 })
})

test('a page is rendered again when its data has changed, and not before', async () => {
  let name = 'Amaran'
  const { counts, open, advance } = createPages(async () => [{ name }])
  await open('/')
  advance(2 * SECOND)
  await open('/')
  expect(counts).toEqual({ loaded: 2, rendered: 1 })

  name = 'Brother'
  advance(2 * SECOND)

  expect(await open('/')).toContain('Brother')
  expect(counts).toEqual({ loaded: 3, rendered: 2 })
})

test('a page whose data fails or takes longer than a second is left to the browser, and rendered as soon as the data is there', async () => {
  const movies = vi.fn<() => Promise<Pick<Movie, 'name'>[]>>()
  const { open } = createPages(movies)

  movies.mockRejectedValueOnce(new Error('The database is away'))
  expect(await open('/')).toBeUndefined()
  movies.mockReturnValueOnce(new Promise(() => undefined))
  expect(await open('/')).toBeUndefined()

  movies.mockResolvedValueOnce([{ name: 'Amaran' }])
  expect(await open('/')).toContain('Amaran')
})

test('other URLs are left to the browser', async () => {
  const { counts, open } = createPages(async () => [])

  expect(await open('/elsewhere')).toBeUndefined()

  expect(counts.loaded).toBe(0)
})

test('requests for many different pages render thirty of them, and leave the others to the browser', async () => {
  const { counts, open } = createPages(async () => [])

  const pages = await Promise.all(Array.from({ length: 100 }, (_, n) => open(`/tickets/${n}`)))

  expect(pages.filter((page) => page === undefined)).toHaveLength(70)
  expect(counts.rendered).toBe(30)
})
