import { setTimeout as pause } from 'node:timers/promises'
import type { Buyer } from './buyer.ts'
import { newHistory } from './history.ts'
import { type Show, showsOf } from './showtimes.ts'
import type { House } from './test-cluster.ts'
import { touches } from './test-cluster.ts'
import { aVisitor } from './visitor.ts'

const LOST_MS = 3000
const BETWEEN_MS = 100
/** What a median is worth looking at. */
const ENOUGH = 200

/** How long a hold takes from one node to the windows of the others, milliseconds. */
export interface Reach {
  trials: number
  medianMs: number
  lateMs: number
  worstMs: number
}

/** While the crowd is there: as long as it is. */
export const reachUnderLoad = (house: House, buyers: Buyer[], isOver: () => boolean) =>
  measureReach(house, buyers, () => isOver())

/** When everybody has stopped and looks on: as often as it takes. */
export const reachInQuiet = (house: House, buyers: Buyer[]) =>
  measureReach(house, buyers, (trials) => trials >= ENOUGH)

/** Holds and gives back a seat at one node, again and again, and times when the windows at all others show it; at several shows. */
async function measureReach(
  house: House,
  [buyer]: Buyer[],
  isOver: (trials: number) => boolean,
): Promise<Reach> {
  const { reach: shows } = await showsOf(house)
  const times: number[] = []
  await Promise.all(
    shows.map((show, n) =>
      timeHolds(house, show, { buyer: buyer as Buyer, first: n, times, isOver }),
    ),
  )
  const sorted = times.toSorted((one, other) => one - other).map(Math.round)
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN
  return { trials: sorted.length, medianMs: at(0.5), lateMs: at(0.95), worstMs: at(1) }
}

interface Post {
  buyer: Buyer
  /** Which of the nodes the holds are taken at. */
  first: number
  times: number[]
  isOver: (trials: number) => boolean
}

async function timeHolds(
  house: House,
  { showtimeId }: Show,
  { buyer, first, times, isOver }: Post,
) {
  const nodes = house.nodes.map((_, n, all) => all[(first + n) % all.length] as string)
  const windows = await Promise.all(
    nodes.map((url) => aVisitor({ url }, buyer, { history: newHistory() })),
  )
  for (const window of windows) await window.goTo(showtimeId)
  const [holder, ...viewers] = windows as [(typeof windows)[0], ...typeof windows]
  while (!isOver(times.length)) {
    await pause(Math.random() * BETWEEN_MS)
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
}
