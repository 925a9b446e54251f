import type { Proof } from '@marquee/contract/calls/proof-of-work'
import type { Config } from '#src/config/config.ts'
import type { Context } from '#src/context.ts'
import { challenged, ProofNeeded } from '#src/errors.ts'
import { createProofChallenge, spendProof } from '#src/limits/proof-of-work.ts'
import { confirmedMailbox } from '#src/messages/mail/recipient-key.ts'
import { hasLiveSelection } from '../draft.ts'
import { type Friend, NOTHING_ELSEWHERE, type Requester } from '../rules/requester.ts'
import type { LimitKeys } from '../state.ts'

export interface HolderAtShowtime {
  showtimeId: string
  holder: string
}

/** From where a request comes, for the limits per account and per address. */
export interface RequestOrigin {
  /** The signed-in user. */
  userId?: string | null
  /** The email of the user. */
  email?: string | null
  /** The key of the network address. */
  address?: string | null
  /** The user's email is confirmed, so the limits per address do not apply. */
  isConfirmed?: boolean
  /** The solution of a challenge. */
  proof?: Proof | undefined
  /** Staff asks, or a request is repeated that was granted before: it needs no turn. */
  needsNoTurn?: boolean | undefined
}

/** The places that a visitor asks to hold, buy or release: all of them or none. */
export interface PlacesRequest extends HolderAtShowtime, RequestOrigin {
  placeIds: readonly string[]
  /** Which of the places are asked for as seats; undefined if the request does not say. */
  seatIds?: readonly string[] | undefined
  /** The friend who asks for places of a shared selection. Undefined: its holder, as in any selection. */
  friend?: Friend | undefined
  /** The visitor asks for accessible places, which are protected otherwise. */
  isAccessible?: boolean | undefined
}

type VisitorRequest = HolderAtShowtime & RequestOrigin & Pick<PlacesRequest, 'friend'>

/**
 * Calls `run` with the requester of a request. Uses up its proof of work. `places`: how many places the request may add. Throws CHALLENGE
 * with the challenge if a decision needs a proof, QUEUE if the visitor must wait for a turn.
 */
export async function withRequester<Result>(
  ctx: Context,
  request: VisitorRequest,
  { places, run }: { places: number; run: (requester: Requester) => Promise<Result> },
): Promise<Result> {
  const { showtimeId, holder, friend, address = null } = request
  if (places > 0) await assertTurn(ctx, request)
  const keys = keysOfVisitor(ctx, request)
  const provenStep = await spendOwnProof(ctx, request)
  const { account, mailbox } = keys
  const visitorId = friend?.id ?? holder
  const visitor = { showtimeId, visitorId, account, mailbox, address: keys.address }
  const released = ctx.releasedPlaces.count(visitor)
  const requester = { ...keys, holder, friend, networkAddress: address, provenStep, released }
  const areTotalsLimited = ctx.config.showAllowancePercent !== undefined && places > 0
  try {
    if (!areTotalsLimited) return await run({ ...requester, elsewhere: NOTHING_ELSEWHERE })
    return await ctx.placesElsewhere.withTotals({ visitor, places }, (elsewhere) =>
      run({ ...requester, elsewhere }),
    )
  } catch (error) {
    throw await withChallenge(ctx, { error, showtimeId, keys })
  }
}

/**
 * Throws QUEUE if the showtime has a queue and the visitor has no turn there. A visitor who holds places there keeps choosing, and so do
 * the friends of a selection.
 */
async function assertTurn(ctx: Context, request: VisitorRequest) {
  const { showtimeId, holder, userId = null, needsNoTurn = false } = request
  if (!ctx.queues.has(showtimeId) || needsNoTurn) return
  const state = await ctx.showtimes.read(showtimeId)
  const moment = { now: ctx.showtimes.now(), holdMaxMs: ctx.config.holdMaxMs }
  if (hasLiveSelection(state, holder, moment)) return
  const mailbox = confirmedMailbox(ctx, request)
  await ctx.queues.assertTurn({ showtimeId, visitorId: holder, userId, mailbox })
}

/** Returns the keys under which the limits count the places of a visitor. */
const keysOfVisitor = (ctx: Context, visitor: RequestOrigin): LimitKeys => ({
  account: visitor.userId ?? null,
  mailbox: confirmedMailbox(ctx, visitor),
  ...addressKeys(ctx.config, visitor),
})

const addressKeys = (
  { showAllowancePercent }: Pick<Config, 'showAllowancePercent'>,
  { address = null, isConfirmed = false }: RequestOrigin,
) => {
  const limited = showAllowancePercent === undefined ? null : address
  return {
    address: isConfirmed ? null : limited,
    confirmedAddress: isConfirmed ? limited : null,
  }
}

/** Uses up the proof of work of a request. Returns its step, 0 without one that is valid. */
async function spendOwnProof(ctx: Context, { proof, showtimeId, ...visitor }: VisitorRequest) {
  const keys = addressKeys(ctx.config, visitor)
  const address = keys.address ?? keys.confirmedAddress
  return address === null ? 0 : spendProof(ctx, proof, { address, showtimeId })
}

interface Refused {
  error: unknown
  showtimeId: string
  keys: LimitKeys
}

/** Adds the challenge to the refusal of a decision that needs a proof of work. Returns other errors as they are. */
async function withChallenge(ctx: Context, { error, showtimeId, keys }: Refused) {
  if (!(error instanceof ProofNeeded)) return error
  const address = keys.address ?? keys.confirmedAddress ?? ''
  return challenged(await createProofChallenge(ctx, { address, showtimeId }, error.step))
}

/** Counts places that a visitor has released, until the visitor books at the showtime. */
export const recordReleased = (
  ctx: Context,
  { showtimeId, holder, friend, ...visitor }: VisitorRequest,
  places: number,
) =>
  ctx.releasedPlaces.record(
    {
      showtimeId,
      visitorId: friend?.id ?? holder,
      address: addressKeys(ctx.config, visitor).address,
    },
    places,
  )

/** A visitor has booked: what the visitor and the address have released at the showtime counts no more. */
export const resetReleased = (
  ctx: Context,
  { showtimeId, holder, friend, ...visitor }: VisitorRequest,
) =>
  ctx.releasedPlaces.reset({
    showtimeId,
    visitorId: friend?.id ?? holder,
    address: addressKeys(ctx.config, visitor).address,
  })
