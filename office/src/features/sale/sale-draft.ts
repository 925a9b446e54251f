import type { CallInput } from '@marquee/contract/calls/endpoint'
import { CounterSale, type sellPlaces } from '@marquee/contract/office/sales'
import type { StaffPlace } from '@marquee/contract/office/shows/shows'

/** What is entered in the form. Empty texts are left out of the sale. */
export interface SaleDraft {
  payment: CounterSale['payment']
  /** The voucher that pays all or a part. Empty: none. */
  voucherCode: string
  /** In cash. Left empty, it is the total. */
  received: string
  reason: string
  name: string
  email: string
  phone: string
  /** Vehicle numbers by slot. */
  vehicles: Record<string, string>
}

export const EMPTY_DRAFT: SaleDraft = {
  payment: 'cash',
  voucherCode: '',
  received: '',
  reason: '',
  name: '',
  email: '',
  phone: '',
  vehicles: {},
}

export type SaleInput = CallInput<typeof sellPlaces>['body']

export const totalOf = (places: readonly StaffPlace[]) =>
  places.reduce((total, { price }) => total + price, 0)

/** Rupees that a voucher with this balance pays. */
export const voucherAmount = (balance: number, places: readonly StaffPlace[]) =>
  Math.min(balance, totalOf(places))

/** Returns the sale, and the errors of its fields. `balance`: rupees of the voucher of the draft. Left out: it pays nothing. */
export function createSale(draft: SaleDraft, places: readonly StaffPlace[], balance?: number) {
  const { payment, reason, name, email, phone } = draft
  const vehicles = places
    .map(({ _id }) => ({ placeId: _id, vehicleNumber: draft.vehicles[_id]?.trim() ?? '' }))
    .filter(({ vehicleNumber }) => vehicleNumber !== '')
  const isFree = payment === 'complimentary'
  const voucher =
    balance === undefined || isFree
      ? undefined
      : { code: draft.voucherCode, amount: voucherAmount(balance, places) }
  const isPaidByVoucher = voucher?.amount === totalOf(places)
  const sale: SaleInput = {
    placeIds: places.map(({ _id }) => _id),
    ...(places.some(({ status }) => status === 'BLOCKED') && { isFromHouseSeats: true }),
    payment: isPaidByVoucher ? 'voucher' : payment,
    totalCost: totalOf(places),
    ...(voucher && { voucher }),
    ...(isFree && { reason }),
    ...(name.trim() && { name }),
    ...(email.trim() && { email }),
    ...(phone.trim() && { phone }),
    ...(vehicles.length > 0 && { vehicles }),
  }
  const { error } = CounterSale.safeParse(sale)
  return { sale, errors: Object.fromEntries((error?.issues ?? []).map(fieldError)) }
}

const fieldError = ({ path: [field = ''], message }: { path: PropertyKey[]; message: string }) =>
  [field, message] as const
