import * as z from 'zod/mini'
import { endpoint } from './calls/endpoint.ts'
import { Id, PathId } from './calls/ids.ts'
import { placeStateFields } from './seats/seats.ts'
import { cleanText } from './text/clean-text.ts'

export const SlotType = z.enum(['twoWheeler', 'fourWheeler'])
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
  method: 'GET',
  path: '/api/parking/showtime/:showtimeId',
  params: z.object({ showtimeId: PathId }),
  response: ParkingSlots,
})

const SLOT_PRICES = { twoWheeler: 50, fourWheeler: 100 } as const satisfies Record<SlotType, number>
const SLOT_NAMES = { twoWheeler: 'Two Wheeler', fourWheeler: 'Four Wheeler' } as const

/** Rupees for one slot (specification §9). */
export const slotPrice = (type: SlotType) => SLOT_PRICES[type]

/** The name of a slot type in texts. */
export const slotTypeName = (type: SlotType) => SLOT_NAMES[type]

/** Specification §5. */
const VEHICLE_NUMBER = /^[A-Z]{2}\d{1,2}[A-Z]{1,2}\d{4}$/i

const removeSpaces = (text: string) => cleanText(text).replaceAll(' ', '')

/** The stored form of a vehicle number: upper case, no spaces. */
export const normalizeVehicleNumber = (text: string) => removeSpaces(text).toUpperCase()

export const isVehicleNumber = (text: string) => VEHICLE_NUMBER.test(removeSpaces(text))
