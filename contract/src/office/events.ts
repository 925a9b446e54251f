import * as z from 'zod/mini'
import { Id } from '../calls/ids.ts'

/** What the server sends to the sockets of paired devices. Fetch again what is shown. */
export const officeEvents = {
  /** Places, admissions or vehicles of these shows have changed. */
  showsChanged: z.object({ showtimeIds: z.array(Id) }),
  /** Enquiries have arrived or changed. */
  enquiriesChanged: z.object({}),
} as const
export type OfficeEvents = {
  [E in keyof typeof officeEvents]: (push: z.output<(typeof officeEvents)[E]>) => void
}
