import { pairDevice } from '@marquee/contract/office/devices'
import { address, type CallLimit } from './rate-limits.ts'

/** The limits of the office's calls. */
export const officeCallLimits: CallLimit[] = [{ call: pairDevice, perMinute: 10, keyOf: address }]
