import { bookings } from './parts/bookings.ts'
import { browser } from './parts/browser.ts'
import { fanOut } from './parts/fan-out.ts'
import { footprint } from './parts/footprint.ts'
import { growth } from './parts/growth.ts'
import { holds } from './parts/holds.ts'
import { listing } from './parts/listing.ts'
import { maps } from './parts/maps.ts'
import { unreadResponses } from './parts/unread-responses.ts'
import { hasGoal, isMet, type Result, toTable, writeResults } from './report.ts'

/** Each part returns results with goals, or a finished table. */
const PARTS: Record<string, () => Promise<Result[] | string>> = {
  holds,
  bookings,
  'fan-out': fanOut,
  maps,
  listing,
  footprint,
  browser,
  growth,
  'unread-responses': unreadResponses,
}

const names = Object.keys(PARTS)
const selected = process.argv.slice(2)
const unknown = selected.filter((name) => !names.includes(name))
if (unknown.length > 0) throw new Error(`Unknown part ${unknown.join(', ')}. Parts: ${names}`)

const tables = new Map<string, string>()
const results: Result[] = []
for (const [name, measure] of Object.entries(PARTS)) {
  if (selected.length > 0 && !selected.includes(name)) continue
  console.log(`${name} …`)
  const outcome = await measure()
  const table = typeof outcome === 'string' ? outcome : toTable(outcome)
  if (typeof outcome !== 'string') results.push(...outcome.filter(hasGoal))
  tables.set(name, table)
  console.log(table)
}
console.log(`${results.filter(isMet).length} of ${results.length} goals met`)
writeResults(names, tables)
