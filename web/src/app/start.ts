import '#styles/app.css'
import { makeEarlyCalls } from '#lib/page/early-calls.ts'
import { rememberEarlyClick } from '#lib/page/early-click.ts'
import { readPageNeeds } from '#lib/page/page-needs.ts'

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
    // On a slow line, the responses would delay the code, which is needed first. They arrive while the browser evaluates it.
    void Promise.all(needs.files.map(preload)).then(() => makeEarlyCalls(needs.calls))
  }
  await import('./main.tsx')
}

/** Resolves after a second in a hidden tab, which is not painted. */
function firstPaint() {
  return new Promise<unknown>((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })
    setTimeout(resolve, FIRST_PAINT_TIMEOUT_MS)
  })
}

/** All files are requested now, not one after the other. Resolves when the file is there. */
function preload(file: string) {
  const link = document.createElement('link')
  const loaded = new Promise((resolve) => link.addEventListener('load', resolve))
  link.crossOrigin = ''
  link.href = file
  if (file.endsWith('.css')) Object.assign(link, { rel: 'preload', as: 'style' })
  else link.rel = 'modulepreload'
  document.head.append(link)
  return loaded
}
