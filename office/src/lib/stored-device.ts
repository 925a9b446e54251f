import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import type { getCurrentDevice } from '@marquee/contract/office/devices'
import { deviceStorage } from '@marquee/ui-kit/lib/storage.ts'

export type PairedDevice = ResponseBody<typeof getCurrentDevice>

const STORAGE_KEY = 'office-device'

/** Null: this browser is not paired. */
export const storeDevice = (device: PairedDevice | null) =>
  device ? deviceStorage.write(STORAGE_KEY, device) : deviceStorage.remove(STORAGE_KEY)

/** The last answer of the server about this device. */
export const readStoredDevice = () =>
  deviceStorage.read(STORAGE_KEY, (stored) => stored as PairedDevice | null)
