import type { QueuePosition } from '@marquee/contract/bookings/waiting-room'
import type { Proof } from '@marquee/contract/calls/proof-of-work'
import type { Context } from '../context.ts'
import { isTransientError } from '../database/error-kinds.ts'
import { newId } from '../database/rows/new-id.ts'
import { inTransaction } from '../database/transaction.ts'
import { challenged } from '../errors.ts'
import { releaseAll } from '../inventory/commands/release.ts'
import { hasLiveSelection } from '../inventory/draft.ts'
import { isProven } from '../inventory/rules/address-limits.ts'
import { holdCommand, submitCommand } from '../inventory/showtimes.ts'
import { createProofChallenge, spendProof } from '../limits/proof-of-work.ts'
import { confirmedMailbox } from '../messages/mail/recipient-key.ts'
import type { OwnerAtShowtime } from './queues.ts'
import { isCurrent } from './rules/plan-joins.ts'
import { proofStepFor } from './rules/queue-order.ts'
import * as statements from './waiting-room.sql.ts'

const MANY_WAIT =
  'Many visitors from your network are waiting here. Please try again in a moment, or sign in with a confirmed email.'

/** A visitor whose position is known waits so long for a newer one, milliseconds. */
const MAX_REFRESH_MS = 100

const releaseAllKind = holdCommand(releaseAll)

/** A visitor who asks for a position, or for where they stand. */
export interface WaitingVisitor {
  showtimeId: string
  visitorId: string
  userId: string | null
  email: string | null
  isConfirmed: boolean
}

interface JoinCall extends WaitingVisitor {
  /** The key of the network address. */
  address: string
  proof?: Proof | undefined
}

/**
 * Takes a position in the queue of a showtime, or finds the one that the visitor or the account has. Throws NOT_FOUND, and CHALLENGE when the
 * address has several positions without a confirmed email.
 */
export async function joinQueue(ctx: Context, call: JoinCall): Promise<QueuePosition> {
  const { queues } = ctx
  const owner = ownerOf(ctx, call)
  const isHolding = await refreshFor(ctx, owner)
  const [own, ...others] = queues.positionsOf(owner)
  const isKnown = own !== undefined && others.length === 0 && isCurrent(own, owner)
  // A visitor who keeps choosing needs no position.
  if (!queues.has(call.showtimeId) || isKnown || (!own && isHolding))
    return queues.view(owner, isHolding)
  let provenStep = 0
  if (call.isConfirmed || !ctx.config.rateLimits) provenStep = Number.POSITIVE_INFINITY
  else if (!own) provenStep = await spendJoinProof(ctx, call)
  const request = { ...owner, address: call.address, provenStep, newId: newId() }
  const missingStep = await queues.joins.join(ctx, call.showtimeId, request)
  if (missingStep > 0) throw await createChallengeError(ctx, call, missingStep)
  await queues.refresh()
  return queues.view(owner, isHolding)
}

/** Where a visitor stands at a showtime. Throws NOT_FOUND. */
export async function readPosition(ctx: Context, visitor: WaitingVisitor) {
  const owner = ownerOf(ctx, visitor)
  const isHolding = await refreshFor(ctx, owner)
  return ctx.queues.view(owner, isHolding)
}

/**
 * Reads what has changed in a queue. Returns whether the visitor holds places at the showtime. A visitor whose position this node knows waits
 * at most MAX_REFRESH_MS: while the database is away or busy, what is known counts. Throws NOT_FOUND.
 */
export async function refreshFor(ctx: Context, owner: OwnerAtShowtime) {
  const { queues } = ctx
  let isHolding = false
  const reading = Promise.all([
    isHoldingAt(ctx, owner).then((holds) => {
      isHolding = holds
    }),
    queues.has(owner.showtimeId) ? queues.refresh() : undefined,
  ])
  if (queues.positionsOf(owner).length === 0) {
    await reading
    return isHolding
  }
  const timeout = Promise.withResolvers<void>()
  const timer = setTimeout(timeout.resolve, MAX_REFRESH_MS)
  try {
    await Promise.race([reading, timeout.promise])
  } catch (error) {
    if (!isTransientError(error)) throw error
  } finally {
    clearTimeout(timer)
  }
  return isHolding
}

/** Notes that visitors who are connected were told of their turn, so that they get no mail. */
export const markTurnsSeen = (ctx: Context, positionIds: readonly string[]) =>
  inTransaction(ctx.db, { durable: false }, (tx) => statements.markSeen(tx, positionIds))

/** Gives the position up, and releases what the visitor holds. Throws NOT_FOUND. */
export async function leaveQueue(ctx: Context, call: WaitingVisitor) {
  const { showtimeId, visitorId } = call
  if (!ctx.queues.has(showtimeId)) return readPosition(ctx, call)
  const owner = ownerOf(ctx, call)
  await endPositionsOf(ctx, owner)
  await submitCommand(ctx, releaseAllKind, showtimeId, { visitor: visitorId })
  await ctx.queues.refresh()
  return ctx.queues.view(owner, false)
}

/** Ends the turn of a visitor who has booked. */
export async function endTurn(ctx: Context, visitor: WaitingVisitor) {
  if (ctx.queues.has(visitor.showtimeId)) await endPositionsOf(ctx, ownerOf(ctx, visitor))
}

/** Ends all positions of an account that is about to be deleted. */
export async function leaveAllQueues(ctx: Context, userId: string) {
  const { rows } = await statements.selectShowtimesOfUser(ctx.reader, userId)
  for (const { showtime_id: showtimeId } of rows)
    await endPositionsOf(ctx, { showtimeId, userId, visitorId: '', mailbox: null })
}

async function endPositionsOf(ctx: Context, owner: OwnerAtShowtime) {
  const { showtimeId } = owner
  await inTransaction(ctx.db, { durable: true }, async (tx) => {
    const [queue] = (await statements.lockQueue(tx, showtimeId)).rows
    if (!queue) return
    const { rows } = await statements.selectPositionsOf(tx, showtimeId, ownersOf(owner))
    const ended = rows.map((position) => ({
      ...position,
      ended_at: queue.now,
      changed: queue.sequence,
    }))
    await statements.updateProgress(tx, ended)
  })
  ctx.events.emit('queueChanged', showtimeId)
}

export const ownerOf = (
  ctx: Context,
  { showtimeId, visitorId, userId, email, isConfirmed }: WaitingVisitor,
): OwnerAtShowtime => ({
  showtimeId,
  visitorId,
  userId,
  mailbox: confirmedMailbox(ctx, { email, isConfirmed }),
})

/** Throws NOT_FOUND. */
async function isHoldingAt(
  { showtimes, config: { holdMaxMs } }: Context,
  { showtimeId, visitorId }: OwnerAtShowtime,
) {
  const state = await showtimes.read(showtimeId)
  return hasLiveSelection(state, visitorId, { now: showtimes.now(), holdMaxMs })
}

/**
 * Uses up the proof of a call, and returns its step; 0 without one. Throws CHALLENGE if the address needs more work for a further position without
 * a confirmed email. Others may join meanwhile: `planJoins` decides.
 */
async function spendJoinProof(ctx: Context, call: JoinCall) {
  const { showtimeId, address, proof } = call
  const { rows } = await statements.countUnconfirmed(ctx.reader, showtimeId, [address])
  const step = proofStepFor(Number(rows[0]?.positions ?? 0))
  const provenStep = await spendProof(ctx, proof, { address, showtimeId })
  if (!isProven(step, provenStep)) throw await createChallengeError(ctx, call, step)
  return provenStep
}

const createChallengeError = async (ctx: Context, purpose: JoinCall, step: number) =>
  challenged(await createProofChallenge(ctx, purpose, step), MANY_WAIT)

const ownersOf = ({ visitorId, userId, mailbox }: OwnerAtShowtime): statements.Owners => ({
  visitors: [visitorId],
  userIds: userId === null ? [] : [userId],
  mailboxes: mailbox === null ? [] : [mailbox],
})
