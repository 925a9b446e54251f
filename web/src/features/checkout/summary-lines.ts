import { type ParkingSlot, SlotType, slotPrice, slotTypeName } from '@marquee/contract/parking'
import { type Seat, seatPrice } from '@marquee/contract/seats/seats'

interface SummaryLine {
  label: string
  /** Rupees. */
  cost: number
}

/** One line for each seat and each type of parking slot. They add up to `totalCost`. */
export function summaryLines(seats: readonly Seat[], slots: readonly ParkingSlot[]): SummaryLine[] {
  const seatLines = seats.map(({ seatNumber, category, friend }) => ({
    label: `Seat ${seatNumber}${friend ? `, ${friend}` : ''}`,
    cost: seatPrice(category),
  }))
  const parkingLines = SlotType.options.flatMap((type) => {
    const count = slots.filter((slot) => slot.type === type).length
    if (count === 0) return []
    return [{ label: `${slotTypeName(type)} Parking × ${count}`, cost: count * slotPrice(type) }]
  })
  return [...seatLines, ...parkingLines]
}
