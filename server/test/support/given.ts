import type { AccessType } from '@marquee/contract/seats/seats'
import { applyChanges, openDraft } from '#src/inventory/draft.ts'
import { createPlaceArray, numberPlaces } from '#src/inventory/place-array.ts'
import { NOTHING_ELSEWHERE, type Requester } from '#src/inventory/rules/requester.ts'
import {
  type Changes,
  type Chooser,
  indexKeysOf,
  type LimitKeys,
  NO_KEYS,
  type Place,
  type ShowDetails,
  type ShowtimeState,
} from '#src/inventory/state.ts'
import { hours, minutes, seconds, time } from './times.ts'

// Builds states of a showtime for tests of commands: given – when – then. Times are milliseconds from now.

/** What is true of a showtime. */
type Fact = (changes: GivenState) => void

interface GivenState {
  show: ShowDetails
  places: Place[]
  changes: Changes[]
}

const SEATS_PER_ROW = 10
const SLOTS_PER_KIND = 10
const CATEGORIES: Record<string, string> = { B: 'Premium', C: 'VIP' }
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

/** The labels of `count` seats from the first one on: A1 to A10, B1 to B10, and so on. */
export const seats = (count: number, from = 0) =>
  numbers(count).map((n) => {
    const index = from + n - 1
    const row = String.fromCharCode('A'.charCodeAt(0) + Math.floor(index / SEATS_PER_ROW))
    return `${row}${(index % SEATS_PER_ROW) + 1}`
  })

/** The showtime with these facts. The id of a place is its label. Without `show` it starts in three hours and has 30 seats. */
export function given(...facts: Fact[]): ShowtimeState {
  const world: GivenState = { show: SHOW, places: createPlaces(3), changes: [] }
  for (const fact of facts) fact(world)
  const { places } = world
  const numbers = numberPlaces(places)
  const draft = openDraft(
    {
      id: world.show.id,
      version: 'first',
      rev: 1,
      show: world.show,
      layout: {
        places,
        byId: new Map(places.map((place) => [place.id, place])),
        numbers,
        seatCount: places.filter(({ kind, retired }) => kind === 'seat' && retired === 0).length,
      },
      selections: new Map(),
      heldPlaces: new Map(),
      claims: createPlaceArray(numbers, [], indexKeysOf),
      coolDowns: new Map(),
    },
    time(0),
  )
  for (const changes of world.changes) applyChanges(draft, changes)
  return draft.state
}

const SHOW: ShowDetails = {
  id: 'show',
  movieId: 'movie',
  movie: 'The General',
  genre: 'Comedy',
  imageUrl: 'the-general.jpg',
  duration: 79,
  screenId: 'screen',
  layoutId: 'screen',
  screen: 'Screen 1',
  startsAt: time(hours(3)),
  cutoffMinutes: 30,
  isCancelled: false,
}

interface GivenShow {
  startsIn?: number
  cutoffMinutes?: number | null
  isCancelled?: boolean
  rows?: number
  access?: Record<string, AccessType>
  retired?: readonly string[]
  outOfService?: readonly string[]
}

export const show =
  ({
    startsIn = hours(3),
    cutoffMinutes = 30,
    isCancelled = false,
    rows = 3,
    access = {},
    retired = [],
    outOfService = [],
  }: GivenShow): Fact =>
  (world) => {
    world.show = { ...SHOW, startsAt: time(startsIn), cutoffMinutes, isCancelled }
    world.places = createPlaces(rows).map((place) => ({
      ...place,
      access: access[place.label] ?? null,
      retired: Number(retired.includes(place.label)),
      out_of_service: Number(outOfService.includes(place.label)),
    }))
  }

function createPlaces(rows: number): Place[] {
  const place = (kind: Place['kind'], label: string, category: string | null) => ({
    id: label,
    layout_id: 'screen',
    kind,
    label,
    category,
    access: null,
    x: null,
    retired: 0,
    out_of_service: 0,
  })
  return [
    ...seats(rows * SEATS_PER_ROW).map((label) =>
      place('seat', label, CATEGORIES[label.charAt(0)] ?? 'Standard'),
    ),
    ...numbers(SLOTS_PER_KIND).map((n) => place('twoWheeler', `two${n}`, null)),
    ...numbers(SLOTS_PER_KIND).map((n) => place('fourWheeler', `four${n}`, null)),
  ].map((created, position) => ({ ...created, position }))
}

type GivenChooser = Partial<Omit<Chooser, 'id'>> & { places?: readonly string[] }

interface GivenSelection extends GivenChooser {
  holder: string
  /** Milliseconds from now. */
  since?: number
  deadline?: number
  linkHash?: string | null
  paysForAll?: boolean
  /** The visitors who have joined, with what each has chosen. */
  friends?: Record<string, GivenChooser>
  /** When a visitor of another address asked for places, milliseconds from now. */
  askedAt?: Record<string, number>
}

export const selection =
  ({
    holder,
    since = 0,
    deadline = since + minutes(10),
    linkHash = null,
    paysForAll = false,
    friends = {},
    askedAt = {},
    ...own
  }: GivenSelection): Fact =>
  ({ changes }) => {
    const choosers = Object.entries({ [holder]: own, ...friends })
    changes.push({
      selections: [
        {
          holder,
          since: time(since),
          deadline: time(deadline),
          linkHash,
          paysForAll,
          choosers: choosers.map(([id, chooser]) => chooserOf(id, chooser)),
        },
      ],
      claims: choosers.flatMap(([chooser, { places = [] }]) =>
        places.map((id) => {
          const asked = askedAt[id]
          return [
            id,
            {
              kind: 'held' as const,
              holder,
              chooserId: chooser,
              askedAt: asked === undefined ? null : time(asked),
            },
          ] as const
        }),
      ),
    })
  }

const chooserOf = (
  id: string,
  { places: _, checkoutAt = null, seenAt = 0, name = null, ...keys }: GivenChooser,
): Chooser => ({
  ...NO_KEYS,
  ...keys,
  id,
  name,
  checkoutAt: checkoutAt === null ? null : time(checkoutAt),
  seenAt: seenAt === null ? null : time(seenAt),
})

interface GivenSale extends Partial<LimitKeys> {
  places: readonly string[]
  booking?: string
  /** Milliseconds from now. Null: sold by staff. */
  soldAt?: number | null
}

export const sold =
  ({ places, booking: bookingId = 'booking', soldAt = -hours(1), ...keys }: GivenSale): Fact =>
  ({ changes }) => {
    const claim = {
      kind: 'sold' as const,
      bookingId,
      ...NO_KEYS,
      ...keys,
      soldAt: soldAt === null ? null : time(soldAt),
    }
    changes.push({ claims: places.map((id) => [id, claim] as const) })
  }

interface GivenCoolDown {
  place: string
  holder: string
  address?: string | null
  until?: number
}

export const coolDown =
  ({ place, holder, address = null, until = seconds(30) }: GivenCoolDown): Fact =>
  ({ changes }) => {
    changes.push({ coolDowns: [[place, { holder, address, until: time(until) }]] })
  }

/** A visitor who asks. Without an address the limits per address do not apply. */
export const visitor = (holder: string, changes: Partial<Requester> = {}): Requester => ({
  ...NO_KEYS,
  networkAddress: changes.address ?? changes.confirmedAddress ?? null,
  provenStep: 0,
  elsewhere: NOTHING_ELSEWHERE,
  ...changes,
  holder,
})

/** A friend who asks for places of the selection of `holder`. */
export const friend = (
  id: string,
  holder: string,
  { since = 0, ...changes }: Partial<Requester> & { since?: number } = {},
) => visitor(holder, { ...changes, friend: { id, since: time(since) } })
