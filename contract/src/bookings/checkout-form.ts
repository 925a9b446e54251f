import type { SlotType } from '../parking.ts'
import { isVehicleNumber, slotPrice, slotTypeName } from '../parking-slots.ts'
import { seatPrice } from '../seats/seat-tiers.ts'
import { cleanText } from '../text/clean-text.ts'
import { INVALID_PHONE, isPhone } from '../text/phone.ts'

export const NO_SEATS = 'Please select at least one seat to continue.'
export const NO_PHONE = 'Phone number is required for booking. Please enter your phone number.'

type PricedPlaces = { seats: { category: string }[]; slots: { type: SlotType }[] }

/** Rupees: the sum of seat prices plus parking. */
export const totalCost = ({ seats, slots }: PricedPlaces) => seatsCost(seats) + slotsCost(slots)

const seatsCost = (seats: PricedPlaces['seats']) =>
  seats.reduce((sum, { category }) => sum + seatPrice(category), 0)

export const slotsCost = (slots: PricedPlaces['slots']) =>
  slots.reduce((sum, { type }) => sum + slotPrice(type), 0)

export interface SlotWithVehicle {
  type: SlotType
  slotNumber: string
  vehicleNumber: string
}
interface CheckoutForm<Slot extends SlotWithVehicle = SlotWithVehicle> {
  seats: unknown[]
  phone: string
  slots: Slot[]
}
interface CheckoutProblem<Slot = never> {
  title: string
  text: string
  /** The field to correct. For a vehicle number: its slot. */
  field: 'seats' | 'phone' | Slot
}

/** Returns the first problem of the form before payment. The checks run in the order of specification §5. */
export function findCheckoutProblem<Slot extends SlotWithVehicle>({
  seats,
  phone,
  slots,
}: CheckoutForm<Slot>): CheckoutProblem<Slot> | undefined {
  if (seats.length === 0) return NO_SEATS_PROBLEM
  if (cleanText(phone) === '') return NO_PHONE_PROBLEM
  if (!isPhone(phone)) return INVALID_PHONE_PROBLEM
  return findVehicleProblem(slots)
}

/** Returns the first problem of the vehicle numbers: a missing one, then an invalid one (specification §5). */
export function findVehicleProblem<Slot extends SlotWithVehicle>(
  slots: readonly Slot[],
): CheckoutProblem<Slot> | undefined {
  const withoutNumber = slots.find(({ vehicleNumber }) => cleanText(vehicleNumber) === '')
  if (withoutNumber) {
    return {
      title: 'Vehicle Number Required',
      text: `Please enter vehicle number for ${typedSlotName(withoutNumber)}.`,
      field: withoutNumber,
    }
  }
  const invalid = slots.find(({ vehicleNumber }) => !isVehicleNumber(vehicleNumber))
  if (invalid) {
    return {
      title: 'Invalid Vehicle Number',
      text: `Please enter a valid vehicle number for ${typedSlotName(invalid)} (e.g., TN01AB1234).`,
      field: invalid,
    }
  }
  return undefined
}

const typedSlotName = ({ type, slotNumber }: SlotWithVehicle) =>
  `${slotTypeName(type)} Slot ${slotNumber}`

const NO_SEATS_PROBLEM: CheckoutProblem = {
  title: 'No Seats Selected',
  text: NO_SEATS,
  field: 'seats',
}
const NO_PHONE_PROBLEM: CheckoutProblem = {
  title: 'Phone Number Required',
  text: NO_PHONE,
  field: 'phone',
}
const INVALID_PHONE_PROBLEM: CheckoutProblem = {
  title: 'Invalid Phone Number',
  text: INVALID_PHONE,
  field: 'phone',
}
