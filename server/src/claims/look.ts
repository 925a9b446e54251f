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
  wanted: WantedPlace[]
  held: HeldPlace[]
}
type WantedPlace = Pick<
  claims.Met,
  'place_id' | 'kind' | 'label' | 'retired' | 'holder' | 'held_until' | 'booking_id'
>
type HeldPlace = Pick<claims.Met, 'place_id' | 'kind' | 'held_since' | 'checkout_at'> & {
  held_until: number
}

/** Locks the holder before looking: until the transaction ends, what they have stays as it is. Throws NOT_FOUND. */
export async function enter(tx: Db, wish: Wish): Promise<Scene> {
  await lockHolder(tx, wish)
  const sceneOf = await look(tx, [wish])
  return sceneOf(0)
}

/** Looks for many in one statement. Returns the scene of each, by number, which throws NOT_FOUND without a showtime. */
export async function look(db: Db, wishes: readonly Wish[]): Promise<(n: number) => Scene> {
  const { rows } = await claims.meet(db, wishes)
  await addKinds(db, rows)
  const met = Map.groupBy(rows, ({ n }) => n)
  return (n) => sceneFrom(met.get(n) ?? [])
}

function sceneFrom(met: claims.Met[]): Scene {
  const showtime = met.find(({ what }) => what === 'showtime')
  if (!showtime) throw showtimeNotFound()
  const { now, starts_at: startsAt, cutoff_minutes } = showtime
  return {
    now,
    startsAt,
    cutoffMinutes: cutoff_minutes ?? undefined,
    wanted: met.filter(({ what }) => what === 'wanted'),
    held: met.filter((one): one is claims.Met & HeldPlace => isLiveHold(one, now)),
  }
}

const isLiveHold = ({ what, held_until }: claims.Met, now: number) =>
  what === 'held' && held_until !== null && held_until > now

/** What a place is never changes; asking each time would be a good part of what a hold costs. */
const kinds = new Map<string, PlaceKind>()
const MOST_KINDS = 100_000

async function addKinds(db: Db, met: claims.Met[]) {
  if (kinds.size > MOST_KINDS) kinds.clear()
  const held = met.filter(({ what }) => what === 'held')
  const unknown = held.flatMap(({ place_id: id }) => (kinds.has(id) ? [] : id))
  if (unknown.length > 0) {
    const { rows } = await claims.kindsOf(db, unknown)
    for (const { id, kind } of rows) kinds.set(id, kind)
  }
  for (const one of held) one.kind = kinds.get(one.place_id) as PlaceKind
}
