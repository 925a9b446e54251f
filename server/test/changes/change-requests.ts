import type { Booking } from '@marquee/contract/bookings/bookings'
import { slotPrice } from '@marquee/contract/parking-slots'
import { seatPrice } from '@marquee/contract/seats/seat-tiers'
import { holdPlaces } from '#src/inventory/holds/holds.service.ts'
import { emailOf } from '#test/support/makers.ts'
import {
  previewCancellationByStaff,
  previewChange,
} from '../../src/bookings/change/change-previews.service.ts'
import * as changes from '../../src/bookings/change/changes.service.ts'
import type { Exchange } from '../../src/bookings/change/planners/exchange.ts'
import { cancelByStaff } from '../../src/bookings/change/staff-changes.service.ts'
import { giveBackHouseSeats } from '../../src/bookings/house-seats/house-seats.service.ts'
import { listBookings } from '../../src/bookings/list/bookings.service.ts'
import { book } from '../../src/bookings/order/book.service.ts'
import { keepHouseSeats } from '../../src/bookings/order/staff-sales.service.ts'
import {
  planOutage,
  putBackInService,
  takeOutOfService,
} from '../../src/bookings/shows/seat-outages.service.ts'
import { cancelShow } from '../../src/bookings/shows/show-cancellation.service.ts'
import { moveShow, planMove } from '../../src/bookings/shows/show-moves.service.ts'
import type { Context } from '../../src/context.ts'
import { offerFreeSeats } from '../../src/waitlist/offers.service.ts'
import {
  joinWaitingList,
  leaveWaitingList,
  openOffer,
} from '../../src/waitlist/waitlist.service.ts'
import { SHOWS, type Step, type StepOf, type Verb } from './change-steps.ts'
import type { World } from './change-world.ts'

const STAFF = { deviceId: 'manager 1', reason: 'projector repair' }
const MINUTE = 60_000

export interface Request {
  send: (node: Context, key: string) => Promise<unknown>
  /** A repeated request with its key gets the same answer and changes nothing. */
  hasKey?: boolean
  /** It is several transactions: if it fails, some may be committed. */
  isResumable?: boolean
}

type RequestStep = Exclude<Step, { verb: 'wait' | 'repeat' }>
type Maker<V extends Verb> = (
  world: World,
  step: StepOf<V>,
) => Request | undefined | Promise<Request | undefined>

/** The request of a step, with the prices that its visitor has seen. Undefined if there is nothing to change. */
export const createRequest = (world: World, step: RequestStep) =>
  (makers[step.verb] as Maker<RequestStep['verb']>)(world, step)

const makers: { [V in RequestStep['verb']]: Maker<V> } = {
  book: async (world, { visitor, show, ...step }) => {
    const { userId, holder } = visitorAt(world, visitor)
    const { showtimeId, seats, slots } = await readShow(world, show)
    const [seatIds, parkingSlotIds] = [pick(seats, step.seats), pick(slots, step.slots)]
    const request = {
      movieId: world.cinema.movieId,
      showtimeId,
      seatIds,
      parkingSlotIds,
      totalCost: priceOf(world, seatIds) + parkingSlotIds.length * slotPrice('fourWheeler'),
      phone: '9876543210',
    }
    const order = { userId, email: emailOf(userId), holder, request }
    return { send: (node, key) => book(node, { ...order, key }), hasKey: true }
  },
  cancel: async (world, step) => {
    const found = await findBooking(world, step)
    if (!found) return
    const { own, booking } = found
    const named = placesOf(booking, step.places)
    const preview = await seen(previewChange(world.nodes[0], own, named))
    const body = { ...named, refund: preview?.refund ?? 0 }
    return { send: (node, key) => changes.cancel(node, { ...own, key }, body), hasKey: true }
  },
  'change seats': async (world, { from, to, show, ...step }) => {
    const found = await findBooking(world, step)
    if (!found) return
    const { booking } = found
    const index = show === SHOWS ? world.shows.indexOf(booking.showtimeId._id) : show
    const { showtimeId, seats } = await readShow(world, index)
    // At another show all seats are exchanged.
    const isMoved = showtimeId !== booking.showtimeId._id
    const own = pick(idsOf(booking.seats), isMoved ? [...booking.seats.keys()] : from)
    const count = Math.min(own.length, to.length)
    const [giveBack, take] = [own.slice(0, count), pick(seats, to).slice(0, count)]
    return createExchange(world, found, { type: 'seats', showtimeId, giveBack, take })
  },
  'change parking': async (world, { add, drop, ...step }) => {
    const found = await findBooking(world, step)
    if (!found) return
    const { slots } = await readShow(world, world.shows.indexOf(found.booking.showtimeId._id))
    return createExchange(world, found, {
      type: 'parking',
      drop: pick(idsOf(found.booking.parkingSlots), drop),
      add: pick(slots, add).map((slotId) => ({ slotId, vehicleNumber: 'TN01AB1234' })),
    })
  },
  'change vehicle': async (world, { slot, ...step }) => {
    const found = await findBooking(world, step)
    const slotId = found?.booking.parkingSlots[slot]?._id
    if (!found || slotId === undefined) return
    const vehicle = { slotId, vehicleNumber: 'TN02CD5678' }
    return {
      send: (node, key) => changes.changeVehicle(node, { ...found.own, key }, vehicle),
      hasKey: true,
    }
  },
  hold: async (world, { visitor, show, ...step }) => {
    const { holder } = visitorAt(world, visitor)
    const { showtimeId, seats } = await readShow(world, show)
    const placeIds = pick(seats, step.seats)
    return { send: (node) => holdPlaces(node, { showtimeId, holder, placeIds }) }
  },
  'join waiting list': ({ visitors, shows }, { visitor, show, seats, together }) => {
    const { userId = '' } = visitors[visitor] ?? {}
    const showtimeId = shows[show] ?? ''
    return { send: (node) => joinWaitingList(node, userId, { showtimeId, seats, together }) }
  },
  'open offer': async (world, { visitor }) => {
    const found = await findEntry(world, visitor)
    return found && { send: (node) => openOffer(node, found) }
  },
  'leave waiting list': async (world, { visitor }) => {
    const found = await findEntry(world, visitor)
    return found && { send: (node) => leaveWaitingList(node, found.userId, found.entryId) }
  },
  'offer seats': () => ({ send: (node) => offerFreeSeats(node, new Map()), isResumable: true }),
  block: async (world, { show, ...step }) => {
    const { showtimeId, seats } = await readShow(world, show)
    const placeIds = pick(seats, step.seats)
    return { send: (node) => keepHouseSeats(node, { ...STAFF, showtimeId, placeIds }) }
  },
  unblock: async (world, { show, ...step }) => {
    const { showtimeId, seats } = await readShow(world, show)
    const placeIds = pick(seats, step.seats)
    return { send: (node) => giveBackHouseSeats(node, { ...STAFF, showtimeId, placeIds }) }
  },
  'cancel by staff': async (world, { terms, places, ...step }) => {
    const found = await findBooking(world, step)
    if (!found) return
    const { reference } = found.own
    const named = { ...placesOf(found.booking, places), terms }
    const preview = await seen(previewCancellationByStaff(world.nodes[0], reference, named))
    const request = { ...STAFF, reference, ...named, refund: preview?.refund ?? 0 }
    return {
      send: (node, key) => cancelByStaff(node, { ...request, key }),
      hasKey: true,
    }
  },
  'cancel show': ({ shows }, { show }) => ({
    send: (node) => cancelShow(node, { ...STAFF, showtimeId: shows[show] ?? '' }),
    isResumable: true,
  }),
  'move show': async (world, { show, screen, minutes }) => {
    const { showtimeId, startsAt } = await readShow(world, show)
    const target = {
      showtimeId,
      screenId: world.cinema.screens[screen]?.id,
      startTime: new Date(startsAt + minutes * MINUTE).toISOString(),
    }
    const { planHash = '' } = (await seen(planMove(world.nodes[0], target))) ?? {}
    const move = { ...STAFF, ...target, planHash, refundUnseated: true }
    return { send: (node) => moveShow(node, move) }
  },
  'take out of service': async (world, { screen, seats }) => {
    const request = seatsOfScreen(world, screen, seats)
    const { planHash = '' } = (await seen(planOutage(world.nodes[0], request))) ?? {}
    const outage = { ...STAFF, ...request, planHash, refundLost: true }
    return { send: (node) => takeOutOfService(node, outage) }
  },
  'put back in service': (world, { screen, seats }) => {
    const request = { ...STAFF, ...seatsOfScreen(world, screen, seats) }
    return { send: (node) => putBackInService(node, request) }
  },
}

/** A refusal of the preview comes again with the request. */
const seen = <T>(preview: Promise<T>) => preview.catch(() => undefined)

const visitorAt = ({ visitors }: World, index: number) =>
  visitors[index] ?? { userId: '', holder: '' }

const idsOf = (places: { _id: string }[]) => places.map(({ _id }) => _id)

const pick = (ids: readonly string[], numbers: number[]) => [
  ...new Set(numbers.flatMap((n) => (ids.length === 0 ? [] : (ids[n % ids.length] ?? [])))),
]

const priceOf = ({ cinema }: World, seatIds: string[]) =>
  seatIds.reduce((sum, id) => sum + seatPrice(cinema.categories.get(id) ?? ''), 0)

function seatsOfScreen({ cinema }: World, index: number, numbers: number[]) {
  const { id = '', seats = [] } = cinema.screens[index] ?? {}
  return { screenId: id, seatIds: pick(seats, numbers) }
}

/** Where a show is now. */
async function readShow({ nodes: [{ reader }], shows, cinema }: World, index: number) {
  const showtimeId = shows[index] ?? ''
  const { layout_id, starts_at } = await reader
    .selectFrom('showtimes')
    .select(['layout_id', 'starts_at'])
    .where('id', '=', showtimeId)
    .executeTakeFirstOrThrow()
  const { seats = [], slots = [] } = cinema.screens.find(({ id }) => id === layout_id) ?? {}
  return { showtimeId, startsAt: starts_at, seats, slots }
}

/** One of the bookings that are not cancelled, with its visitor. */
async function findBooking({ nodes: [node], visitors }: World, step: { booking: number }) {
  const rows = await node.reader
    .selectFrom('bookings')
    .select(['id', 'user_id'])
    .where(
      'user_id',
      'in',
      visitors.map(({ userId }) => userId),
    )
    .where('payment_status', '<>', 'Refunded')
    .orderBy('id')
    .execute()
  const chosen = rows[step.booking % rows.length]
  const visitor = visitors.find(({ userId }) => userId === chosen?.user_id)
  if (!chosen || !visitor) return
  const { userId, holder } = visitor
  const booking = (await listBookings(node, userId)).find(({ _id }) => _id === chosen.id)
  return booking && { own: { userId, reference: booking.bookingReference }, holder, booking }
}
type FoundBooking = NonNullable<Awaited<ReturnType<typeof findBooking>>>

const placesOf = ({ seats, parkingSlots }: Booking, numbers: number[]) => ({
  seatIds: numbers.flatMap((n) => seats[n]?._id ?? []),
  slotIds: numbers.flatMap((n) => parkingSlots[n]?._id ?? []),
})

async function createExchange(
  { nodes }: World,
  { own, holder }: FoundBooking,
  exchange: Exchange,
): Promise<Request> {
  const query =
    exchange.type === 'seats'
      ? {
          showtimeId: exchange.showtimeId,
          seatIds: [...exchange.giveBack],
          take: [...exchange.take],
        }
      : { addSlots: exchange.add.map(({ slotId }) => slotId), slotIds: [...exchange.drop] }
  const preview = await seen(previewChange(nodes[0], own, query))
  const order = { own, holder, exchange, difference: preview?.difference ?? 0 }
  return { send: (node, key) => changes.exchange(node, { ...order, key }), hasKey: true }
}

/** An entry on a waiting list, with its visitor: an offered one, if there is one. */
async function findEntry({ nodes: [{ reader }], visitors }: World, index: number) {
  const entries = await reader
    .selectFrom('waiting_entries')
    .select(['id', 'state', 'user_id'])
    .where(
      'user_id',
      'in',
      visitors.map(({ userId }) => userId),
    )
    .orderBy('id')
    .execute()
  const offered = entries.filter(({ state }) => state === 'offered')
  const chosen = offered.length > 0 ? offered : entries
  const entry = chosen[index % chosen.length]
  const visitor = visitors.find(({ userId }) => userId === entry?.user_id)
  if (!entry || !visitor) return
  return { userId: visitor.userId, visitorId: visitor.holder, entryId: entry.id }
}
