import type { SlotType } from '@marquee/contract/parking'

/**
 * The phone and the vehicle numbers of the last booking, on this device. They are offered at the next booking, and deleted when the visitor signs
 * out. Storage can be disabled, full or edited by the visitor: then nothing is offered. Without a library, because every page loads this file.
 */
export interface LastDetails {
  phone?: string
  vehicleNumbers: Partial<Record<SlotType, string>>
}

const KEY = 'last-details'
/** Stored in place of the details: the visitor does not want them to be kept. */
const OFF = 'off'

export function readLastDetails(): LastDetails {
  const stored = ignoreErrors(() => JSON.parse(localStorage.getItem(KEY) ?? 'null'))
  const { phone, twoWheeler, fourWheeler } = { ...stored, ...stored?.vehicleNumbers }
  const details: LastDetails = { vehicleNumbers: {} }
  if (typeof phone === 'string') details.phone = phone
  if (typeof twoWheeler === 'string') details.vehicleNumbers.twoWheeler = twoWheeler
  if (typeof fourWheeler === 'string') details.vehicleNumbers.fourWheeler = fourWheeler
  return details
}

export const isKeepingDetails = () => ignoreErrors(() => localStorage.getItem(KEY) !== OFF) ?? false

export function keepLastDetails(details: LastDetails) {
  if (isKeepingDetails()) ignoreErrors(() => localStorage.setItem(KEY, JSON.stringify(details)))
}

/** Switching it off deletes what is kept. */
export const setKeepingDetails = (isOn: boolean) =>
  ignoreErrors(() => (isOn ? localStorage.removeItem(KEY) : localStorage.setItem(KEY, OFF)))

export function removeLastDetails() {
  if (isKeepingDetails()) ignoreErrors(() => localStorage.removeItem(KEY))
}

function ignoreErrors<T>(action: () => T) {
  try {
    return action()
  } catch {
    // Private windows and full disks throw.
    return undefined
  }
}
