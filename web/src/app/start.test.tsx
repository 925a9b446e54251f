import { beforeEach, expect, test, vi } from 'vitest'
import { writePageFiles } from '#lib/page/page-files.ts'

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

test('start loads the app at once in a page that the server has not rendered', async () => {
  await runStart()

  await loaded.promise
  expect(linkedFiles()).toEqual([])
})

test('start loads the app and its files after the first paint of a rendered page', async () => {
  document.body.innerHTML = writePageFiles(['/assets/app.js', '/assets/tickets.css'])
  await runStart()
  expect(linkedFiles()).toEqual([])
  expect(loadedApps).toBe(0)

  firstPaint()

  await loaded.promise
  expect(linkedFiles()).toEqual([
    ['modulepreload', '/assets/app.js'],
    ['preload', '/assets/tickets.css'],
  ])
})

test('start loads the app in a tab that is not painted', async () => {
  document.body.innerHTML = writePageFiles([])
  await runStart()
  expect(loadedApps).toBe(0)

  await vi.advanceTimersByTimeAsync(1000)

  await loaded.promise
})
