import { lockHolder } from '../database/dialect.ts'
import type { Db, PlaceKind } from '../database/schema.ts'
import { showtimeNotFound } from '../errors.ts'
import * as claims from './claims.sql.ts'

export interface Wish {
  showtimeId: string
  holder: string
  placeIds: readonly string[]
  /** Which of the places were asked for as seats, if that was said. */
  seatIds?: readonly string[]
}

/** What a wish meets: the database's clock, the showtime, the wanted places with whoever has them, what the holder has. */
export interface Scene {
  now: number
  startsAt: number
  cutoffMinutes: number | undefined
  wanted: claims.WantedPlace[]
  held: HeldPlace[]
}
type HeldPlace = claims.HeldPlace & { kind: PlaceKind }

/** Locks the holder before looking: until the transaction ends, what they have stays as it is. Throws NOT_FOUND. */
export async function enter(tx: Db, wish: Wish): Promise<Scene> {
  await lockHolder(tx, wish)
  const sceneOf = await look(tx, [wish])
  return sceneOf(0)
}

/** Looks for many in a few statements. Returns the scene of each, by number, which throws NOT_FOUND without a showtime. */
export async function look(db: Db, wishes: readonly Wish[]): Promise<(n: number) => Scene> {
  const showtimeIds = new Set(wishes.map(({ showtimeId }) => showtimeId))
  const { rows: moments } = await claims.moments(db, [...showtimeIds])
  const [first] = moments
  if (!first) return () => neverThere()

  const { now } = first
  const { rows: wanted } = await claims.placesWanted(db, wishes)
  const { rows: held } = await claims.heldBy(db, wishes, now)
  const showtimes = new Map(moments.map((moment) => [moment.id, moment]))
  const wantedBy = Map.groupBy(wanted, ({ n }) => n)
  const heldBy = Map.groupBy(await withKinds(db, held), ({ n }) => n)
  return (n) => {
    const showtime = showtimes.get(wishes[n]?.showtimeId ?? '') ?? neverThere()
    return {
      now,
      startsAt: showtime.starts_at,
      cutoffMinutes: showtime.cutoff_minutes ?? undefined,
      wanted: wantedBy.get(n) ?? [],
      held: heldBy.get(n) ?? [],
    }
  }
}

/** What a place is never changes; asking each time would be half of what a hold costs. */
const kinds = new Map<string, PlaceKind>()
const MOST_KINDS = 100_000

async function withKinds(db: Db, held: claims.HeldPlace[]): Promise<HeldPlace[]> {
  if (kinds.size > MOST_KINDS) kinds.clear()
  const unknown = held.flatMap(({ place_id: id }) => (kinds.has(id) ? [] : id))
  if (unknown.length > 0) {
    const { rows } = await claims.kindsOf(db, unknown)
    for (const { id, kind } of rows) kinds.set(id, kind)
  }
  return held.map((one) => ({ ...one, kind: kinds.get(one.place_id) as PlaceKind }))
}

function neverThere(): never {
  throw showtimeNotFound()
}
