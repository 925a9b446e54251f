import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Sabotage = keyof typeof RULES

interface Cut {
  file: string
  words: RegExp
  /** What to put in their place; nothing if not said. */
  instead?: string
}

const SERVER = join(import.meta.dirname, '../..')
const HEART = 'migrations/001-the-heart.ts'
const CLAIMS = 'src/claims/claims.sql.ts'
const HOLDING = 'src/claims/holding.sql.ts'
const RULE_BOOK = 'src/claims/claims.rules.ts'
const CHANGES = 'src/claims/claims.changes.ts'
const ORDER = 'src/bookings/order.ts'
const PLACING = 'src/bookings/place-many.ts'
const SALES = 'src/claims/claims.sales.ts'
const REALTIME = 'src/realtime/realtime.ts'
const MAP = 'src/claims/places.view.ts'

/** Which words to take out of which file: each a rule that the checker must miss when it is gone. */
const RULES = {
  'unique-key': [
    { file: HEART, words: /primary key \(showtime_id, place_id\),\s+(?=check \(\(booking_id)/ },
    ...[HOLDING, CLAIMS].flatMap((file) => [
      {
        file,
        words:
          /on conflict \(showtime_id, place_id\) do update[\s\S]*?(?=returning showtime_id, place_id)/g,
      },
      // The row it would have met is not there to be met.
      { file, words: /, \$\{metRow\(db\)\}(?= as replaced)/g, instead: ', 0' },
    ]),
  ],
  'hold-condition': [
    {
      file: HOLDING,
      words: /and \(claims\.held_until <= excluded\.seen_at or claims\.holder = excluded\.holder\)/,
    },
    { file: HOLDING, words: / and \(holder is null or holder = who\)/ },
    { file: HOLDING, words: /and claims\.holder = excluded\.holder(?=\s+returning)/ },
    { file: CHANGES, words: / \|\| isAnothers\(place, change, scene\)/ },
  ],
  'owner-condition': [
    { file: CLAIMS, words: / and holder = wanted\.who/ },
    { file: CHANGES, words: /refuseStrangers\(change, scene\)/ },
  ],
  'sale-condition': [
    {
      file: CLAIMS,
      words: /and \(claims\.held_until <= \$\{now\}[\s\S]*?from \$\{sold\}\)\)/,
    },
    { file: SALES, words: / \|\| isAnothers\(place, wish, scene\)/ },
  ],
  'all-or-nothing': [
    { file: RULE_BOOK, words: /if \(lost\.length > 0\) throw taken\(.*/ },
    { file: CHANGES, words: /if \(rows\.length < holds\.length\) throw OVERTAKEN/ },
    { file: SALES, words: /if \(rows\.length < sales\.length\) throw OVERTAKEN/ },
  ],
  limits: [
    { file: RULE_BOOK, words: /(?<=count\('seat'\) > )MAX_SEATS/, instead: '100' },
    { file: RULE_BOOK, words: /(?<=> )MAX_SLOTS_PER_TYPE/g, instead: '100' },
    { file: HOLDING, words: /and coalesce\(had, 0\) < .*/ },
  ],
  'one-clock': [
    { file: RULE_BOOK, words: /if \(first\) \{/, instead: 'if (first && !first) {' },
    { file: HOLDING, words: /coalesce\(since, now\)/, instead: 'now' },
    { file: HOLDING, words: /coalesce\(until, (?=case)/, instead: 'coalesce(null, ' },
  ],
  'longest-hold': [
    {
      file: RULE_BOOK,
      words: /Math\.min\(since \+ [^,]*, startsAt\)/,
      instead: 'startsAt + 0 * since',
    },
  ],
  'one-top-up': [
    {
      file: RULE_BOOK,
      words: /checkoutAt !== null \|\| isClosed\(scene\)/,
      instead: 'isClosed(scene)',
    },
  ],
  cutoff: [
    { file: RULE_BOOK, words: /if \(!window\.open\) throw closed/, instead: 'void closed' },
    { file: HOLDING, words: /and now < starts_at - .*/ },
  ],
  sweep: [
    {
      file: CLAIMS,
      words: /booking_id is null and held_until <= \$\{clock\}(?=\s+limit)/,
      instead: '1 = 2',
    },
  ],
  'notice-to-its-holder': [
    { file: REALTIME, words: /io\.to\(holderRoomOf\(holder\)\)\.emit/, instead: 'io.emit' },
  ],
  'notice-once': [
    {
      file: 'src/claims/announce.ts',
      words: /=>\s+(?=ctx\.tellExpired\()/,
      instead: '=> (ctx.tellExpired(holder, { type: kind, itemId: placeId, showtimeId }), 1) &&\n',
    },
  ],
  'notice-of-the-replaced': [
    { file: RULE_BOOK, words: /(?<=return lapsed)(?=\.filter)/, instead: '.slice(0, 0)' },
  ],
  grace: [
    { file: CLAIMS, words: /(?<=checkout_at is null and )seen_at <=/, instead: 'seen_at < 0 *' },
  ],
  'grace-at-payment': [{ file: CLAIMS, words: /and checkout_at is null (?=and seen_at)/ }],
  attendance: [
    { file: 'src/realtime/attendance.ts', words: /\.\.\.holding\(\)\.filter\(isHere\)/ },
  ],
  revision: [{ file: CLAIMS, words: /rev = rev \+ 1/, instead: 'rev = rev' }],
  'own-marks': [{ file: MAP, words: /claim\.holder !== holder \|\|/ }],
  price: [
    { file: ORDER, words: /if \(totalCost === right\) return/, instead: 'if (right > 0) return' },
  ],
  'one-key': [
    { file: PLACING, words: /idempotency_key: key \?\? null/, instead: 'idempotency_key: null' },
  ],
  'same-order': [
    {
      file: PLACING,
      words: /(?<=if \()made\.request_hash === fingerprint/,
      instead: 'fingerprint',
    },
  ],
  'whole-booking': [
    {
      file: PLACING,
      words: /places\.map\((?=\(\{ id: placeId, price)/,
      instead: 'places.slice(0, 1).map(',
    },
  ],
} satisfies Record<string, Cut[]>

export const sabotages = Object.keys(RULES) as Sabotage[]

/** A copy of the server without one of its rules. Throws if the rule was not where it is looked for. */
export function sabotaged(rule: Sabotage) {
  const root = mkdtempSync(join(tmpdir(), 'marquee-sabotage-'))
  const server = join(root, 'server')
  for (const part of ['src', 'migrations', 'package.json']) {
    cpSync(join(SERVER, part), join(server, part), { recursive: true })
  }
  symlinkSync(join(SERVER, '../node_modules'), join(root, 'node_modules'))

  const cuts: Cut[] = RULES[rule]
  for (const { file, words, instead = '' } of cuts) {
    const path = join(server, file)
    const text = readFileSync(path, 'utf8')
    const without = text.replace(words, instead)
    if (without === text) throw new Error(`${file} has no longer what makes the rule: ${words}`)
    writeFileSync(path, without)
  }
  return {
    main: join(server, 'src/main.ts'),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
