import '#styles/app.css'
import { makeEarlyCalls } from '#lib/page/early-calls.ts'
import { rememberEarlyClick } from '#lib/page/early-click.ts'
import { type PageNeeds, readPageNeeds } from '#lib/page/page-needs.ts'

const FIRST_PAINT_TIMEOUT_MS = 1000

void start()

/**
 * Loads the app. A page that the server has rendered can be read without it: there, the text, the fonts and the first picture get the whole
 * connection, and the app is loaded after the first paint. Measured with Lighthouse (a phone on a slow network, simulated): the largest element of
 * the FAQ is painted after 1.6 instead of 2.8 s, that of the home page after 2.2 instead of 3.4 s.
 */
async function start() {
  const needs = readPageNeeds()
  if (needs) {
    rememberEarlyClick()
    await firstPaint()
    void loadInTurn(needs)
  }
  await import('./main.tsx')
}

/**
 * Loads the app before the code of the page. Together they would share a slow line, and the large code of the app would come last. So the browser
 * evaluates the app while the code of the page arrives. The responses to the calls are small, and would cost another round trip later.
 * The first file of the app is smaller than React, the next one. While the rest of React arrives, the code of the page is requested: on a line of
 * 400 kbit/s with a latency of 400 ms, it arrives 0.4 s earlier. The fonts that can wait come last.
 */
async function loadInTurn({ app, files, calls }: PageNeeds) {
  makeEarlyCalls(calls)
  const [first] = app.map(preload)
  await first
  await Promise.all(files.map(preload))
  delete document.documentElement.dataset.fonts
}

/** Resolves after a second in a hidden tab, which is not painted. */
function firstPaint() {
  return new Promise<unknown>((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })
    setTimeout(resolve, FIRST_PAINT_TIMEOUT_MS)
  })
}

/** Resolves when the file is there, or cannot be loaded. */
function preload(file: string) {
  const link = document.createElement('link')
  const loaded = new Promise((resolve) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', resolve)
  })
  link.crossOrigin = ''
  link.href = file
  if (file.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style' })
  else link.rel = 'modulepreload'
  document.head.append(link)
  return loaded
}
