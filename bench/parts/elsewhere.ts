import { setTimeout as pause } from 'node:timers/promises'
import type { Adapter, ShowThere, WindowThere } from '../adapters/adapter.ts'
import { aReader } from '../reader.ts'
import type { Row } from '../row.ts'
import { median, quantile, rateOf, wideAwake } from '../times.ts'

const SECONDS = 4
const READERS = 50
const HOLDERS = 32
const ROOM = 200
const TRIALS = 40
const QUIET_MS = 120

/** A server that somebody else has started, without goals: for comparing one with another, or the same on another machine. */
export async function elsewhere(url: string, adapter: Adapter): Promise<Row[]> {
  const show = await adapter.largest(url)
  return [
    await reading(url, show),
    await holding(url, adapter, show),
    await telling(url, adapter, show),
  ]
}

const scale = (what: string, measured: string, [value, unit]: [number, string]): Row => ({
  ...{ what, measured, baseline: '', value, goal: { unit } },
})

async function reading(url: string, { path, seatIds }: ShowThere) {
  const readers = await Promise.all(Array.from({ length: READERS }, () => aReader(url, path)))
  const { perSecond, p99 } = await wideAwake(() =>
    rateOf(readers, SECONDS, async ({ read }) => {
      await read()
      return true
    }),
  )
  for (const reader of readers) reader.close()
  const what = `reading a map of ${seatIds.length} free seats, ${READERS} readers`
  return scale(what, `p99 ${Math.round(p99)} ms`, [perSecond, ' /s'])
}

async function holding(url: string, adapter: Adapter, show: ShowThere) {
  const windows = await joined(url, adapter, { show, count: HOLDERS })
  const askers = windows.map((window, n) => ({ window, seatId: show.seatIds[n] ?? '' }))
  const { perSecond, p99 } = await rateOf(askers, SECONDS, async ({ window, seatId }, n) => {
    if (n % 2 === 0) return window.hold(seatId)
    await window.release(seatId)
    return false
  })
  for (const window of windows) window.close()
  const what = `holds of ${HOLDERS} windows, each given back before the next`
  return scale(what, `p99 ${Math.round(p99)} ms`, [perSecond, ' /s'])
}

async function telling(url: string, adapter: Adapter, show: ShowThere) {
  let heard = 0
  let told: () => void = () => undefined
  const hear = () => {
    heard += 1
    if (heard === ROOM) told()
  }
  const windows = await joined(url, adapter, { show, count: ROOM, hear })
  const holder = await adapter.join(url, show, () => undefined)
  const times: number[] = []
  for (let n = 0; n < TRIALS; n += 1) {
    await pause(QUIET_MS)
    heard = 0
    const all = new Promise<void>((resolve) => {
      told = resolve
    })
    const sent = performance.now()
    // Not one of those that were held before.
    const seatId = show.seatIds.at(-1) ?? ''
    if (n % 2 === 1) await holder.release(seatId)
    else if (!(await holder.hold(seatId))) throw new Error('A free seat was refused')
    await all
    times.push(performance.now() - sent)
  }
  for (const window of [...windows, holder]) window.close()
  const what = `one change in a quiet room of ${ROOM}: hold sent to last window told`
  return scale(what, `p99 ${Math.round(quantile(times, 0.99))} ms`, [median(times), ' ms'])
}

async function joined(
  url: string,
  adapter: Adapter,
  { show, count, hear = () => undefined }: { show: ShowThere; count: number; hear?: () => void },
) {
  const windows: WindowThere[] = []
  while (windows.length < count) windows.push(await adapter.join(url, show, hear))
  return windows
}
