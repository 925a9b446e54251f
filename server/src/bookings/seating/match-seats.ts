import type { HallSeat } from '@marquee/contract/seats/hall'
import { seatPrice } from '@marquee/contract/seats/seats'
import type { BookedSeat } from './seat-cost.ts'

/** Gives each old seat a new one: itself if possible, accessible places for accessible ones, then the best category for the best one. */
export function matchSeats<S extends HallSeat>(had: readonly BookedSeat[], taken: readonly S[]) {
  const left = [...taken]
  const takeFirst = (isWanted: (seat: S) => boolean) => {
    const index = left.findIndex(isWanted)
    return index < 0 ? undefined : left.splice(index, 1)[0]
  }
  const bestLeft = () => {
    const best = Math.max(...left.map(({ category }) => seatPrice(category)))
    return takeFirst(({ category }) => seatPrice(category) === best)
  }
  const matched = new Map<BookedSeat, S>()
  for (const seat of had) {
    const same = takeFirst(({ _id }) => _id === seat._id)
    if (same) matched.set(seat, same)
  }
  for (const type of ['wheelchair', 'companion'] as const) {
    for (const seat of had.filter(({ accessible }) => accessible === type)) {
      if (matched.has(seat)) continue
      const same = takeFirst(({ accessible }) => accessible === type)
      if (same) matched.set(seat, same)
    }
  }
  for (const seat of had.toSorted((a, b) => b.price - a.price)) {
    const next = matched.has(seat) ? undefined : bestLeft()
    if (next) matched.set(seat, next)
  }
  return had.map((from) => ({ from, to: matched.get(from) as S }))
}
