import type { User } from '@marquee/contract/accounts/accounts'
import type { ParkingSlot } from '@marquee/contract/parking'
import { SLOT_TYPES } from '@marquee/contract/parking-slots'
import { tabStorage } from '@marquee/ui-kit/lib/storage.ts'
import { useEffect, useState } from 'react'
import { DRAFT_KEY } from '#lib/checkout-storage.ts'
import { readLastDetails } from '#lib/last-details.ts'

interface CheckoutDraft {
  /** Missing until the visitor types one. Until then the account's phone is shown. */
  phone?: string | undefined
  parking: boolean
  /** By slot id. The number of a released slot is kept, in case the slot is selected again. */
  vehicleNumbers: Record<string, string>
}

/** Undefined if the visitor has edited the stored value. A schema would load zod before the seats. */
function parseDraft(stored: unknown): CheckoutDraft | undefined {
  const { phone, parking, vehicleNumbers } = Object(stored) as Record<string, unknown>
  const isPhone = phone === undefined || typeof phone === 'string'
  const isValid = isPhone && typeof parking === 'boolean' && isRecordOfTexts(vehicleNumbers)
  return isValid ? (stored as CheckoutDraft) : undefined
}

const isRecordOfTexts = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((text) => typeof text === 'string')

const draftKey = (showtimeId: string) => `${DRAFT_KEY}:${showtimeId}`
/** Removes the phone and vehicle numbers once they are booked. */
export const removeCheckoutDraft = (showtimeId: string) => tabStorage.remove(draftKey(showtimeId))

const EMPTY: CheckoutDraft = { parking: false, vehicleNumbers: {} }

interface DraftOptions {
  account: User | null | undefined
  /** The selected slots. The first of each type is offered the vehicle number of the last booking. */
  slots: readonly ParkingSlot[]
}

/** The form fields of a showtime. They survive a reload and navigation to payment and back. Empty ones offer what was last used. */
export function useCheckoutDraft(showtimeId: string, { account, slots }: DraftOptions) {
  const key = draftKey(showtimeId)
  const [last] = useState(readLastDetails)
  const [draft, setDraft] = useState(() => tabStorage.read(key, parseDraft) ?? EMPTY)
  useEffect(() => tabStorage.write(key, draft), [key, draft])

  const phone = draft.phone ?? account?.phone ?? last.phone ?? ''
  const offered = SLOT_TYPES.flatMap((type) => {
    const slot = slots.find((one) => one.type === type)
    const vehicleNumber = last.vehicleNumbers[type]
    return slot && vehicleNumber ? [[slot._id, vehicleNumber]] : []
  })
  return {
    phone,
    phoneVerified: account?.phoneVerified === true && account.phone === phone.trim(),
    parking: draft.parking,
    vehicleNumbers: { ...Object.fromEntries(offered), ...draft.vehicleNumbers } as Record<
      string,
      string
    >,
    setPhone: (phone: string) => setDraft((draft) => ({ ...draft, phone })),
    /** Closing clears the vehicle numbers (specification §4). */
    setParking: (parking: boolean) =>
      setDraft((draft) => ({
        ...draft,
        parking,
        vehicleNumbers: parking ? draft.vehicleNumbers : {},
      })),
    setVehicleNumber: (slotId: string, vehicleNumber: string) =>
      setDraft((draft) => ({
        ...draft,
        vehicleNumbers: { ...draft.vehicleNumbers, [slotId]: vehicleNumber },
      })),
  }
}
