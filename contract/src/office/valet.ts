import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { Id, Instant, PathId } from '../calls/ids.ts'
import { SlotType } from '../parking.ts'
import { officeEndpoint } from './office-endpoint.ts'
import { Show } from './shows/shows.ts'

/** `called`: the visitor waits for the vehicle. */
export const VehicleState = z.enum(['expected', 'arrived', 'parked', 'called', 'returned'])
export type VehicleState = z.infer<typeof VehicleState>

export const Vehicle = z.object({
  /** The slot. */
  placeId: Id,
  slot: z.string(),
  type: SlotType,
  reference: z.string(),
  vehicleNumber: z.nullable(z.string()),
  state: VehicleState,
  /** Since when. Null while the vehicle is expected. */
  since: z.nullable(Instant),
})
export type Vehicle = z.infer<typeof Vehicle>

/** The shows of today, and the latest 50 of other days whose vehicles are not all returned. By start. */
export const listValetShows = officeEndpoint({
  method: 'GET',
  path: '/api/office/valet',
  scopes: ['valet'],
  response: z.object({ date: z.string(), shows: z.array(Show) }),
})

/** The vehicles of a show: called ones first, in the order of their calls, then by slot. */
export const listVehicles = officeEndpoint({
  method: 'GET',
  path: '/api/office/valet/:showtimeId',
  scopes: ['valet'],
  params: z.object({ showtimeId: PathId }),
  response: z.object({ vehicles: z.array(Vehicle) }),
})

/** Any state may follow any other, so that a mistake can be corrected. */
export const setVehicleState = officeEndpoint({
  method: 'POST',
  path: '/api/office/valet/:showtimeId/vehicles/:placeId',
  scopes: ['valet'],
  params: z.object({ showtimeId: PathId, placeId: PathId }),
  body: z.object({ state: VehicleState }),
  response: Vehicle,
})

/** A visitor can call the vehicle from this many minutes before the end of the show. */
export const BRING_CAR_MINUTES = 10
const OwnVehicles = z.object({
  /** From when the visitor can call them. */
  callableFrom: Instant,
  vehicles: z.array(
    z.object({
      slotNumber: z.string(),
      vehicleNumber: z.nullable(z.string()),
      state: VehicleState,
    }),
  ),
})

/** A call of the site: the vehicles of a booking for its owner. */
export const listOwnVehicles = endpoint({
  method: 'GET',
  path: '/api/bookings/:reference/vehicles',
  params: z.object({ reference: PathId }),
  response: OwnVehicles,
})

/** A call of the site: asks the valet to bring all vehicles of a booking. Its owner may call. */
export const bringCar = endpoint({
  method: 'POST',
  path: '/api/bookings/:reference/bring-car',
  params: z.object({ reference: PathId }),
  response: OwnVehicles,
})
