import {
  createHall,
  findStretches,
  type Hall,
  type HallSeat,
  type IsFree,
} from '@marquee/contract/seats/hall'
import type { BookedSeat } from './seat-cost.ts'
import { isSideBySide, type Party, planSeating } from './seating-plan.ts'

interface ReplacementRequest {
  /** The last ones lose seats if there are too few. */
  parties: readonly Party[]
  /** All seats of the hall. */
  hall: readonly HallSeat[]
  /** The seats that the parties lose. */
  isOut: IsFree<HallSeat>
  /** The free seats, without those out of service. */
  isFree: IsFree<HallSeat>
}

interface ReplacedParty {
  party: Party
  /** The seat for each old one: often itself. Null: there is none. */
  seats: { from: BookedSeat; to: HallSeat | null }[]
  /** Whether all that sat side by side still do. */
  isTogether: boolean
}

/** Seats of a party that are side by side, at least one of them out of service. */
interface Group {
  party: Party
  /** Without those that cannot be replaced. */
  seats: readonly BookedSeat[]
}

/**
 * Replaces seats out of service by the rules of `planSeating`. Only people who sit side by side with such a seat move, and only to stay together or nearer to each
 * other: if a group cannot stay together, those on other seats stay. Each seat is replaced as long as there are free seats. The same request
 * always has the same plan.
 */
export function planReplacements({
  parties,
  hall: seats,
  isOut,
  isFree,
}: ReplacementRequest): ReplacedParty[] {
  const hall = createHall(seats)
  const groups = parties.flatMap((party): Group[] =>
    groupsOf(party, hall)
      .filter((own) => own.some(isOut))
      .map((own) => ({ party, seats: own })),
  )
  const found = findSeats(keepReplaceable(groups, { isOut, room: seats.filter(isFree).length }), {
    hall: seats,
    isOut,
    isFree,
  })
  return parties.map((party) => {
    const replaced = party.seats.map((from) => ({
      from,
      to: found.get(from._id) ?? (isOut(from) ? null : from),
    }))
    const newSeats = new Map(replaced.map(({ from, to }) => [from._id, to]))
    const isTogether = groups
      .filter((group) => group.party === party)
      .every((group) =>
        isSideBySide(
          hall,
          group.seats.flatMap(({ _id }) => newSeats.get(_id) ?? []),
        ),
      )
    return { party, seats: replaced, isTogether }
  })
}

/** The seats of a party that are side by side, run by run. */
const groupsOf = ({ seats }: Party, { runs }: Hall<HallSeat>) => {
  const own = new Map(seats.map((seat) => [seat._id, seat]))
  return runs.flatMap((run) =>
    findStretches(run, ({ _id }) => own.has(_id)).map(({ start, end }) =>
      run.slice(start, end).flatMap(({ seat }) => own.get(seat._id) ?? []),
    ),
  )
}

/** Leaves out the seats for which there is no room: those of the last groups. */
function keepReplaceable(
  groups: readonly Group[],
  { isOut, room }: { isOut: IsFree<HallSeat>; room: number },
) {
  let left = room
  return groups.map((group) => ({
    ...group,
    seats: group.seats.filter((seat) => {
      if (!isOut(seat)) return true
      left -= 1
      return left >= 0
    }),
  }))
}

/** Returns the seats of the groups, by the ids of their old ones. */
function findSeats(
  groups: readonly Group[],
  { hall, isOut, isFree }: Omit<ReplacementRequest, 'parties'>,
): Map<string, HallSeat> {
  const moving = groups.filter(({ seats }) => seats.some(isOut))
  const own = new Set(
    moving.flatMap(({ seats }) => seats.flatMap((seat) => (isOut(seat) ? [] : seat._id))),
  )
  const { seated } = planSeating({
    parties: moving.map(({ seats }, index) => ({ id: String(index), seats })),
    from: hall,
    to: hall,
    isFree: (seat) => isFree(seat) || own.has(seat._id),
  })
  const apart = new Set(
    seated
      .filter(({ party, isTogether }) => !isTogether && party.seats.some(({ _id }) => own.has(_id)))
      .map(({ party }) => Number(party.id)),
  )
  if (apart.size > 0) {
    const fewer = moving.map((group, index) =>
      apart.has(index) ? { ...group, seats: group.seats.filter(isOut) } : group,
    )
    return findSeats(fewer, { hall, isOut, isFree })
  }
  return new Map(
    seated.flatMap(({ seats }) => seats.map(({ from, to }) => [from._id, to] as const)),
  )
}
