import { setTimeout as pause } from 'node:timers/promises'
import type { Buyer } from './buyer.ts'
import { newHistory } from './history.ts'
import type { House } from './house.ts'
import { touches } from './house.ts'
import { showsOf } from './programme.ts'
import { aVisitor } from './visitor.ts'

const LOST_MS = 3000
const BETWEEN_MS = 100

export interface Reach {
  trials: number
  medianMs: number
  worstMs: number
}

/** Holds and gives back a seat at one node, again and again, and times when the windows at all others show it. */
export async function measureReach(
  house: House,
  [buyer]: Buyer[],
  isOver: () => boolean,
): Promise<Reach> {
  const [show] = (await showsOf(house)).reach
  const { showtimeId } = show ?? { showtimeId: '' }
  const windows = await Promise.all(
    house.nodes.map((url) => aVisitor({ url }, buyer as Buyer, { history: newHistory() })),
  )
  for (const window of windows) await window.goTo(showtimeId)
  const [holder, ...viewers] = windows as [(typeof windows)[0], ...typeof windows]
  const times: number[] = []
  while (!isOver()) {
    await pause(BETWEEN_MS)
    const seat = holder.view.places()[0]
    if (!seat) continue
    const sentAt = Date.now()
    const from = performance.now()
    const wish = { showtimeId, seatId: seat._id }
    const shown = Promise.all(viewers.map(({ view }) => view.shows(seat._id, 'HELD', LOST_MS)))
    await holder.act('hold', [seat._id], 'holdSeat', wish)
    await shown
    if (!touches(house.outages, { from: sentAt, to: Date.now() }, LOST_MS)) {
      times.push(performance.now() - from)
    }
    const free = Promise.all(viewers.map(({ view }) => view.shows(seat._id, 'AVAILABLE', LOST_MS)))
    await holder.act('release', [seat._id], 'releaseSeat', wish)
    await free
  }
  for (const window of windows) window.close()
  const sorted = times.toSorted((one, other) => one - other).map(Math.round)
  return {
    trials: sorted.length,
    medianMs: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    worstMs: sorted.at(-1) ?? Number.NaN,
  }
}
