import type { StaffPlace } from '@marquee/contract/office/shows/shows'
import { findBestSeats } from '@marquee/contract/seats/best-seats'
import { createHall } from '@marquee/contract/seats/hall'
import { countOf } from '@marquee/contract/text/count'

type FoundPlaces = { placeIds: string[] } | { problem: string }

const SEAT = /^([a-z]+)(\d+)$/i
const RANGE = /^([a-z]+)(\d+)\s*[-–]\s*(?:\1)?(\d+)$/i
const PARTY = /^(\d{1,3})(?:\s+(.+))?$/

/**
 * What staff means by a text: seats (`D5 D6`, `D5-8`) that are all available or all blocked, or the best so many seats (`2`, `2 premium`). A problem is a sentence for the field. Accessible places are
 * found by their labels only.
 */
export function findPlaces(text: string, places: readonly StaffPlace[]): FoundPlaces {
  const seats = places.filter(({ kind }) => kind === 'seat')
  const party = PARTY.exec(text.trim())
  if (party) return findParty(Number(party[1]), party[2], seats)
  const words = text
    .trim()
    .replaceAll(/\s*([-–])\s*/g, '$1')
    .split(/[\s,;]+/)
  const labels = words.flatMap(labelsOf)
  const wrong = labels.find((label) => !SEAT.test(label))
  if (wrong !== undefined)
    return { problem: `“${wrong}” is no seat. Type D5 D6, D5-8 or 2 premium.` }
  return findSeats(labels, seats)
}

/** `D5-8` and `D5-D8` are four seats. */
function labelsOf(word: string) {
  const [, letters = '', from = '', to = ''] = RANGE.exec(word) ?? []
  if (letters === '') return [word.toUpperCase()]
  const [first, last] = [Number(from), Number(to)].toSorted((a, b) => a - b) as [number, number]
  return Array.from(
    { length: Math.min(last - first, MAX_RANGE) + 1 },
    (_, n) => `${letters.toUpperCase()}${first + n}`,
  )
}

/** More than a row has. */
const MAX_RANGE = 200

function findSeats(labels: readonly string[], seats: readonly StaffPlace[]): FoundPlaces {
  const found: StaffPlace[] = []
  for (const label of new Set(labels)) {
    const seat = seats.find((one) => one.label === label)
    if (!seat) return { problem: `There is no seat ${label}.` }
    found.push(seat)
  }
  const areBlocked = found.every(({ status }) => status === 'BLOCKED')
  for (const { label, status } of areBlocked ? [] : found)
    if (status !== 'AVAILABLE') return { problem: `${label} is ${STATES[status]}.` }
  return { placeIds: found.map(({ _id }) => _id) }
}

const STATES = {
  HELD: 'held by a visitor',
  SOLD: 'sold',
  BLOCKED: 'blocked',
  OUT_OF_SERVICE: 'out of service',
}

function findParty(
  size: number,
  category: string | undefined,
  seats: readonly StaffPlace[],
): FoundPlaces {
  if (size === 0) return { problem: 'Type at least 1 seat.' }
  const named = seats.filter((seat) => isOfCategory(seat, category))
  if (named.length === 0) return { problem: `This hall has no seats called “${category}”.` }
  const byId = new Map(seats.map((seat) => [seat._id, seat]))
  const hall = createHall(seats.map(seatOfHall))
  const best = findBestSeats(hall, {
    size,
    isFree: ({ _id }) => {
      const seat = byId.get(_id)
      return seat?.status === 'AVAILABLE' && !seat.accessible && isOfCategory(seat, category)
    },
  })
  if (best) return { placeIds: best.map(({ _id }) => _id) }
  const free = named.filter(({ status, accessible }) => status === 'AVAILABLE' && !accessible)
  const kind = category === undefined ? '' : ` ${named[0]?.category ?? ''}`
  return { problem: `Only ${countOf(free.length, `free${kind} seat`)} left.` }
}

/** The beginning of the name of a category is enough. */
const isOfCategory = ({ category }: StaffPlace, wanted: string | undefined) =>
  wanted === undefined || (category ?? '').toLowerCase().startsWith(wanted.trim().toLowerCase())

const seatOfHall = ({ _id, label: seatNumber, x, category, accessible }: StaffPlace) => ({
  _id,
  seatNumber,
  x,
  category: category ?? '',
  accessible,
})
