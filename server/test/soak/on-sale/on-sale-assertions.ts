import { sql } from 'kysely'
import type { Db, QueuePositionRow } from '#src/database/schema.ts'
import type { Rule, Violation } from '../operation-log.ts'
import type { QueueingVisitor, VisitorReport } from './queueing-visitor.ts'

/** Programs get less than this share of the seats that are sold. */
const MAX_PROGRAM_SHARE = 0.05
/** So many positions of an address without a confirmed email need no proof of work. */
const POSITIONS_WITHOUT_PROOF = 4

type Position = Pick<QueuePositionRow, 'id' | 'visitor' | 'number' | 'turn_at' | 'ended_at'>

/** All positions of a waiting room, also those that have ended. */
export const readPositions = async (db: Db, showtimeId: string) =>
  (
    await sql<Position>`
      select id, visitor, number, turn_at, ended_at from queue_positions where showtime_id = ${showtimeId}`.execute(
      db,
    )
  ).rows

interface OnSale {
  showtimeId: string
  seats: number
  visitors: readonly (QueueingVisitor & VisitorReport)[]
  /** The positions before and after the crash. */
  before: readonly Position[]
  after: readonly Position[]
  /** The share of the seats that must be sold. */
  share: number
}

export async function findOnSaleViolations(db: Db, sale: OnSale): Promise<Violation[]> {
  const { showtimeId, seats, visitors, share } = sale
  const positions = await readPositions(db, showtimeId)
  const { rows: sold } = await sql<{ place_id: string; user_id: string }>`
    select place_id, user_id from claims join bookings on bookings.id = booking_id
     where claims.showtime_id = ${showtimeId}`.execute(db)
  const violations: Violation[] = []
  const report = (rule: Rule, detail: string) => violations.push({ rule, detail })

  if (sold.length < share * seats)
    report('the hall is used', `${sold.length} of ${seats} seats were sold`)
  const programs = visitors.filter(({ isProgram }) => isProgram)
  const accounts = new Set(programs.flatMap(({ account }) => account?.userId ?? []))
  const ofPrograms = sold.filter(({ user_id }) => accounts.has(user_id)).length
  if (ofPrograms >= MAX_PROGRAM_SHARE * sold.length)
    report('programs get few seats', `${ofPrograms} of ${sold.length} seats`)

  const overtaken = countOvertaken(positions)
  if (overtaken > 0) report('no visitor is overtaken', `${overtaken} visitors were`)
  for (const detail of [...findMoved(sale), ...visitors.filter(isPutBack).map(describe)])
    report('positions in the queue are kept', detail)
  for (const detail of findUnproven(programs, positions))
    report('further positions of an address need a proof', detail)

  const buyers = new Map(sold.map(({ place_id, user_id }) => [place_id, user_id]))
  for (const { booked, account } of visitors)
    for (const seatId of booked)
      if (buyers.get(seatId) !== account?.userId)
        report('a place is sold once', `${seatId} was sold to ${account?.userId}, and to another`)
  return violations
}

/** Counts positions that were waiting when one with a higher number got its turn. */
export function countOvertaken(
  positions: readonly Pick<Position, 'number' | 'turn_at' | 'ended_at'>[],
) {
  let firstTurnBehind = Number.POSITIVE_INFINITY
  let count = 0
  for (const { number, turn_at, ended_at } of positions.toSorted(byNumberDescending)) {
    if (number === null) continue
    const waitedUntil = Math.min(
      turn_at ?? Number.POSITIVE_INFINITY,
      ended_at ?? Number.POSITIVE_INFINITY,
    )
    if (waitedUntil > firstTurnBehind) count += 1
    firstTurnBehind = Math.min(firstTurnBehind, turn_at ?? Number.POSITIVE_INFINITY)
  }
  return count
}

const byNumberDescending = (one: Pick<Position, 'number'>, other: Pick<Position, 'number'>) =>
  (other.number ?? 0) - (one.number ?? 0)

/** Positions that the crash has taken away, given to another visitor or numbered anew. */
function findMoved({ before, after }: Pick<OnSale, 'before' | 'after'>) {
  const byId = new Map(after.map((position) => [position.id, position]))
  return before
    .filter(({ id, number, visitor, ended_at }) => {
      const now = byId.get(id)
      const isBack = ended_at !== null && now?.ended_at === null
      return now?.number !== number || now.visitor !== visitor || isBack
    })
    .map(({ id, number }) => `the crash has changed position ${id} with number ${number}`)
}

/** More visitors were before this one than at an earlier time. */
const isPutBack = ({ ahead }: Pick<VisitorReport, 'ahead'>) =>
  ahead.some((count, index) => count > (ahead[index - 1] ?? Number.POSITIVE_INFINITY))

const describe = ({ visitorId, ahead }: VisitorReport) =>
  `before ${visitorId} were ${ahead.join(', then ')}`

/** Addresses of programs with more positions than they have paid for. */
function findUnproven(programs: OnSale['visitors'], positions: readonly Position[]) {
  const holders = new Set(positions.map(({ visitor }) => visitor))
  const unconfirmed = programs.filter(({ account }) => !account)
  return [...Map.groupBy(unconfirmed, ({ address }) => address)].flatMap(([address, sessions]) => {
    const taken = sessions.filter(({ visitorId }) => holders.has(visitorId)).length
    const proofs = sessions.reduce((sum, session) => sum + session.proofs, 0)
    const isUnproven = taken > POSITIONS_WITHOUT_PROOF + proofs
    return isUnproven ? [`${address} has ${taken} positions and sent ${proofs} proofs`] : []
  })
}
