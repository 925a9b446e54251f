import * as z from 'zod/mini'
import { endpoint } from './calls/endpoint.ts'
import { Id, PathId } from './calls/ids.ts'
import { SLOT_TYPES } from './parking-slots.ts'
import { PARKING_ROUTE } from './seats/places-route.ts'
import { placeStateFields } from './seats/seats.ts'

export const SlotType = z.enum(SLOT_TYPES)
export type SlotType = z.infer<typeof SlotType>

export const ParkingSlot = z.object({
  _id: Id,
  slotNumber: z.string(),
  type: SlotType,
  ...placeStateFields,
})
export type ParkingSlot = z.infer<typeof ParkingSlot>

const ParkingSlots = z.object({
  twoWheelerSlots: z.array(ParkingSlot),
  fourWheelerSlots: z.array(ParkingSlot),
})

export type ParkingSlots = z.infer<typeof ParkingSlots>

/** The slots as visitors see them who hold none, for shared caches. */
export const listPublicParking = endpoint({
  method: 'GET',
  path: '/api/public/parking/:showtimeId',
  params: z.object({ showtimeId: PathId }),
  response: ParkingSlots,
})

export const listParking = endpoint({
  ...PARKING_ROUTE,
  params: z.object({ showtimeId: PathId }),
  response: ParkingSlots,
})
