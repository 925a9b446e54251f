import {
  countLeftAlone,
  type Hall,
  type HallSeat,
  type PlacedSeat,
  type Stretch,
} from '@marquee/contract/seats/hall'
import { seatPrice } from '@marquee/contract/seats/seat-tiers'

/** A seat that a party has, and what was paid for it in rupees. */
export interface BookedSeat extends HallSeat {
  price: number
}

// Costs of adjacent seats. Each is larger than all later ones together.
/** For each rupee that a seat is cheaper than the old one. */
const CHEAPER_COST = 1e7
/** For each place for a wheelchair that the party loses. A companion can sit on any seat beside it. */
const NO_ACCESS_COST = 1e6
/** For each accessible place that the party takes and did not have. */
const ACCESS_TAKEN_COST = 9e4
/** For each seat that the party does not have already: as few people as possible change seats. */
const NEW_SEAT_COST = 4000
/** For each seat of a better category: it could be sold. */
const BETTER_COST = 300
const ALONE_COST = 100

export const countAccessible = (seats: readonly HallSeat[]) =>
  seats.filter(({ accessible }) => accessible !== undefined).length
export const countWheelchairPlaces = (seats: readonly HallSeat[]) =>
  seats.filter(({ accessible }) => accessible === 'wheelchair').length

/** What is worse for a party at other seats of the next hall than at those that it has. */
export function createSeatCost<S extends HallSeat>(
  had: readonly BookedSeat[],
  old: Hall<HallSeat>,
  next: Hall<S>,
) {
  const { length } = had
  const prices = had.map(({ price }) => price).toSorted((a, b) => b - a)
  const lowestPrice = prices.at(-1) ?? 0
  const needsAccess = countAccessible(had) > 0
  const oldSeats = old.runs.flat().filter(({ seat }) => had.some(({ _id }) => _id === seat._id))
  const middle = {
    depth: average(oldSeats.map((placed) => depthOf(placed, old))),
    side: average(oldSeats.map((placed) => sideOf(placed, old))),
  }
  const distanceTo = (placed: PlacedSeat<S>) =>
    Math.abs(depthOf(placed, next) - middle.depth) + Math.abs(sideOf(placed, next) - middle.side)
  const priceCost = (price: number, paid: number) =>
    price < paid ? CHEAPER_COST * (paid - price) : BETTER_COST * Number(price > paid)

  function costOfAdjacent(stretch: Stretch<S>, start: number, end: number) {
    const placed = stretch.run.slice(start, end)
    const seats = placed.map(({ seat }) => seat)
    const newPrices = seats.map(({ category }) => seatPrice(category)).toSorted((a, b) => b - a)
    return (
      sum(newPrices.map((price, index) => priceCost(price, prices[index] ?? price))) +
      accessCost(had, seats) +
      ALONE_COST * countLeftAlone(stretch, { start, end }) +
      NEW_SEAT_COST * seats.filter(({ _id }) => !had.some((seat) => seat._id === _id)).length +
      sum(placed.map(distanceTo)) / length
    )
  }
  /** For a party that is split: one seat at a time. */
  const costOfSeat = (placed: PlacedSeat<S>) =>
    priceCost(seatPrice(placed.seat.category), lowestPrice) +
    ACCESS_TAKEN_COST * Number(placed.seat.accessible !== undefined && !needsAccess) +
    distanceTo(placed)
  return { costOfAdjacent, costOfSeat }
}

/** Places for wheelchairs that the party had and would lose, and accessible places that it would take and did not have. */
function accessCost(had: readonly HallSeat[], taken: readonly HallSeat[]) {
  const lost = countWheelchairPlaces(had) - countWheelchairPlaces(taken)
  const surplus = countAccessible(taken) - countAccessible(had)
  return NO_ACCESS_COST * Math.max(0, lost) + ACCESS_TAKEN_COST * Math.max(0, surplus)
}

/** 0 in the first row, 1 in the last one. */
const depthOf = ({ row }: { row: number }, { size }: Pick<Hall<HallSeat>, 'size'>) =>
  size.rows > 1 ? row / (size.rows - 1) : 0
/** -1 at the left end of the widest row, 1 at its right end. */
const sideOf = ({ x }: { x: number }, { size }: Pick<Hall<HallSeat>, 'size'>) =>
  size.width > 0 ? x / (size.width / 2) : 0

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0)
const average = (numbers: readonly number[]) =>
  numbers.length === 0 ? 0 : sum(numbers) / numbers.length
