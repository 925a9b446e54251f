import type { Db, PlaceKind } from '../database/schema.ts'
import { showtimeNotFound } from '../errors.ts'
import { kindsOf, type Met, meet } from './look.sql.ts'

export interface Wish {
  showtimeId: string
  holder: string
  placeIds: readonly string[]
  /** Which of the places were asked for as seats, if that was said. */
  seatIds?: readonly string[]
}

/** One place at one showtime. Never two of them alike: no id contains what stands between. */
export const nameOfPlace = (showtimeId: string, placeId: string) => `${showtimeId}\0${placeId}`

/** What a wish meets: the database's clock, the showtime, the wanted places with whoever has them, what the holder has. */
export interface Scene {
  now: number
  startsAt: number
  cutoffMinutes: number | undefined
  wanted: WantedPlace[]
  held: HeldPlace[]
}
type WantedPlace = Pick<
  Met,
  'place_id' | 'kind' | 'label' | 'retired' | 'holder' | 'held_until' | 'booking_id'
>
type HeldPlace = Pick<Met, 'place_id' | 'kind' | 'held_since' | 'checkout_at'> & {
  held_until: number
}

/**
 * Looks for many in one statement, at what several of them want only once; after the locks of their holders what they have stays
 * as it is. Returns the scene of each, by number, which throws NOT_FOUND without a showtime.
 */
export async function look(db: Db, wishes: readonly Wish[]): Promise<(n: number) => Scene> {
  const showtimeIds = [...new Set(wishes.map(({ showtimeId }) => showtimeId))]
  const places = new Map(
    wishes.flatMap(({ showtimeId, placeIds }) =>
      placeIds.map(
        (placeId) => [nameOfPlace(showtimeId, placeId), { showtimeId, placeId }] as const,
      ),
    ),
  )
  const sights = { showtimeIds, places: [...places.values()], holders: wishes }
  const { rows } = await meet(db, sights)
  await addKinds(db, rows)

  const showtimes = new Map<string, Met>()
  const wanted = new Map<string, Met>()
  const held = wishes.map((): Met[] => [])
  const names = [...places.keys()]
  for (const row of rows) {
    if (row.what === 'showtime') showtimes.set(showtimeIds[row.n] as string, row)
    else if (row.what === 'wanted') wanted.set(names[row.n] as string, row)
    else held[row.n]?.push(row)
  }
  return (n) => {
    const { showtimeId, placeIds } = wishes[n] as Wish
    const found = [...new Set(placeIds)].flatMap(
      (id) => wanted.get(nameOfPlace(showtimeId, id)) ?? [],
    )
    return sceneFrom(showtimes.get(showtimeId), found, held[n] ?? [])
  }
}

function sceneFrom(showtime: Met | undefined, wanted: Met[], held: Met[]): Scene {
  if (!showtime) throw showtimeNotFound()
  const { now, starts_at: startsAt, cutoff_minutes } = showtime
  return {
    now,
    startsAt,
    cutoffMinutes: cutoff_minutes ?? undefined,
    wanted,
    held: held.filter((one): one is Met & HeldPlace => isLive(one, now)),
  }
}

const isLive = ({ held_until }: Met, now: number) => held_until !== null && held_until > now

/** What a place is never changes; asking each time would be a good part of what a hold costs. */
const kinds = new Map<string, PlaceKind>()
const MOST_KINDS = 100_000

async function addKinds(db: Db, met: Met[]) {
  if (kinds.size > MOST_KINDS) kinds.clear()
  const held = met.filter(({ what }) => what === 'held')
  const unknown = held.flatMap(({ place_id: id }) => (kinds.has(id) ? [] : id))
  if (unknown.length > 0) {
    const { rows } = await kindsOf(db, unknown)
    for (const { id, kind } of rows) kinds.set(id, kind)
  }
  for (const one of held) one.kind = kinds.get(one.place_id) as PlaceKind
}
