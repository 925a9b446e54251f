import { writeFileSync } from 'node:fs'
import { cpus, release } from 'node:os'
import { join } from 'node:path'
import { holds } from './parts/holds.ts'
import { isMet, type Row, tableOf } from './row.ts'

const PARTS: Record<string, () => Promise<Row[]>> = { holds }
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
