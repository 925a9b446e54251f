import type { CounterSale } from '@marquee/contract/office/sales'
import type { BookingOrigin } from '#src/database/schema.ts'

interface StaffAction {
  /** The device that sells the places or keeps them as house seats. */
  deviceId: string
  reason?: string | undefined
}

/** How staff sells at the counter. */
interface CounterSaleTerms extends StaffAction {
  type: 'sale'
  /** How the buyer pays what the voucher does not pay. */
  payment: CounterSale['payment']
  name?: string | undefined
  email?: string | undefined
  /** The sale may take house seats of the show. */
  isFromHouseSeats?: boolean | undefined
}

/** The places are kept from sale as house seats. Such a booking is no sale: it has no price, no mail and no passes. */
interface HouseSeatsTerms extends StaffAction {
  type: 'houseSeats'
  reason: string
  /** For whom. */
  name?: string | undefined
  /** When the places are given back by themselves. Epoch milliseconds. */
  giveBackAt: number | null
}

export type StaffTerms = CounterSaleTerms | HouseSeatsTerms

/** How a booking is made, and paid unless a voucher pays. */
export function originOf(staff: StaffTerms | undefined): BookingOrigin {
  const origin: BookingOrigin = {
    channel: 'web',
    payment_method: 'online',
    voucher_id: null,
    voucher_amount: 0,
    device_id: staff?.deviceId ?? null,
    contact_name: null,
    contact_email: null,
    house_reason: null,
    house_until: null,
  }
  if (!staff) return origin
  if (staff.type === 'houseSeats')
    return {
      ...origin,
      channel: 'house',
      payment_method: 'none',
      contact_name: staff.name ?? null,
      house_reason: staff.reason,
      house_until: staff.giveBackAt,
    }
  return {
    ...origin,
    channel: 'counter',
    payment_method: staff.payment,
    contact_name: staff.name ?? null,
    contact_email: staff.email?.toLowerCase() ?? null,
  }
}

/** The holder of the places that a device sells. No visitor has such an id. */
export const staffHolder = (deviceId: string) => `office ${deviceId}`
