import type { Db, PlaceKind } from '../database/schema.ts'
import { showtimeNotFound } from '../errors.ts'
import { kindsOf, type RuleInputRow, selectRuleInputs } from './rule-inputs.sql.ts'

export interface HoldRequest {
  showtimeId: string
  holder: string
  placeIds: readonly string[]
  /** Which of the places were asked for as seats, if that was said. */
  seatIds?: readonly string[]
}

/** One place at one showtime. Never two of them alike: no id contains what stands between. */
export const placeKey = (showtimeId: string, placeId: string) => `${showtimeId}\0${placeId}`

/** What a wish meets: the database's clock, the showtime, the wanted places with whoever has them, what the holder has. */
export interface RuleInput {
  now: number
  startsAt: number
  cutoffMinutes: number | undefined
  wanted: WantedPlace[]
  held: HeldPlace[]
}
type WantedPlace = Pick<
  RuleInputRow,
  'place_id' | 'kind' | 'label' | 'retired' | 'holder' | 'held_until' | 'booking_id'
>
type HeldPlace = Pick<RuleInputRow, 'place_id' | 'kind' | 'held_since' | 'checkout_at'> & {
  held_until: number
}

/**
 * Looks for many in one statement, at what several of them want only once; after the locks of their holders what they have stays
 * as it is. Returns the scene of each, by number, which throws NOT_FOUND without a showtime.
 */
export async function loadRuleInputs(
  db: Db,
  wishes: readonly HoldRequest[],
): Promise<(n: number) => RuleInput> {
  const showtimeIds = [...new Set(wishes.map(({ showtimeId }) => showtimeId))]
  const places = new Map(
    wishes.flatMap(({ showtimeId, placeIds }) =>
      placeIds.map((placeId) => [placeKey(showtimeId, placeId), { showtimeId, placeId }] as const),
    ),
  )
  const sights = { showtimeIds, places: [...places.values()], holders: wishes }
  const { rows } = await selectRuleInputs(db, sights)
  await addKinds(db, rows)

  const showtimes = new Map<string, RuleInputRow>()
  const wanted = new Map<string, RuleInputRow>()
  const held = wishes.map((): RuleInputRow[] => [])
  const names = [...places.keys()]
  for (const row of rows) {
    if (row.what === 'showtime') showtimes.set(showtimeIds[row.n] as string, row)
    else if (row.what === 'wanted') wanted.set(names[row.n] as string, row)
    else held[row.n]?.push(row)
  }
  return (n) => {
    const { showtimeId, placeIds } = wishes[n] as HoldRequest
    const found = [...new Set(placeIds)].flatMap((id) => wanted.get(placeKey(showtimeId, id)) ?? [])
    return sceneFrom(showtimes.get(showtimeId), found, held[n] ?? [])
  }
}

function sceneFrom(
  showtime: RuleInputRow | undefined,
  wanted: RuleInputRow[],
  held: RuleInputRow[],
): RuleInput {
  if (!showtime) throw showtimeNotFound()
  const { now, starts_at: startsAt, cutoff_minutes } = showtime
  return {
    now,
    startsAt,
    cutoffMinutes: cutoff_minutes ?? undefined,
    wanted,
    held: held.filter((one): one is RuleInputRow & HeldPlace => isLive(one, now)),
  }
}

const isLive = ({ held_until }: RuleInputRow, now: number) =>
  held_until !== null && held_until > now

/** What a place is never changes; asking each time would be a good part of what a hold costs. */
const kinds = new Map<string, PlaceKind>()
const MOST_KINDS = 100_000

async function addKinds(db: Db, met: RuleInputRow[]) {
  if (kinds.size > MOST_KINDS) kinds.clear()
  const held = met.filter(({ what }) => what === 'held')
  const unknown = held.flatMap(({ place_id: id }) => (kinds.has(id) ? [] : id))
  if (unknown.length > 0) {
    const { rows } = await kindsOf(db, unknown)
    for (const { id, kind } of rows) kinds.set(id, kind)
  }
  for (const one of held) one.kind = kinds.get(one.place_id) as PlaceKind
}
