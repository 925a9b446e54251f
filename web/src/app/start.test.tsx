import { takeEarlyResponse } from '@marquee/ui-kit/lib/early-calls.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { writePageNeeds } from '#lib/page/page-needs.ts'

let loadedApps: number
let loaded: PromiseWithResolvers<void>
let firstPaint = () => undefined as unknown

beforeEach(() => {
  loadedApps = 0
  loaded = Promise.withResolvers()
  vi.doMock('./main.tsx', () => {
    loadedApps += 1
    loaded.resolve()
    return {}
  })
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(report: () => unknown) {
        firstPaint = report
      }
      observe = () => undefined
    },
  )
  vi.useFakeTimers()
})

let runs = 0
/** Runs the module again: the query makes it another one. */
function runStart() {
  runs += 1
  return import(/* @vite-ignore */ `./start.ts?run=${runs}`)
}

const linkedFiles = () =>
  [...document.head.querySelectorAll('link')].map((link) => [link.rel, link.getAttribute('href')])

/** The browser has loaded a file. */
async function arrive(file: string) {
  document.head.querySelector(`[href="${file}"]`)?.dispatchEvent(new Event('load'))
  await vi.advanceTimersByTimeAsync(0)
}

test('start loads the app at once in a page that the server has not rendered', async () => {
  await runStart()

  await loaded.promise
  expect(linkedFiles()).toEqual([])
})

test('start loads the app after the first paint of a rendered page, and the files of the page when the first file of the app is there [S-972]', async () => {
  document.body.innerHTML = writePageNeeds({
    app: ['/assets/app.js', '/assets/react.js'],
    files: ['/assets/tickets.js', '/assets/tickets.css'],
    calls: [],
  })
  await runStart()
  expect(linkedFiles()).toEqual([])
  expect(loadedApps).toBe(0)

  firstPaint()

  await loaded.promise
  const app = [
    ['modulepreload', '/assets/app.js'],
    ['modulepreload', '/assets/react.js'],
  ]
  expect(linkedFiles()).toEqual(app)
  await arrive('/assets/app.js')
  expect(linkedFiles()).toEqual([
    ...app,
    ['modulepreload', '/assets/tickets.js'],
    ['preload', '/assets/tickets.css'],
  ])
})

test('start lets the browser load later fonts when all files are there [S-1295]', async () => {
  const { dataset } = document.documentElement
  dataset.fonts = 'later'
  document.body.innerHTML = writePageNeeds({
    app: ['/assets/app.js'],
    files: ['/assets/tickets.js'],
    calls: [],
  })
  await runStart()
  firstPaint()
  await loaded.promise

  await arrive('/assets/app.js')
  expect(dataset.fonts).toBe('later')
  await arrive('/assets/tickets.js')
  expect(dataset.fonts).toBeUndefined()
})

test('start loads the app in a tab that is not painted', async () => {
  document.body.innerHTML = writePageNeeds({ app: [], files: [], calls: [] })
  await runStart()
  expect(loadedApps).toBe(0)

  await vi.advanceTimersByTimeAsync(1000)

  await loaded.promise
})

test('start makes the calls of a rendered page with the request for the app, past every cache, and each response is taken once [S-972]', async () => {
  const response = new Response('[]')
  const fetch = vi.fn(async () => response)
  vi.stubGlobal('fetch', fetch)
  const path = '/api/seats/showtime/s1'
  document.body.innerHTML = writePageNeeds({
    app: ['/assets/app.js'],
    files: ['/assets/s1.js'],
    calls: [path],
  })
  await runStart()
  expect(fetch).not.toHaveBeenCalled()

  firstPaint()
  await loaded.promise

  expect(linkedFiles()).toEqual([['modulepreload', '/assets/app.js']])
  expect(fetch).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^\/api\/seats\/showtime\/s1\?_t=\d+&_r=0\.\d+&nocache=true$/),
    {
      cache: 'no-store',
      credentials: 'include',
      headers: { 'cache-control': 'no-cache, no-store, must-revalidate', pragma: 'no-cache' },
    },
  )
  expect((await takeEarlyResponse(path))?.response).toBe(response)
  expect(takeEarlyResponse(path)).toBeUndefined()
})
