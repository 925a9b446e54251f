import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import {
  BRING_CAR_MINUTES,
  type bringCar as bringCarCall,
  type Vehicle,
  type VehicleState,
} from '@marquee/contract/office/valet'
import { endOfShow, formatInstant, MINUTE_MS } from '@marquee/contract/time'
import { recordAction } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { closed, notFound, showtimeNotFound } from '../errors.ts'
import { inShowtimes } from '../inventory/showtimes.ts'
import { requireTicket, type TicketRequest } from '../tickets/passes.service.ts'
import type { BookedTicket } from '../tickets/tickets.service.ts'
import * as vehicles from './vehicles.sql.ts'

const NO_VEHICLES = 'This booking has no parking slot.'

const BRING_CAR_TOO_EARLY = `You can call your vehicle from ${BRING_CAR_MINUTES} minutes before the end of the show.`

/** The vehicles of a show: called ones first, in the order of their calls. Throws NOT_FOUND. */
export async function listVehicles({ reader }: Context, showtimeId: string): Promise<Vehicle[]> {
  const [show] = (await vehicles.selectTime(reader, showtimeId)).rows
  if (!show) throw showtimeNotFound()
  const { rows } = await vehicles.selectVehiclesOfShow(reader, showtimeId)
  const called = rows.filter(({ state }) => state === 'called')
  const others = rows.filter(({ state }) => state !== 'called')
  const byCall = called.toSorted((one, other) => (one.since ?? 0) - (other.since ?? 0))
  return [...byCall, ...others].map(vehicleView)
}

interface StateChange {
  showtimeId: string
  placeId: string
  state: VehicleState
  deviceId: string
}

/** Throws NOT_FOUND if no valid booking has the slot. */
export async function setVehicleState(ctx: Context, change: StateChange): Promise<Vehicle> {
  const { showtimeId, placeId } = change
  const row = await inShowtimes(ctx, [showtimeId], async ({ tx, emit }) => {
    const read = async () => (await vehicles.selectVehicle(tx, showtimeId, placeId)).rows[0]
    const vehicle = await read()
    if (!vehicle) throw slotNotBooked()
    await writeState(tx, { ...change, vehicle })
    emit(['showChanged', showtimeId])
    return (await read()) ?? vehicle
  })
  return vehicleView(row)
}

const slotNotBooked = () => notFound('This parking slot is not booked.')

/** The vehicles of the caller's own booking. Throws NOT_FOUND. */
export async function listOwnVehicles(ctx: Context, request: TicketRequest) {
  const ticket = await requireTicket(ctx, request)
  return ownVehicles(ctx.reader, ticket)
}

/**
 * Asks the valet to bring all vehicles of the caller's own booking. Throws NOT_FOUND, and CLOSED without a vehicle and until ten minutes
 * before the end of the show.
 */
export async function bringCar(ctx: Context, request: TicketRequest) {
  const ticket = await requireTicket(ctx, request)
  if (ticket.slots.length === 0) throw closed(NO_VEHICLES)
  const { showtime_id: showtimeId } = ticket
  await inShowtimes(ctx, [showtimeId], async ({ tx, emit }) => {
    const [time] = (await vehicles.selectTime(tx, showtimeId)).rows
    if (!time || time.now < callableFrom(time)) throw closed(BRING_CAR_TOO_EARLY)
    const { rows } = await vehicles.selectVehiclesOfShow(tx, showtimeId)
    const waiting = rows.filter(
      ({ booking_id, state }) =>
        booking_id === ticket.id && state !== 'called' && state !== 'returned',
    )
    for (const vehicle of waiting) {
      await writeState(tx, {
        vehicle,
        showtimeId,
        state: 'called',
        deviceId: null,
        reason: 'called by the visitor',
      })
    }
    if (waiting.length > 0) emit(['showChanged', showtimeId])
  })
  return ownVehicles(ctx.reader, ticket)
}

interface WrittenState extends Pick<StateChange, 'showtimeId' | 'state'> {
  vehicle: vehicles.VehicleRow
  /** Null: the visitor. */
  deviceId: string | null
  reason?: string
}

async function writeState(tx: Db, { vehicle, showtimeId, state, deviceId, reason }: WrittenState) {
  const { place_id: placeId, booking_id: bookingId } = vehicle
  await vehicles.setState(tx, { showtimeId, placeId, bookingId, state })
  await recordAction(tx, {
    deviceId,
    action: 'vehicle.set-state',
    subjectType: 'booking',
    subject: bookingId,
    reason,
    before: { placeId, state: vehicle.state },
    after: { placeId, state },
  })
}

async function ownVehicles(
  db: Db,
  ticket: BookedTicket,
): Promise<ResponseBody<typeof bringCarCall>> {
  const { rows } = await vehicles.selectVehiclesOfShow(db, ticket.showtime_id)
  return {
    callableFrom: formatInstant(callableFrom(ticket)),
    vehicles: rows
      .filter(({ booking_id }) => booking_id === ticket.id)
      .map(({ slot, vehicle_number, state }) => ({
        slotNumber: slot,
        vehicleNumber: vehicle_number,
        state,
      })),
  }
}

const callableFrom = ({ starts_at, duration }: { starts_at: number; duration: number }) =>
  endOfShow(starts_at, duration) - BRING_CAR_MINUTES * MINUTE_MS

const vehicleView = (row: vehicles.VehicleRow): Vehicle => ({
  placeId: row.place_id,
  slot: row.slot,
  type: row.type,
  reference: row.reference,
  vehicleNumber: row.vehicle_number,
  state: row.state,
  since: row.since === null ? null : formatInstant(row.since),
})
