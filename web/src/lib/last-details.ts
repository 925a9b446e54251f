import type { SlotType } from '@marquee/contract/parking'
import { deviceStorage } from '@marquee/ui-kit/lib/storage.ts'
import { LAST_DETAILS_KEY } from './device-data.ts'

/**
 * The phone and the vehicle numbers of the last booking, on this device. They are offered at the next booking, and deleted when the visitor signs
 * out.
 */
export interface LastDetails {
  phone?: string
  vehicleNumbers: Partial<Record<SlotType, string>>
}

/** Present if the visitor does not want the details to be kept. It stays after signing out. */
const OFF_KEY = 'last-details-off'

export function readLastDetails(): LastDetails {
  const stored = deviceStorage.read(LAST_DETAILS_KEY, Object) as
    | { phone?: unknown; vehicleNumbers?: object }
    | undefined
  const { phone, twoWheeler, fourWheeler }: Record<string, unknown> = {
    ...stored,
    ...stored?.vehicleNumbers,
  }
  const details: LastDetails = { vehicleNumbers: {} }
  if (typeof phone === 'string') details.phone = phone
  if (typeof twoWheeler === 'string') details.vehicleNumbers.twoWheeler = twoWheeler
  if (typeof fourWheeler === 'string') details.vehicleNumbers.fourWheeler = fourWheeler
  return details
}

export const isKeepingDetails = () => deviceStorage.has(OFF_KEY) === false

export function keepLastDetails(details: LastDetails) {
  if (isKeepingDetails()) deviceStorage.write(LAST_DETAILS_KEY, details)
}

/** Switching it off deletes what is kept. */
export function setKeepingDetails(isOn: boolean) {
  deviceStorage.remove(isOn ? OFF_KEY : LAST_DETAILS_KEY)
  if (!isOn) deviceStorage.write(OFF_KEY, true)
}
