import type { ChangedBooking } from '@marquee/contract/bookings/booking-changes'
import type { Booking } from '@marquee/contract/bookings/bookings'
import type { ParkingSlots } from '@marquee/contract/parking'
import type { Seat } from '@marquee/contract/seats/seats'
import type { SoakShowtime } from './catalogue.ts'
import { findListViolations } from './list-assertions.ts'
import {
  addChange,
  type BookingChange,
  type ChangeAction,
  type Operation,
  type OperationLog,
} from './operation-log.ts'
import { pickOne, pickSome } from './pick.ts'
import type { Visitor } from './simulated-visitor.ts'

/** What a change gives, takes and costs, before it is sent. */
export interface ChangeAttempt {
  kind: Operation['kind']
  action: ChangeAction
  /** The last part of the path: `cancel`. */
  call: string
  /** Undefined: all places. */
  given: string[] | undefined
  taken: string[]
  /** The showtime of the taken places. */
  showtimeId: string
  vehicles?: Map<string, string>
  /** The query of the preview. A change of a vehicle has none. */
  query?: Record<string, string>
  bodyOf: (difference: number) => object
}

const WRONG_PRICE_SHARE = 0.1
const CONCURRENT_SHARE = 0.2
const REPEATED_SHARE = 0.3

/** Changes a random booking of the visitor's account in a random way. Does nothing if signed out. */
export async function changeRandomBooking(
  visitor: Visitor,
  log: OperationLog,
  showtimes: readonly SoakShowtime[],
) {
  const bookings = await listBookings(visitor, log)
  const { showtimeId } = visitor.showtime()
  const current = bookings.filter((booking) => booking.showtimeId._id === showtimeId)
  const booking = pickOne(current.length > 0 && Math.random() < 0.7 ? current : bookings)
  if (!booking) return
  const draft = await createDraft(visitor, booking, showtimes)
  if (draft) await sendChange(visitor, log, { booking, draft })
}

/** The bookings of the account that are not cancelled. Compares them with the changes that were answered before. */
export async function listBookings(visitor: Visitor, log: OperationLog) {
  const { account } = visitor
  if (!account) return []
  const sentAt = Date.now()
  const bookings = await visitor.get<Booking[]>(`/api/bookings/user/${account.userId}`)
  log.violations.push(...findListViolations(log, bookings ?? [], sentAt))
  return (bookings ?? []).filter(({ cancelled }) => !cancelled)
}

function createDraft(
  visitor: Visitor,
  booking: Booking,
  showtimes: readonly SoakShowtime[],
): Promise<ChangeAttempt | undefined> | ChangeAttempt | undefined {
  const random = Math.random()
  if (random < 0.1) return cancellation(booking, undefined)
  if (random < 0.35) return cancellation(booking, pickSome(booking.seats, 2))
  if (random < 0.45) return cancellation(booking, pickSome(booking.parkingSlots, 2))
  if (random < 0.65) return exchange(visitor, booking, booking.showtimeId._id)
  if (random < 0.75) return exchange(visitor, booking, pickOne(showtimes)?.showtimeId)
  if (random < 0.9) return parkingChange(visitor, booking)
  return vehicleChange(booking)
}

type PlaceId = { _id: string }
const idsOf = (places: readonly PlaceId[]) => places.map(({ _id }) => _id)

/** Undefined: the whole booking. */
export function cancellation(
  booking: Booking,
  places: readonly PlaceId[] | undefined,
): ChangeAttempt | undefined {
  if (places?.length === 0) return undefined
  const ids = idsOf(places ?? [])
  const seatIds = idsOf(booking.seats).filter((id) => ids.includes(id))
  const slotIds = idsOf(booking.parkingSlots).filter((id) => ids.includes(id))
  return {
    kind: 'cancel',
    action: 'booking.cancel',
    call: 'cancel',
    given: places && ids,
    taken: [],
    showtimeId: booking.showtimeId._id,
    query: { seatIds: seatIds.join(), slotIds: slotIds.join() },
    bodyOf: (difference) => ({ ...(places && { seatIds, slotIds }), refund: 0 - difference }),
  }
}

/** Other seats at the same showtime, or all seats at another one. */
async function exchange(visitor: Visitor, booking: Booking, showtimeId: string | undefined) {
  if (showtimeId === undefined) return undefined
  const isMoved = showtimeId !== booking.showtimeId._id
  const free = await loadFreeSeats(visitor, showtimeId)
  const given = idsOf(isMoved ? booking.seats : pickSome(booking.seats, 3))
  const take = idsOf(free.toSorted(() => Math.random() - 0.5).slice(0, given.length))
  return take.length < given.length ? undefined : seatChange(booking, { showtimeId, given, take })
}

export const seatChange = (
  booking: Booking,
  { showtimeId, given, take }: { showtimeId: string; given: string[]; take: string[] },
): ChangeAttempt => ({
  kind: 'exchange',
  action: 'booking.change-seats',
  call: 'change-seats',
  // The parking of the old show is given up, too.
  given: showtimeId === booking.showtimeId._id ? given : undefined,
  taken: take,
  showtimeId,
  query: { seatIds: given.join(), take: take.join(), showtimeId },
  bodyOf: (difference) => ({ showtimeId, giveBack: given, take, difference }),
})

async function loadFreeSeats(visitor: Visitor, showtimeId: string) {
  const seats = await visitor.get<Seat[]>(`/api/seats/showtime/${showtimeId}`)
  return (seats ?? []).filter(({ status }) => status === 'AVAILABLE')
}

async function parkingChange(visitor: Visitor, booking: Booking) {
  const showtimeId = booking.showtimeId._id
  const slots = await visitor.get<ParkingSlots>(`/api/parking/showtime/${showtimeId}`)
  const all = slots ? [...slots.twoWheelerSlots, ...slots.fourWheelerSlots] : []
  const free = all.filter(({ status }) => status === 'AVAILABLE')
  const taken = Math.random() < 0.7 ? idsOf(pickSome(free, 2)) : []
  const drop = Math.random() < 0.4 ? idsOf(pickSome(booking.parkingSlots, 2)) : []
  if (taken.length + drop.length === 0) return undefined
  const vehicles = new Map(taken.map((slotId) => [slotId, randomVehicleNumber()]))
  const add = [...vehicles].map(([slotId, vehicleNumber]) => ({ slotId, vehicleNumber }))
  return {
    kind: 'exchange',
    action: 'booking.change-parking',
    call: 'parking',
    given: drop,
    taken,
    showtimeId,
    vehicles,
    query: { slotIds: drop.join(), addSlots: taken.join() },
    bodyOf: (difference: number) => ({ add, drop, difference }),
  } satisfies ChangeAttempt
}

function vehicleChange({ parkingSlots, showtimeId }: Booking): ChangeAttempt | undefined {
  const slot = pickOne(parkingSlots)
  if (!slot) return undefined
  const vehicle = { slotId: slot._id, vehicleNumber: randomVehicleNumber() }
  return {
    kind: 'vehicle',
    action: 'booking.change-vehicle',
    call: 'vehicle',
    given: [],
    taken: [],
    showtimeId: showtimeId._id,
    vehicles: new Map([[vehicle.slotId, vehicle.vehicleNumber]]),
    bodyOf: () => vehicle,
  }
}

const randomVehicleNumber = () => `TN01AB${Math.floor(1000 + Math.random() * 9000)}`

interface DraftOf {
  booking: Booking
  draft: ChangeAttempt
}

/** Asks for the price, then sends the change: once, twice at the same time, or twice in turn. A change without an answer is sent again. */
async function sendChange(visitor: Visitor, log: OperationLog, { booking, draft }: DraftOf) {
  const preview = draft.query && (await loadPreview(visitor, booking, draft))
  if (draft.query && !preview) return
  const isWrong = preview !== undefined && Math.random() < WRONG_PRICE_SHARE
  const difference = (preview?.difference ?? 0) + Number(isWrong)
  const { change, send } = prepareChange(visitor, log, { booking, draft, difference })
  await Promise.all(Math.random() < CONCURRENT_SHARE ? [send(), send()] : [send()])
  const isLost = change.attempts.some(({ outcome }) => outcome === 'unknown')
  if (isLost || Math.random() < REPEATED_SHARE) await send()
  if (isWrong && change.attempts.some(({ outcome }) => outcome === 'granted')) {
    const detail = `${draft.action} of ${booking.bookingReference} was granted for ${difference}`
    log.violations.push({ rule: 'prices are right', detail })
  }
}

/** What the change would cost. Undefined if it is refused or not answered. */
export const loadPreview = (
  visitor: Visitor,
  { bookingReference }: Booking,
  { query = {} }: ChangeAttempt,
) => {
  const given = Object.entries(query).filter(([, value]) => value !== '')
  const search = new URLSearchParams(Object.fromEntries(given))
  return visitor.get<{ difference: number }>(`/api/bookings/${bookingReference}/changes?${search}`)
}

/** Logs a change. Each call of `send` sends it with the same idempotency key. */
export function prepareChange(
  visitor: Visitor,
  log: OperationLog,
  { booking, draft, difference }: DraftOf & { difference: number },
) {
  const change = createChange(log, { booking, draft }, difference)
  const key = crypto.randomUUID()
  const path = `/api/bookings/${booking.bookingReference}/${draft.call}`
  const body = draft.bodyOf(difference)
  const send = () => sendAttempt(visitor, log, { change, draft, key, path, body })
  return { change, send }
}

/** Logs the change before it is sent: its answer may be lost. */
function createChange(log: OperationLog, { booking, draft }: DraftOf, difference: number) {
  const { bookingReference: reference, seats, parkingSlots } = booking
  const { action, given, taken, showtimeId, vehicles = new Map() } = draft
  const change: BookingChange = {
    reference,
    action,
    isByStaff: false,
    given,
    taken,
    difference,
    vehicles,
    attempts: [],
  }
  const bookedShowtimeId = booking.showtimeId._id
  log.releases.mayHave(reference, bookedShowtimeId, idsOf([...seats, ...parkingSlots]))
  log.releases.mayHave(reference, showtimeId, taken)
  if (given) log.releases.release(bookedShowtimeId, given)
  else log.releases.releaseBooking(reference)
  addChange(log, change)
  return change
}

interface AttemptToSend {
  change: BookingChange
  draft: ChangeAttempt
  key: string
  path: string
  body: object
}

async function sendAttempt(
  visitor: Visitor,
  log: OperationLog,
  { change, draft: { kind, showtimeId, taken }, key, path, body }: AttemptToSend,
) {
  const { reference, attempts } = change
  const isRepeat = attempts.some(({ outcome }) => outcome !== 'refused')
  const attempt: BookingChange['attempts'][number] = {
    sentAt: Date.now(),
    answeredAt: Number.POSITIVE_INFINITY,
    outcome: 'unknown',
  }
  attempts.push(attempt)
  const about = { showtimeId, placeIds: taken, booking: reference, isRepeat }
  const answer = await visitor.send<{ booking: ChangedBooking }>(kind, about, {
    path,
    body,
    key,
    // A change of parking names no showtime. Another browser of the account may have moved the booking to another one meanwhile.
    resultOf: ({ booking }) => ({ showtimeId: booking.showtimeId._id }),
  })
  attempt.answeredAt = Date.now()
  if (!answer) return undefined
  if ('code' in answer) {
    attempt.outcome = 'refused'
    attempt.refusal = answer.code
  } else {
    attempt.outcome = 'granted'
    log.releases.mayHave(reference, answer.booking.showtimeId._id, taken)
    recordLedger(log, reference, answer.booking)
  }
  return answer
}

/** The total of a booking is the sum of its ledger. */
function recordLedger(log: OperationLog, reference: string, booking: ChangedBooking) {
  const { payments, totalCost, bookingReference } = booking
  log.ledgers.push({ reference, payments })
  const sum = payments.reduce(
    (total, { kind, amount }) => total + (kind === 'refund' ? 0 - amount : amount),
    0,
  )
  if (sum === totalCost && bookingReference === reference) return
  const detail = `${reference} was answered as ${bookingReference} with ${totalCost}, its ledger has ${sum}`
  log.violations.push({ rule: 'prices are right', detail })
}
