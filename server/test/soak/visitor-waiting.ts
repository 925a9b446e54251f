import type { WaitingEntry } from '@marquee/contract/bookings/waiting-list'
import type { OperationLog } from './operation-log.ts'
import { pickOne } from './pick.ts'
import type { Visitor } from './simulated-visitor.ts'
import { isSeat } from './visitor-actions.ts'

const MAX_PARTY = 4

/** Joins or leaves a waiting list, opens or declines an offer, or tries that with an entry of another account. Does nothing if signed out. */
export async function waitAtRandom(visitor: Visitor, log: OperationLog) {
  if (!visitor.account) return
  const random = Math.random()
  if (random < 0.05) return tryForeignEntry(visitor, log)
  const entries = await listEntries(visitor, log)
  const offered = pickOne(entries.filter(({ offer }) => offer !== undefined))
  const { showtimeId } = visitor.showtime()
  if (offered) {
    if (random < 0.3) await leave(visitor, offered._id)
    else if (offered.showtimeId === showtimeId) await open(visitor, offered)
  } else if (random < 0.6) await join(visitor, log)
  else {
    const entry = pickOne(entries)
    if (entry) await leave(visitor, entry._id)
  }
}

/** Leaves all waiting lists. Repeats what was not answered. */
export async function leaveWaitingLists(visitor: Visitor, log: OperationLog) {
  for (const { _id } of await listEntries(visitor, log)) await leave(visitor, _id)
}

async function listEntries(visitor: Visitor, log: OperationLog) {
  const userId = visitor.account?.userId ?? ''
  const answer = await visitor.get<{ entries: WaitingEntry[] }>('/api/waiting-list')
  const entries = answer?.entries ?? []
  for (const { _id, seats, offer } of entries) {
    recordEntry(log, _id, userId)
    if (!offer || offer.seats.length === seats) continue
    const detail = `${_id} of ${seats} seats was offered ${offer.seats}`
    log.violations.push({ rule: 'offers are what was asked for', detail })
  }
  return entries
}

/** Reports an entry that another account has. */
function recordEntry(log: OperationLog, entryId: string, userId: string) {
  const known = log.waitingAccounts.get(entryId)
  log.waitingAccounts.set(entryId, known ?? userId)
  // Its offer counts for the account.
  if (known === undefined)
    log.identities.set(`offer ${entryId}`, { network: '', userId, isConfirmed: true })
  if (known === undefined || known === userId) return
  const detail = `the entry ${entryId} of ${known} was shown to ${userId}`
  log.violations.push({ rule: 'offers belong to their account', detail })
}

async function join(visitor: Visitor, log: OperationLog) {
  const { showtimeId } = visitor.showtime()
  const body = {
    showtimeId,
    seats: 1 + Math.floor(Math.random() * MAX_PARTY),
    together: Math.random() < 0.5,
    ...(Math.random() < 0.3 && { categories: ['Standard'] }),
  }
  const answer = await visitor.send<{ entry: WaitingEntry }>(
    'join list',
    {},
    { path: '/api/waiting-list', body },
  )
  if (!answer || !('entry' in answer)) return
  recordEntry(log, answer.entry._id, visitor.account?.userId ?? '')
  if (visitor.account?.isConfirmed) return
  const detail = `${visitor.account?.userId} waits without a confirmed email`
  log.violations.push({ rule: 'offers belong to their account', detail })
}

const leave = (visitor: Visitor, entryId: string) =>
  visitor.send<{ success: true }>(
    'leave list',
    {},
    { path: `/api/waiting-list/${entryId}`, method: 'DELETE' },
  )

interface Opened {
  showtimeId: string
  seatIds: string[]
  holdUntil: string
}

/** Opens an offer of the showtime that the visitor sees. */
function open(visitor: Visitor, { _id, offer }: WaitingEntry) {
  const labels = offer?.seats ?? []
  const seats = visitor.map.places().filter(isSeat)
  const offered = seats.filter(({ seatNumber }) => labels.includes(seatNumber))
  return openEntry(
    visitor,
    _id,
    offered.map((seat) => seat._id),
  )
}

/** `placeIds`: what is known of the offer before the answer, which may be lost. */
const openEntry = (visitor: Visitor, entryId: string, placeIds: string[]) =>
  visitor.send<Opened>(
    'open offer',
    { placeIds },
    {
      path: `/api/waiting-list/${entryId}/open`,
      resultOf: ({ showtimeId, seatIds, holdUntil }) => {
        return { showtimeId, placeIds: seatIds, holdUntil: Date.parse(holdUntil) }
      },
    },
  )

async function tryForeignEntry(visitor: Visitor, log: OperationLog) {
  const foreign = [...log.waitingAccounts].filter(([, id]) => id !== visitor.account?.userId)
  const [entryId, userId] = pickOne(foreign) ?? []
  if (entryId === undefined) return
  const answer =
    Math.random() < 0.5 ? await openEntry(visitor, entryId, []) : await leave(visitor, entryId)
  if (!answer || 'code' in answer) return
  const detail = `${visitor.account?.userId} has used the entry ${entryId} of ${userId}`
  log.violations.push({ rule: 'offers belong to their account', detail })
}
