import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus, platform, totalmem } from 'node:os'
import { join } from 'node:path'
import { bookings } from './parts/bookings.ts'
import { fanOut } from './parts/fan-out.ts'
import { footprint } from './parts/footprint.ts'
import { holds } from './parts/holds.ts'
import { maps } from './parts/maps.ts'
import { isMet, type Row, tableOf } from './row.ts'

const PARTS: Record<string, () => Promise<Row[]>> = {
  holds,
  bookings,
  'fan-out': fanOut,
  maps,
  footprint,
}
const RESULTS = join(import.meta.dirname, 'results.md')

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in PARTS))
if (unknown.length > 0) {
  throw new Error(`There is no part ${unknown.join(', ')}, only: ${Object.keys(PARTS).join(', ')}`)
}
const names = asked.length > 0 ? asked : Object.keys(PARTS)
const rows: Row[] = []
for (const name of names) {
  console.log(`${name} …`)
  rows.push(...((await PARTS[name]?.()) ?? []))
}
console.log(tableOf(rows))
console.log(`${rows.filter(isMet).length} of ${rows.length} met`)
// A part alone says nothing of the others.
if (asked.length === 0) writeFileSync(RESULTS, report())

function report() {
  const memory = Math.round(totalmem() / 2 ** 30)
  const processor = cpus()[0]?.model ?? 'unknown'
  const machine = `${availableParallelism()} cores (${processor}), ${memory} GiB, ${platform()}, Node ${process.version}`
  return `# What was measured

\`npm run bench\`, ${new Date().toISOString().slice(0, 10)}, on ${machine}. The load comes from the same machine: absolute figures
are small for that reason, the ratios are what counts. Both sides of each are from the same run.

${tableOf(rows)}
`
}
