import { cleanText } from './text/clean-text.ts'

export const SLOT_TYPES = ['twoWheeler', 'fourWheeler'] as const
type SlotType = (typeof SLOT_TYPES)[number]

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
