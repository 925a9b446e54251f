import type { User } from '@marquee/contract/accounts/accounts'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { readStored, removeStored, writeStored } from '#lib/storage.ts'

const CheckoutDraft = z.object({
  /** Missing until the visitor types one. Until then the account's phone is shown. */
  phone: z.optional(z.string()),
  parking: z.boolean(),
  /** By slot id. The number of a released slot is kept, in case the slot is selected again. */
  vehicleNumbers: z.record(z.string(), z.string()),
})
type CheckoutDraft = z.infer<typeof CheckoutDraft>

const parseDraft = (stored: unknown) => CheckoutDraft.safeParse(stored).data
const draftKey = (showtimeId: string) => `draft:${showtimeId}`
/** Removes the phone and vehicle numbers once they are booked. */
export const removeCheckoutDraft = (showtimeId: string) => removeStored(draftKey(showtimeId))

const EMPTY: CheckoutDraft = { parking: false, vehicleNumbers: {} }

/** The form fields of a showtime. They survive a reload and navigation to payment and back. */
export function useCheckoutDraft(showtimeId: string, account: User | null | undefined) {
  const key = draftKey(showtimeId)
  const [draft, setDraft] = useState(() => readStored(key, parseDraft) ?? EMPTY)
  useEffect(() => writeStored(key, draft), [key, draft])

  const phone = draft.phone ?? account?.phone ?? ''
  return {
    phone,
    phoneVerified: account?.phoneVerified === true && account.phone === phone.trim(),
    parking: draft.parking,
    vehicleNumbers: draft.vehicleNumbers,
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
