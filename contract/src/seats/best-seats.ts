import {
  countLeftAlone,
  findStretches,
  type Hall,
  type HallSeat,
  type IsFree,
  lengthOf,
  type PlacedSeat,
  type Stretch,
} from './hall.ts'
import { hasTooManyAccessible } from './holds.ts'
import { type SeatTier, seatTier } from './seat-tiers.ts'

/** How many places for wheelchairs a party needs. */
interface Wheelchairs {
  wanted: number
  /** Undefined: up to the limit of a visitor. */
  most?: number | undefined
}

interface BestSeatsRequest<S extends HallSeat> {
  /** The number of seats. */
  size: number
  isFree: IsFree<S>
  /** Only seats of this tier. */
  tier?: SeatTier | undefined
  /** With at least one place for a wheelchair. As many of the others as possible are beside it. */
  wheelchairs?: Wheelchairs | undefined
  /** Never splits the party: without so many seats side by side there is no result. */
  isTogether?: boolean | undefined
}

/** What a seat left alone beside the party costs: more than any view. */
const ALONE_COST = 1000
/** What it costs that a part of the party sits one cell further away. */
const APART_COST = 0.05
/** A row is as deep as two seats are wide. */
const ROW_CELLS = 2
/** A party that has to be split into several parts is placed around one of so many seats. More would take too long. */
const MAX_CENTRES = 16
/** Parts of a party have a taken seat, an aisle or a row between them. */
const MIN_APART = 1.5

/** Seats side by side. */
interface AdjacentSeats<S extends HallSeat> {
  stretch: Stretch<S>
  start: number
  end: number
  /** The position of its middle. */
  row: number
  x: number
  cost: number
}

/**
 * Returns the best free seats for a party: together if there are so many free seats side by side; without leaving a seat alone if that is
 * possible; then with the best view. Otherwise the party is split into as few parts as possible, of sizes as equal as possible, near each other.
 */
export function findBestSeats<S extends HallSeat>(
  hall: Hall<S>,
  { size, isFree, tier, wheelchairs, isTogether }: BestSeatsRequest<S>,
): S[] | undefined {
  const isWanted = (seat: S) => isFree(seat) && (!tier || seatTier(seat.category) === tier)
  if (wheelchairs)
    return findAccessibleSeats(hall, { size, isFree: isWanted, isTogether }, wheelchairs)
  const stretches = hall.runs.flatMap((run) => findStretches(run, isWanted))
  const group = findBestGroup(stretches, size)
  if (group) return seatsInGroup(group)
  return isTogether ? undefined : findSplit(stretches, size)?.flatMap(seatsInGroup)
}

const seatsInGroup = <S extends HallSeat>({ stretch: { run }, start, end }: AdjacentSeats<S>) =>
  run.slice(start, end).map(({ seat }) => seat)

/** All groups of adjacent seats of a size in a stretch. Their cost is the average of their seats. */
function groupsIn<S extends HallSeat>(stretch: Stretch<S>, size: number): AdjacentSeats<S>[] {
  const { run } = stretch
  const groups: AdjacentSeats<S>[] = []
  for (let start = stretch.start; start + size <= stretch.end; start += 1) {
    const end = start + size
    const [first, last] = [run[start], run[end - 1]] as [PlacedSeat<S>, PlacedSeat<S>]
    let cost = ALONE_COST * countLeftAlone(stretch, { start, end })
    for (let index = start; index < end; index += 1) cost += (run[index]?.cost ?? 0) / size
    groups.push({ stretch, start, end, row: first.row, x: (first.x + last.x) / 2, cost })
  }
  return groups
}

function findBestGroup<S extends HallSeat>(stretches: readonly Stretch<S>[], size: number) {
  let best: AdjacentSeats<S> | undefined
  for (const stretch of stretches) {
    if (lengthOf(stretch) < size) continue
    for (const group of groupsIn(stretch, size)) if (!best || group.cost < best.cost) best = group
  }
  return best
}

/** The sizes of the parts of a split party, the largest first. Each part is in a stretch of its own. */
export function splitSizes(lengths: readonly number[], size: number): number[] | undefined {
  const longestFirst = lengths.toSorted((a, b) => b - a)
  const used: number[] = []
  let room = 0
  for (const length of longestFirst) {
    if (room >= size) break
    used.push(length)
    room += length
  }
  if (room < size) return
  let left = size
  const sizes = used.toReversed().map((length, index) => {
    const part = Math.min(length, Math.floor(left / (used.length - index)))
    left -= part
    return part
  })
  return sizes.toReversed()
}

/** Places the largest part on each good group, the others as near to it as possible, and returns the best of these splits. */
function findSplit<S extends HallSeat>(stretches: readonly Stretch<S>[], size: number) {
  const sizes = splitSizes(stretches.map(lengthOf), size)
  if (!sizes) return
  const [largest = 0, ...others] = sizes
  const groups = new Map(
    [...new Set(sizes)].map((part) => [part, groupByRowIndex(stretches, part)] as const),
  )
  const centres = [...(groups.get(largest)?.values() ?? [])].flat()
  const costOf = (group: AdjacentSeats<S>) => (group.cost * lengthOf(group)) / size
  let best: { parts: AdjacentSeats<S>[]; cost: number } | undefined
  const byCost = centres.toSorted((a, b) => a.cost - b.cost)
  for (const centre of others.length > 1 ? byCost.slice(0, MAX_CENTRES) : byCost) {
    const limit = best?.cost ?? Number.POSITIVE_INFINITY
    let cost = costOf(centre)
    if (cost + others.length * APART_COST * MIN_APART >= limit) break
    const parts = [centre]
    for (const part of others) {
      const near = findNearest(groups.get(part) ?? new Map(), { centre, parts, costOf })
      if (!near || cost + near.cost >= limit) break
      parts.push(near.group)
      cost += near.cost
    }
    if (parts.length === sizes.length && cost < limit) best = { parts, cost }
  }
  return best?.parts
}

const groupByRowIndex = <S extends HallSeat>(stretches: readonly Stretch<S>[], size: number) =>
  Map.groupBy(
    stretches.flatMap((stretch) => groupsIn(stretch, size)),
    ({ row }) => row,
  )

interface NearestOptions<S extends HallSeat> {
  centre: AdjacentSeats<S>
  parts: readonly AdjacentSeats<S>[]
  costOf: (group: AdjacentSeats<S>) => number
}

/** Finds the best group beside the parts that are placed already. Looks at the rows around the centre until no further row can be better. */
function findNearest<S extends HallSeat>(
  rows: ReadonlyMap<number, AdjacentSeats<S>[]>,
  { centre, parts, costOf }: NearestOptions<S>,
) {
  let best: { group: AdjacentSeats<S>; cost: number } | undefined
  const lastRow = Math.max(...rows.keys())
  for (let step = 0; centre.row - step >= 0 || centre.row + step <= lastRow; step += 1) {
    if (best && APART_COST * ROW_CELLS * step >= best.cost) break
    for (const row of new Set([centre.row - step, centre.row + step])) {
      for (const group of rows.get(row) ?? []) {
        const limit = best?.cost ?? Number.POSITIVE_INFINITY
        if (APART_COST * Math.abs(group.x - centre.x) >= limit) continue
        const cost = costOf(group) + APART_COST * distanceBetween(centre, group)
        if (cost < limit && !parts.some(({ stretch }) => stretch === group.stretch))
          best = { group, cost }
      }
    }
  }
  return best
}

const distanceBetween = <S extends HallSeat>(a: AdjacentSeats<S>, b: AdjacentSeats<S>) =>
  Math.hypot(a.x - b.x, ROW_CELLS * (a.row - b.row))

/** Returns a place for a wheelchair and the seats beside it. Takes no more places for wheelchairs than needed. */
function findAccessibleSeats<S extends HallSeat>(
  hall: Hall<S>,
  { size, isFree, isTogether }: Pick<BestSeatsRequest<S>, 'size' | 'isFree' | 'isTogether'>,
  wheelchairs: Wheelchairs,
): S[] | undefined {
  const stretches = hall.runs.flatMap((run) => findStretches(run, isFree))
  for (let beside = size; beside >= (isTogether ? size : 1); beside -= 1) {
    const group = bestAccessibleGroup(stretches, beside, wheelchairs)
    if (!group) continue
    const seats = seatsInGroup(group)
    if (beside === size) return seats
    const isOther = (seat: S) => isFree(seat) && !seat.accessible && !seats.includes(seat)
    const others = hall.runs.flatMap((run) => findStretches(run, isOther))
    const near = findNearGroups(others, { size: size - beside, centre: group })
    if (near) return [...seats, ...near.flatMap(seatsInGroup)]
  }
  return
}

function bestAccessibleGroup<S extends HallSeat>(
  stretches: readonly Stretch<S>[],
  size: number,
  { wanted, most = Number.POSITIVE_INFINITY }: Wheelchairs,
): AdjacentSeats<S> | undefined {
  let best: { group: AdjacentSeats<S>; cost: number } | undefined
  for (const group of stretches.flatMap((stretch) => groupsIn(stretch, size))) {
    const seats = seatsInGroup(group)
    const count = (type: HallSeat['accessible']) =>
      seats.filter(({ accessible }) => accessible === type).length
    const [wheelchairs, companions] = [count('wheelchair'), count('companion')]
    if (wheelchairs < 1 || wheelchairs > most) continue
    if (hasTooManyAccessible(wheelchairs, companions)) continue
    const cost = group.cost + 2 * ALONE_COST * Math.abs(wheelchairs - wanted)
    if (!best || cost < best.cost) best = { group, cost }
  }
  return best?.group
}

/** Returns the group that is nearest to another one, or the parts of a split party. */
function findNearGroups<S extends HallSeat>(
  stretches: readonly Stretch<S>[],
  { size, centre }: { size: number; centre: AdjacentSeats<S> },
) {
  const costOf = ({ cost }: AdjacentSeats<S>) => cost
  const near = findNearest(groupByRowIndex(stretches, size), { centre, parts: [], costOf })
  return near ? [near.group] : findSplit(stretches, size)
}
