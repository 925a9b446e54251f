import type { Page } from '@playwright/test'

/** Cumulative layout shift. A value below 0.1 counts as good. */
export const MAX_SHIFT = 0.02

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

interface Shifts {
  total: number
  /** The value of each shift, and the elements that have moved. */
  list: unknown[]
}

/** Sums up the layout shifts of each page that is opened from now on. */
export const observeShifts = (page: Page) => page.addInitScript(collectShifts)

/** The same for the page that is open. Its earlier shifts do not count. */
export const observeShiftsFromNow = (page: Page) => page.evaluate(collectShifts, false)

/** Runs in the page. */
function collectShifts(buffered = true) {
  const shifts: Shifts = { total: 0, list: [] }
  Object.assign(window, { shifts })
  const observer = new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
      if (hadRecentInput) continue
      shifts.total += value
      const moved = sources.map(({ node, previousRect, currentRect }) => [
        (node as Element | null)?.className ?? node?.textContent,
        ...[previousRect, currentRect].map(({ x, y, width, height }) => [x, y, width, height]),
      ])
      shifts.list.push({ value, moved })
    }
  })
  observer.observe({ type: 'layout-shift', buffered })
}

export const getShifts = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts)
