import { endOfShow } from '@marquee/contract/time'
import { closed, placeNotInBooking } from '#src/errors.ts'
import { SHOW_ENDED } from '#src/inventory/rules/times.ts'
import {
  type BookingChange,
  type BookingToChange,
  type ChangeContext,
  type ChangedBy,
  changeOf,
  VEHICLE_ARRIVED,
} from './booking-change.ts'
import { assertChangeable, assertShowNotCancelled } from './cancel.ts'
import { changeNotice, PASSES_REPLACED } from './change-texts.ts'

// Changes that neither take nor give back a place.

/** Changes the vehicle number of a slot until the vehicle arrives or the show ends. Throws NOT_FOUND and CLOSED. */
export function planVehicle(
  booking: BookingToChange,
  vehicle: { slotId: string; vehicleNumber: string },
  context: ChangeContext,
): BookingChange {
  const { slotId } = vehicle
  const slot = booking.places.find(({ place_id, kind }) => place_id === slotId && kind !== 'seat')
  if (!slot) throw placeNotInBooking()
  assertShowNotCancelled(context)
  if (slot.has_arrived === 1) throw closed(VEHICLE_ARRIVED)
  const { startsAt, duration } = context.booked.show
  if (context.moment.now >= endOfShow(startsAt, duration)) throw closed(SHOW_ENDED)
  return changeOf(
    booking,
    { deviceId: null },
    {
      vehicle,
      // The audit and the notice have no vehicle numbers.
      audit: { action: 'booking.change-vehicle', after: { slotId } },
      notice: changeNotice('vehicle', context),
    },
  )
}

/** Makes the passes void, and gives the booking new ones. Throws CLOSED for a cancelled booking or show. */
export function planNewPasses(
  booking: BookingToChange,
  by: ChangedBy,
  context: ChangeContext,
): BookingChange {
  assertChangeable(booking, context, { isByStaff: by.deviceId !== null })
  return changeOf(booking, by, {
    hasNewPasses: true,
    audit: { action: 'booking.replace-passes' },
    notice: changeNotice('passes', context),
    mail: [PASSES_REPLACED],
  })
}
