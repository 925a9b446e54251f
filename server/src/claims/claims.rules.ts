import { MAX_SEATS, MAX_SLOTS_PER_TYPE } from '@marquee/contract/holds'
import { bookingWindow } from '@marquee/contract/showtimes'
import type { Context } from '../context.ts'
import { lockHolder } from '../database/dialect.ts'
import type { Db, PlaceKind } from '../database/schema.ts'
import { closed, overLimit, placeNotFound, showtimeNotFound, taken } from '../errors.ts'
import * as claims from './claims.sql.ts'

export interface Wish {
  showtimeId: string
  holder: string
  placeIds: readonly string[]
  /** Which of the places were asked for as seats, if that was said. */
  seatIds?: readonly string[]
}

type Place = Awaited<ReturnType<typeof claims.placesWanted>>['rows'][number]
type Held = Awaited<ReturnType<typeof claims.heldBy>>['rows']

export interface Scene {
  now: number
  startsAt: number
  cutoffMinutes: number | undefined
  wanted: Place[]
  held: Held
}

/** Locks the holder before looking: until the transaction ends, what they have stays as it is. */
export async function enter(tx: Db, wish: Wish): Promise<Scene> {
  await lockHolder(tx, wish.showtimeId, wish.holder)
  return look(tx, wish)
}

/** The clock, the wanted places and what the holder has. Throws NOT_FOUND for a showtime or place that is not there. */
export async function look(tx: Db, wish: Wish): Promise<Scene> {
  const [showtime] = (await claims.moment(tx, wish.showtimeId)).rows
  if (!showtime) throw showtimeNotFound()

  const { rows: wanted } = await claims.placesWanted(tx, wish)
  const isAsAsked = ({ id, kind }: Place) =>
    wish.seatIds === undefined || wish.seatIds.includes(id) === (kind === 'seat')
  if (wanted.length < wish.placeIds.length || !wanted.every(isAsAsked)) throw placeNotFound()

  const { now } = showtime
  const { rows: held } = await claims.heldBy(tx, { ...wish, now })
  return {
    now,
    startsAt: showtime.starts_at,
    cutoffMinutes: showtime.cutoff_minutes ?? undefined,
    wanted,
    held,
  }
}

export type Clock = { since: number; until: number; checkoutAt: number | null }

export function clockFor(ctx: Context, scene: Scene): Clock {
  const [first] = scene.held
  if (first) {
    return { since: first.held_since, until: first.held_until, checkoutAt: first.checkout_at }
  }
  const until = Math.min(scene.now + ctx.config.holdMs, scene.startsAt)
  return { since: scene.now, until, checkoutAt: null }
}

export const lastMoment = (ctx: Context, since: number, { startsAt }: Scene) =>
  Math.min(since + ctx.config.holdMaxMs, startsAt)

export function refuseIfLost(wanted: Place[], got: { place_id: string }[]) {
  const mine = new Set(got.map(({ place_id }) => place_id))
  const lost = wanted.filter(({ id }) => !mine.has(id))
  if (lost.length > 0) throw taken(lost.map(({ id, label }) => ({ _id: id, label })))
}

/** A hold that had run out, in whose stead somebody else now stands before anything swept it. */
export interface Displaced {
  holder: string
  kind: PlaceKind
  placeId: string
}

/** Whoever swept such a hold in the meantime has told its holder: then there was nothing left to replace. */
export function displacedBy(wanted: Place[], got: { place_id: string; replaced: number }[]) {
  const replaced = new Set(got.flatMap((row) => (row.replaced === 1 ? row.place_id : [])))
  return wanted.flatMap(({ id, kind, lapsed_holder: holder }): Displaced[] =>
    holder !== null && replaced.has(id) ? [{ holder, kind, placeId: id }] : [],
  )
}

export function refuseOverLimit(wanted: Place[], held: Held) {
  const kinds = new Map<string, PlaceKind>(held.map(({ place_id, kind }) => [place_id, kind]))
  for (const { id, kind } of wanted) kinds.set(id, kind)

  const count = (kind: PlaceKind) => [...kinds.values()].filter((other) => other === kind).length
  if (count('seat') > MAX_SEATS) {
    throw overLimit(`You can choose up to ${MAX_SEATS} seats for one show.`)
  }
  if (count('twoWheeler') > MAX_SLOTS_PER_TYPE || count('fourWheeler') > MAX_SLOTS_PER_TYPE) {
    throw overLimit(`You can choose up to ${MAX_SLOTS_PER_TYPE} parking slots of each kind.`)
  }
}

const windowOf = ({ now, startsAt, cutoffMinutes }: Scene) =>
  bookingWindow({ startTime: new Date(startsAt).toISOString(), cutoffMinutes }, now)

export const isClosed = (scene: Scene) => !windowOf(scene).open

export function refuseIfClosed(scene: Scene) {
  const window = windowOf(scene)
  if (!window.open) throw closed(window.message)
}

export const isHeldAlready = ({ wanted, held }: Scene) =>
  wanted.every(({ id }) => held.some(({ place_id }) => place_id === id))
