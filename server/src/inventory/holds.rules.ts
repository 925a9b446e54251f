import { bookingWindow } from '@marquee/contract/booking-window'
import { MAX_SEATS, MAX_SLOTS_PER_TYPE } from '@marquee/contract/holds'
import type { Config } from '../config.ts'
import type { PlaceKind } from '../database/schema.ts'
import { closed, notOwner, overLimit, placeNotFound, taken } from '../errors.ts'
import { type HoldRequest, placeKey, type RuleInput } from './rule-inputs.ts'

export interface HoldCommand extends HoldRequest {
  verb: 'hold' | 'checkout' | 'extend' | 'release'
}
export const isRelease = ({ verb }: HoldCommand) => verb === 'release'

/** How a holder stands after a change: until when everything they hold is theirs, by the database's clock. */
export interface HoldState {
  holdUntil: number | null
  now: number
}

/** What is to be held, all by one clock. */
interface Selection {
  placeIds: readonly string[]
  clock: Clock
}

/** Epoch milliseconds. */
interface Clock {
  since: number
  until: number
  checkoutAt: number | null
}

type Place = RuleInput['wanted'][number]
type Rules = Pick<Config, 'holdMs' | 'checkoutMs' | 'holdMaxMs'>

/** What a holder reaches for, and by which clock. What others have is not looked at here. Throws CLOSED, NOT_FOUND, NOT_OWNER. */
export function selectionOf(rules: Rules, change: HoldCommand, scene: RuleInput): Selection {
  if (change.verb === 'extend') return extend(rules, scene)
  return change.verb === 'checkout' ? checkout(rules, change, scene) : hold(rules, change, scene)
}

/** What is held without a look (`holdBeyondDoubt`) must keep to every rule of this, or a stricter one. */
function hold(rules: Rules, wish: HoldRequest, scene: RuleInput): Selection {
  assertKnownPlaces(wish, scene)
  assertOpen(scene)
  return { placeIds: wish.placeIds, clock: clockFor(rules, scene) }
}

function checkout(rules: Rules, wish: HoldRequest, scene: RuleInput): Selection {
  assertKnownPlaces(wish, scene)
  if (!isHeldAlready(scene)) assertOpen(scene)

  const { since, until, checkoutAt } = clockFor(rules, scene)
  const toppedUp = checkoutAt !== null || isClosed(scene)
  const atLeast = toppedUp ? until : Math.max(until, scene.now + rules.checkoutMs)
  const clock = {
    since,
    until: Math.min(atLeast, lastMoment(rules, since, scene)),
    checkoutAt: checkoutAt ?? scene.now,
  }
  return { placeIds: [...new Set([...wish.placeIds, ...idsHeld(scene)])], clock }
}

function extend(rules: Rules, scene: RuleInput): Selection {
  const [first] = scene.held
  if (!first) throw notOwner('You hold nothing here any more.')
  assertOpen(scene)

  const { since, checkoutAt } = clockFor(rules, scene)
  const renewed = Math.min(scene.now + rules.holdMs, lastMoment(rules, since, scene))
  const until = Math.max(first.held_until, renewed)
  return { placeIds: idsHeld(scene), clock: { since, until, checkoutAt } }
}

const idsHeld = ({ held }: RuleInput) => held.map(({ place_id }) => place_id)

function clockFor(rules: Rules, scene: RuleInput): Clock {
  const [first] = scene.held
  if (first) {
    return { since: first.held_since, until: first.held_until, checkoutAt: first.checkout_at }
  }
  const until = Math.min(scene.now + rules.holdMs, scene.startsAt)
  return { since: scene.now, until, checkoutAt: null }
}

const lastMoment = ({ holdMaxMs }: Rules, since: number, { startsAt }: RuleInput) =>
  Math.min(since + holdMaxMs, startsAt)

const isLive = ({ held_until }: Place, { now }: RuleInput) => (held_until ?? 0) > now

/** Whether somebody else has it, by sale or by a hold that has not run out. */
export const isTakenByOther = (place: Place, { holder }: HoldRequest, scene: RuleInput) =>
  place.booking_id !== null || (place.holder !== holder && isLive(place, scene))

/** A place no longer offered is still known to whoever took it when it was. */
export function assertKnownPlaces(wish: HoldRequest, scene: RuleInput) {
  const known = scene.wanted.filter(
    (place) => place.retired === 0 || (place.holder === wish.holder && isLive(place, scene)),
  )
  const isAsAsked = ({ place_id: id, kind }: Place) =>
    wish.seatIds === undefined || wish.seatIds.includes(id) === (kind === 'seat')
  if (known.length < wish.placeIds.length || !known.every(isAsAsked)) throw placeNotFound()
}

export function assertOwner(wish: HoldRequest, scene: RuleInput) {
  if (!scene.wanted.some((place) => isTakenByOther(place, wish, scene))) return
  throw notOwner('That place is not yours to release.')
}

export function assertNotTaken(lost: Place[]) {
  if (lost.length > 0) throw taken(lost.map(({ place_id, label }) => ({ _id: place_id, label })))
}

/** A hold that had run out, in whose stead somebody else now stands before anything swept it. */
export interface ExpiredHold {
  showtimeId: string
  holder: string
  kind: PlaceKind
  placeId: string
}

/** Holds of others that have run out where the wish is to be. */
export const lapsedIn = ({ showtimeId, ...wish }: HoldRequest, scene: RuleInput) =>
  scene.wanted.flatMap((place): ExpiredHold[] => {
    const { place_id: placeId, kind, holder } = place
    if (holder === null || holder === wish.holder || isLive(place, scene)) return []
    return [{ showtimeId, holder, kind, placeId }]
  })

/** Whoever swept such a hold in the meantime has told its holder: then there was nothing left to replace. */
export function displacedOf(
  lapsed: ExpiredHold[],
  got: { showtime_id: string; place_id: string; replaced: number }[],
) {
  const replaced = new Set(
    got.flatMap((row) => (row.replaced === 1 ? placeKey(row.showtime_id, row.place_id) : [])),
  )
  return lapsed.filter(({ showtimeId, placeId }) => replaced.has(placeKey(showtimeId, placeId)))
}

export function assertWithinLimits({ wanted, held }: Pick<RuleInput, 'wanted' | 'held'>) {
  const kinds = new Map<string, PlaceKind>(held.map(({ place_id, kind }) => [place_id, kind]))
  for (const { place_id, kind } of wanted) kinds.set(place_id, kind)

  const count = (kind: PlaceKind) => [...kinds.values()].filter((other) => other === kind).length
  if (count('seat') > MAX_SEATS) {
    throw overLimit(`You can choose up to ${MAX_SEATS} seats for one show.`)
  }
  if (count('twoWheeler') > MAX_SLOTS_PER_TYPE || count('fourWheeler') > MAX_SLOTS_PER_TYPE) {
    throw overLimit(`You can choose up to ${MAX_SLOTS_PER_TYPE} parking slots of each kind.`)
  }
}

const windowOf = ({ now, startsAt, cutoffMinutes }: RuleInput) =>
  bookingWindow({ startTime: new Date(startsAt).toISOString(), cutoffMinutes }, now)

const isClosed = (scene: RuleInput) => !windowOf(scene).open

export function assertOpen(scene: RuleInput) {
  const window = windowOf(scene)
  if (!window.open) throw closed(window.message)
}

export const isHeldAlready = ({ wanted, held }: RuleInput) =>
  wanted.every((place) => held.some(({ place_id }) => place_id === place.place_id))
