import { parseArgs } from 'node:util'
import type { Adapter } from './adapters/adapter.ts'
import { adapter as marquee } from './adapters/marquee.ts'
import { bookings } from './parts/bookings.ts'
import { browser } from './parts/browser.ts'
import { elsewhere } from './parts/elsewhere.ts'
import { engines } from './parts/engines.ts'
import { fanOut } from './parts/fan-out.ts'
import { footprint } from './parts/footprint.ts'
import { growth } from './parts/growth.ts'
import { holds } from './parts/holds.ts'
import { maps } from './parts/maps.ts'
import { keep } from './results.ts'
import { hasGoal, isMet, type Row, tableOf } from './row.ts'

/** Each gives what it holds against a goal, or a table that only shows something. */
const PARTS: Record<string, () => Promise<Row[] | string>> = {
  holds,
  bookings,
  'fan-out': fanOut,
  maps,
  footprint,
  browser,
  growth,
  engines,
}

/** By the kind of server they speak to. */
const ADAPTERS: Record<string, Adapter> = { marquee }

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { url: { type: 'string' }, adapter: { type: 'string', default: 'marquee' } },
})
if (values.url === undefined) await measureOurs()
else await measureThere(values.url, values.adapter)

async function measureOurs() {
  const unknown = asked.filter((name) => !(name in PARTS))
  if (unknown.length > 0) {
    const known = Object.keys(PARTS).join(', ')
    throw new Error(`There is no part ${unknown.join(', ')}, only: ${known}`)
  }
  const found = new Map<string, string>()
  const rows: Row[] = []
  for (const [name, measure] of Object.entries(PARTS)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    console.log(`${name} …`)
    const outcome = await measure()
    const table = typeof outcome === 'string' ? outcome : tableOf(outcome)
    if (typeof outcome !== 'string') rows.push(...outcome.filter(hasGoal))
    found.set(name, table)
    console.log(table)
  }
  console.log(`${rows.filter(isMet).length} of ${rows.length} met`)
  keep(Object.keys(PARTS), found)
}

/** A server that runs already: nothing is kept of it. */
async function measureThere(url: string, name: string) {
  const adapter = ADAPTERS[name]
  if (!adapter) throw new Error(`Nobody here speaks to ${name}, only to: ${Object.keys(ADAPTERS)}`)
  console.log(tableOf(await elsewhere(url.replace(/\/$/, ''), adapter)))
}
