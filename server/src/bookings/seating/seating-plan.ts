import { findBestSeats } from '@marquee/contract/seats/best-seats'
import {
  createHall,
  findStretches,
  type Hall,
  type HallSeat,
  type IsFree,
  lengthOf,
  type Stretch,
} from '@marquee/contract/seats/hall'
import { seatPrice } from '@marquee/contract/seats/seat-tiers'
import { packParties } from './pack-parties.ts'
import {
  type BookedSeat,
  countAccessible,
  countWheelchairPlaces,
  createSeatCost,
} from './seat-cost.ts'

export interface Party {
  id: string
  seats: readonly BookedSeat[]
}

interface SeatingRequest<S extends HallSeat> {
  /** The first ones are preferred if not all can be seated. */
  parties: readonly Party[]
  /** All seats of the hall that the parties leave. */
  from: readonly HallSeat[]
  /** All seats of the hall that the parties move to. */
  to: readonly S[]
  isFree: IsFree<S>
}

interface SeatedParty<S extends HallSeat> {
  party: Party
  /** The new seat for each old one. */
  seats: { from: BookedSeat; to: S }[]
  /** Side by side, without an aisle between them. */
  isTogether: boolean
}

interface SeatingPlan<S extends HallSeat> {
  /** Parties without seats. */
  unseated: Party[]
  /** In the order of the request. */
  seated: SeatedParty<S>[]
}

/** The search for the best adjacent seats of a party stays short: it then takes those that the parties are known to fit with. */
const MAX_PACKING_ATTEMPTS = 500
const MAX_FAILED_PACKINGS = 12

/**
 * Plans the seats of parties that move to another hall. The rules, in this order: as many people as possible get seats; as many parties as possible
 * stay together; the categories are the same or better; places for wheelchairs are kept; the new seats are as far from the screen and from the middle as
 * the old ones. A party that is split keeps its places for wheelchairs first. A party gets seats for all of its people or none. The same request always has the same plan.
 */
export function planSeating<S extends HallSeat>({
  parties,
  from,
  to,
  isFree,
}: SeatingRequest<S>): SeatingPlan<S> {
  const capacity = to.filter(isFree).length
  const chosen = chooseParties(parties, capacity)
  const halls = { old: createHall(from), next: createHall(to) }
  const seats = seatParties(chosen, halls, isFree)
  return {
    unseated: parties.filter((party) => !chosen.includes(party)),
    seated: chosen.map((party) => {
      const taken = seats.get(party) ?? []
      const isTogether = isSideBySide(halls.next, taken)
      return { party, seats: matchSeats(party.seats, taken), isTogether }
    }),
  }
}

/** Returns the parties that fill the most seats. Of several such choices it prefers the first parties. */
function chooseParties(parties: readonly Party[], capacity: number) {
  // `most[n][room]`: the people of the parties from index n on that fit into this many seats.
  const most = [new Uint16Array(capacity + 1)]
  for (const { seats } of parties.toReversed()) {
    const before = most[0] as Uint16Array
    most.unshift(
      before.map((people, room) =>
        Math.max(people, room < seats.length ? 0 : seats.length + at(before, room - seats.length)),
      ),
    )
  }
  let room = capacity
  return parties.filter(({ seats: { length } }, index) => {
    const later = most[index + 1] as Uint16Array
    const isChosen =
      length <= room && length + at(later, room - length) === at(most[index] as Uint16Array, room)
    if (isChosen) room -= length
    return isChosen
  })
}

const at = (numbers: Uint16Array, index: number) => numbers[index] ?? 0

interface Halls<S extends HallSeat> {
  old: Hall<HallSeat>
  next: Hall<S>
}

/** Returns the seats of each party. There are enough for all. */
function seatParties<S extends HallSeat>(
  parties: readonly Party[],
  { old, next }: Halls<S>,
  isFree: IsFree<S>,
) {
  const ordered = parties.toSorted(
    (a, b) =>
      countAccessible(b.seats) - countAccessible(a.seats) ||
      highestPrice(b) - highestPrice(a) ||
      b.seats.length - a.seats.length,
  )
  const taken = new Set<S>()
  const isLeft = (seat: S) => isFree(seat) && !taken.has(seat)
  const stretchesLeft = () => next.runs.flatMap((run) => findStretches(run, isLeft))
  const together = partiesToKeepTogether(ordered, stretchesLeft().map(lengthOf))
  const seats = new Map<Party, S[]>()
  const take = (party: Party, chosen: S[]) => {
    seats.set(party, chosen)
    for (const seat of chosen) taken.add(seat)
  }
  const waiting = ordered.filter((party) => together.has(party))
  while (waiting.length > 0) {
    const party = waiting.shift() as Party
    const costOf = createSeatCost(party.seats, old, next)
    const adjacent = findSeatsTogether(party, {
      stretches: stretchesLeft(),
      others: waiting,
      costOf,
    })
    if (adjacent) take(party, adjacent)
  }
  for (const party of ordered) {
    if (seats.has(party)) continue
    const { costOfSeat } = createSeatCost(party.seats, old, next)
    const runs = next.runs.map((run) =>
      run.map((placed) => ({ ...placed, cost: costOfSeat(placed) })),
    )
    const found = findSplitSeats(party, { ...next, runs }, isLeft)
    if (!found) throw new Error('fewer free seats than people')
    take(party, found)
  }
  return seats
}

/** Returns seats for a party that cannot stay together. With places for wheelchairs if it had some, and not with more than it had. */
function findSplitSeats<S extends HallSeat>(party: Party, hall: Hall<S>, isFree: IsFree<S>) {
  const size = party.seats.length
  const wanted = countWheelchairPlaces(party.seats)
  const wheelchairs = { wanted, most: wanted }
  const accessible = wanted > 0 && findBestSeats(hall, { size, isFree, wheelchairs })
  return accessible || findBestSeats(hall, { size, isFree })
}

const highestPrice = ({ seats }: Party) => Math.max(...seats.map(({ price }) => price))

/**
 * Returns the parties that can all sit together at the same time, as many as possible. If any number of parties fits, so do the smallest ones:
 * each needs no more room than the party whose seats it takes.
 */
function partiesToKeepTogether(parties: readonly Party[], lengths: readonly number[]) {
  const smallestFirst = parties.toSorted((a, b) => a.seats.length - b.seats.length)
  for (let count = smallestFirst.length; count > 0; count -= 1) {
    const kept = smallestFirst.slice(0, count)
    if (packParties(lengths, groupSizes(kept))) return new Set(kept)
  }
  return new Set<Party>()
}

/** A single person fits wherever a seat is left. */
const groupSizes = (parties: readonly Party[]) =>
  parties.flatMap(({ seats: { length } }) => (length > 1 ? length : []))

interface AdjacentOptions<S extends HallSeat> {
  stretches: readonly Stretch<S>[]
  /** The parties that still need seats. */
  others: readonly Party[]
  costOf: ReturnType<typeof createSeatCost<S>>
}

/** Returns the adjacent seats with the lowest cost that leaves room for all other parties. Undefined if the search was too long. */
function findSeatsTogether<S extends HallSeat>(
  { seats: { length: size } }: Party,
  { stretches, others, costOf }: AdjacentOptions<S>,
): S[] | undefined {
  const sizes = groupSizes(others)
  const lengths = stretches.map(lengthOf)
  const results = new Map<string, boolean>()
  let failed = 0
  /** Whether the others fit beside the seats depends on the lengths before and after it. */
  const leavesRoom = (index: number, before: number) => {
    const length = lengths[index] ?? 0
    const after = length - size - before
    const key = [length, Math.min(before, after)].join()
    const known = results.get(key)
    if (known !== undefined) return known
    if (failed === MAX_FAILED_PACKINGS) return false
    const left = [...lengths.toSpliced(index, 1), before, after]
    const fits = packParties(left, sizes, MAX_PACKING_ATTEMPTS) !== undefined
    failed += Number(!fits)
    results.set(key, fits)
    return fits
  }
  const candidates = stretches
    .flatMap((stretch, index) =>
      Array.from({ length: Math.max(0, lengthOf(stretch) - size + 1) }, (_, before) => {
        const start = stretch.start + before
        return { index, before, stretch, cost: costOf.costOfAdjacent(stretch, start, start + size) }
      }),
    )
    .toSorted((a, b) => a.cost - b.cost)
  const best =
    candidates.find(({ index, before }) => leavesRoom(index, before)) ??
    seatsOfPacking(stretches, { size, sizes })
  if (!best) return
  const start = best.stretch.start + best.before
  return best.stretch.run.slice(start, start + size).map(({ seat }) => seat)
}

/** The seats at the start of the stretch in which a packing of all parties has this one. */
function seatsOfPacking<S extends HallSeat>(
  stretches: readonly Stretch<S>[],
  { size, sizes }: { size: number; sizes: number[] },
) {
  const packed = packParties(stretches.map(lengthOf), [size, ...sizes])
  const stretch = stretches[packed?.[0] ?? -1]
  return stretch && { stretch, before: 0 }
}

/** Whether seats are next to each other in one run. */
export function isSideBySide({ runs }: Hall<HallSeat>, seats: readonly Pick<HallSeat, '_id'>[]) {
  const wanted = new Set(seats.map(({ _id }) => _id))
  return runs.some((run) =>
    findStretches(run, ({ _id }) => wanted.has(_id)).some(
      (stretch) => lengthOf(stretch) === wanted.size,
    ),
  )
}

/** Gives each old seat a new one: itself if possible, accessible places for accessible ones, then the best category for the best one. */
function matchSeats<S extends HallSeat>(had: readonly BookedSeat[], taken: readonly S[]) {
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
