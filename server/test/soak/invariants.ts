import { MAX_SEATS, MAX_SLOTS_PER_TYPE } from '@marquee/contract/holds'
import type { Db } from '#src/database/schema.ts'
import * as books from './database-assertions.ts'
import type { Absence, Act, History, Order } from './history.ts'
import { HOLD_MAX_SECONDS, type Outage } from './test-cluster.ts'

/**
 * A stretch of time in which nobody else may have got a place: from the answer that gave it to the first thing that may end it.
 * Among them: its holder’s line broke, and was not mended within the grace.
 */
interface Right {
  holder: string
  from: number
  to: number
}

/** What the record says against itself: a place given to two at once, a stranger's release that was accepted. */
export function contradictions(
  { acts, absences }: Pick<History, 'acts' | 'absences'>,
  graceMs: number,
  outages: Outage[] = [],
) {
  const byShow = Map.groupBy(acts, ({ showtimeId }) => showtimeId)
  return [...byShow].flatMap(([showtimeId, ofShow]) => {
    const broken = absences.filter((absence) => absence.showtimeId === showtimeId)
    const rights = rightsOf(ofShow, { graceMs, outages, absences: broken })
    return ofShow.flatMap((act) =>
      act.outcome !== 'done' || !TAKES.has(act.verb) ? [] : trespasses(act, rights, outages),
    )
  })
}

const TAKES = new Set<Act['verb']>(['hold', 'checkout', 'book', 'strange release'])
/** Somebody whose map is a moment behind may take their own place for a stranger's. */
const ENDS = new Set<Act['verb']>(['release', 'strange release', 'book'])
const GIVES = new Set<Act['verb']>(['hold', 'checkout'])

function trespasses(
  { verb, holder, placeIds, sentAt, answeredAt }: Act,
  rights: Map<string, Right[]>,
  outages: Outage[],
) {
  const out = outages.findLast(({ from }) => from < answeredAt)
  const when = out ? `, ${answeredAt - out.from} ms after the server had gone` : ''
  return placeIds.flatMap((placeId) =>
    (rights.get(placeId) ?? [])
      .filter((right) => right.holder !== holder && right.from < sentAt && answeredAt < right.to)
      .map(
        (right) =>
          `${verb} of ${placeId} by ${holder} was granted while ${right.holder} held it (for ${answeredAt - right.from} ms)${when}`,
      ),
  )
}

/** What does not wait for the disk is on it after so long at the latest. */
const ON_DISK_MS = 1000

interface Circumstances {
  graceMs: number
  outages: Outage[]
  absences: Absence[]
}

function rightsOf(acts: Act[], { graceMs, outages, absences }: Circumstances) {
  const rights = new Map<string, Right[]>()
  const byHolder = Map.groupBy(acts, ({ holder }) => holder)
  const tooLong = absences.filter(({ from, to }) => to - from > graceMs)
  const away = Map.groupBy(tooLong, ({ holder }) => holder)
  for (const [holder, theirs] of byHolder) {
    const forgotten = (away.get(holder) ?? []).map(({ from }) => from + graceMs)
    for (const act of theirs) {
      if (act.outcome !== 'done' || !GIVES.has(act.verb) || !act.until) continue
      for (const placeId of act.placeIds) {
        const lost = outages.flatMap(({ from, losesHolds }) =>
          losesHolds && act.sentAt < from && act.answeredAt > from - ON_DISK_MS
            ? [from - ON_DISK_MS]
            : [],
        )
        const since = forgotten.filter((end) => end >= act.sentAt)
        const ends = [...lost, ...since, ...endsOf(theirs, act, placeId, graceMs)]
        const to = Math.min(act.until, ...ends)
        const known = rights.get(placeId) ?? []
        rights.set(placeId, [...known, { holder, from: act.answeredAt, to }])
      }
    }
  }
  return rights
}

/** When a right may have ended early: its holder gave it back, bought it, or went away. */
const endsOf = (acts: Act[], { sentAt }: Act, placeId: string, graceMs: number) =>
  acts
    .filter((act) => act.answeredAt >= sentAt)
    .flatMap((act) => {
      if (act.verb === 'vanish' || act.outcome === 'unknown') return [act.sentAt + graceMs]
      return ENDS.has(act.verb) && act.placeIds.includes(placeId) ? [act.sentAt] : []
    })

/** What the books say against the record and against the rules. */
export async function faultsInBooks(db: Db, { orders }: History) {
  const { rows: twice } = await books.soldTwice(db)
  const { rows: stray } = await books.soldByNobody(db)
  const { rows: claims } = await books.doubleClaims(db)
  const { rows } = await books.booked(db)
  const byPhone = Map.groupBy(rows, ({ phone }) => phone)
  const known = new Set(orders.map(({ phone }) => phone))
  return [
    ...twice.map(({ place_id, n }) => `${place_id} was sold ${n} times`),
    ...stray.map(({ place_id }) => `${place_id} was sold by a booking that does not have it`),
    ...claims.map(({ place_id, n }) => `${place_id} has ${n} live claims`),
    ...[...byPhone.keys()].filter((phone) => !known.has(phone)).map((p) => `nobody ordered ${p}`),
    ...orders.flatMap((order) => faultsOf(order, byPhone.get(order.phone) ?? [])),
  ]
}

type Booked = Awaited<ReturnType<typeof books.booked>>['rows']

function faultsOf({ phone, placeIds, price, outcomes, references }: Order, rows: Booked) {
  const made = outcomes.includes('made')
  const faults: string[] = []
  if (made && rows.length === 0) faults.push(`order ${phone} was acknowledged and is gone`)
  if (!made && !outcomes.includes('unknown') && rows.length > 0) {
    faults.push(`order ${phone} was refused and is in the books`)
  }
  if (new Set(references).size > 1) faults.push(`order ${phone} was booked twice: ${references}`)
  if (rows.length === 0) return faults

  const bought = rows.flatMap(({ place_id }) => place_id ?? []).toSorted()
  if (String(bought) !== String(placeIds.toSorted())) {
    faults.push(`order ${phone} asked for ${placeIds.length} places and has ${bought.length}`)
  }
  if (rows.some(({ owned }) => owned !== 1)) faults.push(`order ${phone} no longer owns its places`)
  const sum = rows.reduce((total, row) => total + (row.price ?? 0), 0)
  if (rows.some(({ total_cost }) => total_cost !== price) || sum !== price) {
    faults.push(`order ${phone}: wrong price`)
  }
  return faults
}

/** What is wrong at this moment, whatever happened before: too much, too long, several clocks, not swept, shrunk. */
export function createWatch(lateMs: number) {
  const before = new Map<string, { rev: number; sold: number }>()

  return async (
    db: Db,
    { isSweeping, hasCrashed }: { isSweeping: () => boolean; hasCrashed: () => boolean },
  ) => {
    const { rows: holdings } = await books.holdings(db)
    const { rows: clocks } = await books.clocks(db)
    const { rows: left } = await books.overdue(db, lateMs)
    const { rows: growth } = await books.growth(db)
    const overdue = isSweeping() ? left : []
    const mayShrink = hasCrashed()
    const shrunk = growth.filter(({ id, rev, sold }) => {
      const known = before.get(id) ?? { rev: 0, sold: 0 }
      before.set(id, { rev, sold })
      if (sold < known.sold) return true
      return !mayShrink && (rev < known.rev || (sold > known.sold && rev === known.rev))
    })
    return [
      ...holdings
        .filter(({ kind, n }) => n > (kind === 'seat' ? MAX_SEATS : MAX_SLOTS_PER_TYPE))
        .map(({ holder, kind, n }) => `${holder} holds ${n} of ${kind}`),
      ...clocks
        .filter(({ ends, starts }) => ends > 1 || starts > 1)
        .map(({ holder }) => `${holder} has several clocks for one selection`),
      ...clocks
        .filter(({ length }) => length > HOLD_MAX_SECONDS * 1000)
        .map(({ holder, length }) => `${holder} holds something for ${length} ms`),
      ...overdue.map(
        ({ place_id, holder }) => `${holder} still has ${place_id}, long after its end`,
      ),
      ...shrunk.map(({ id }) => `what is sold of ${id} shrank, or grew without a revision`),
    ]
  }
}
