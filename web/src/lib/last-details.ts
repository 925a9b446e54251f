import type { SlotType } from '@marquee/contract/parking'
import { LAST_DETAILS_KEY } from './device-storage.ts'

/**
 * The phone and the vehicle numbers of the last booking, on this device. They are offered at the next booking, and deleted when the visitor signs
 * out. Storage can be disabled, full or edited by the visitor: then nothing is offered.
 */
export interface LastDetails {
  phone?: string
  vehicleNumbers: Partial<Record<SlotType, string>>
}

/** Present if the visitor does not want the details to be kept. It stays after signing out. */
const OFF_KEY = 'last-details-off'

export function readLastDetails(): LastDetails {
  const stored = ignoreErrors(() => JSON.parse(localStorage.getItem(LAST_DETAILS_KEY) ?? 'null'))
  const { phone, twoWheeler, fourWheeler } = { ...stored, ...stored?.vehicleNumbers }
  const details: LastDetails = { vehicleNumbers: {} }
  if (typeof phone === 'string') details.phone = phone
  if (typeof twoWheeler === 'string') details.vehicleNumbers.twoWheeler = twoWheeler
  if (typeof fourWheeler === 'string') details.vehicleNumbers.fourWheeler = fourWheeler
  return details
}

export const isKeepingDetails = () =>
  ignoreErrors(() => localStorage.getItem(OFF_KEY) === null) ?? false

export function keepLastDetails(details: LastDetails) {
  if (isKeepingDetails())
    ignoreErrors(() => localStorage.setItem(LAST_DETAILS_KEY, JSON.stringify(details)))
}

/** Switching it off deletes what is kept. */
export const setKeepingDetails = (isOn: boolean) =>
  ignoreErrors(() => {
    localStorage.removeItem(isOn ? OFF_KEY : LAST_DETAILS_KEY)
    if (!isOn) localStorage.setItem(OFF_KEY, 'off')
  })

function ignoreErrors<T>(action: () => T) {
  try {
    return action()
  } catch {
    // Private windows and full disks throw.
    return undefined
  }
}
