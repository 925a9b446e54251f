import * as z from 'zod/mini'
import type { OfficeEndpoint } from '../office-endpoint.ts'

/**
 * The same table as a CSV file (RFC 4180, UTF-8 with a byte order mark): rupees as plain numbers, the totals, if it has some, last. A text that a spreadsheet would
 * run as a formula begins with an apostrophe.
 */
export const asCsv = <const E extends OfficeEndpoint>({ path, ...call }: E) => ({
  ...call,
  path: `${path}.csv` as `${E['path']}.csv`,
  response: z.string(),
})
