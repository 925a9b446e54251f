import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { awaitAll } from '../database/transaction.ts'
import type { Outcomes } from '../platform/batch-queue.ts'
import { type Batch, type BatchOperation, WRITE_CONFLICT } from '../platform/write-batcher.ts'
import { isLimited, loadAllowances } from './allowance.ts'
import {
  type ClaimRequest,
  type HoldState,
  limitKeys,
  limitLockNames,
  placeKey,
  withoutOverlaps,
} from './claim-requests.ts'
import * as claims from './claims.sql.ts'
import { explainRefusals } from './explain-refusals.ts'
import * as holds from './holds.sql.ts'
import { findRefusal } from './refusals.ts'
import { loadRuleInputs, type RuleInput } from './rule-inputs.ts'

type HoldOperation = BatchOperation<Context, ClaimRequest, HoldState>

export const batchOptions = {
  durable: false,
  /** All requests of a batch are answered together: a larger batch increases latency. */
  maxBatch: 256,
  partitionOf: ({ showtimeId }: ClaimRequest) => showtimeId,
  orderKeysOf: ({ holder }: ClaimRequest) => [holder],
  exclusiveKeysOf: limitKeys,
  lockNamesOf: limitLockNames,
  explain: explainRefusals,
} satisfies Partial<HoldOperation>

export const holdOperation: HoldOperation = {
  ...batchOptions,
  write: async (ctx, batch) => {
    const { tx, requests, isFirstAttempt, withCommit } = batch
    // The first attempt does not wait for the locks; `writeOnce` rolls it back if one is busy. It saves a round trip: 12 % less processor
    // time per hold on PostgreSQL (measured). Without an `await` in between, both are sent in one packet.
    const needsNoLocks = isFirstAttempt && !requests.some(isLimited)
    const admitted = needsNoLocks ? requests : await admitRequests(ctx, batch)
    const states = await hold(tx, ctx.config, admitted)
    withCommit(claims.incrementRevisions(tx, grantedShowtimes(states)))
    return states
  },
}

/** A checkout first holds what is not held yet. An extension contains no places. */
export const checkoutOrExtendOperation: HoldOperation = {
  ...batchOptions,
  write: async (ctx, batch) => {
    const { tx, withCommit } = batch
    const { config } = ctx
    const requests = await admitRequests(ctx, batch)
    const hasPlaces = ({ placeIds }: ClaimRequest) => placeIds.length > 0
    const held = await hold(tx, config, requests.filter(hasPlaces))
    const extendable = requests.filter((request) => !hasPlaces(request) || held.has(request))
    const states = await extendDeadlines(tx, config, extendable)
    withCommit(claims.incrementRevisions(tx, grantedShowtimes(states)))
    return states
  },
}

export const releaseOperation: HoldOperation = {
  ...batchOptions,
  write: async ({ config }, { tx, requests, lockedRequests, withCommit }) => {
    const [locked, inputs] = await awaitAll([lockedRequests, loadRuleInputs(tx, requests, config)])
    const inputOf = new Map(requests.map((request, index) => [request, inputs[index]]))
    const outcomes: Outcomes<ClaimRequest, HoldState> = new Map(
      locked.map((request) => [request, decideRelease(request, inputOf.get(request))]),
    )
    const released = locked.filter((request) => !(outcomes.get(request) instanceof Error))
    const { rows } = await claims.deleteHoldsOn(tx, released)
    withCommit(claims.incrementRevisions(tx, claims.showtimesOf(rows)))
    return outcomes
  },
}

function decideRelease(request: ClaimRequest, input: RuleInput | undefined) {
  const refusal = findRefusal(request, input)
  if (refusal) return refusal
  const { held, now } = input as RuleInput
  const remaining = held.find(({ place_id }) => !request.placeIds.includes(place_id))
  return { holdUntil: remaining?.held_until ?? null, now }
}

/** Returns the requests whose locks are acquired and that are within the limits per account and per address. */
async function admitRequests(
  ctx: Context,
  { tx, requests, lockedRequests }: Pick<Batch<ClaimRequest>, 'tx' | 'requests' | 'lockedRequests'>,
) {
  if (!requests.some(isLimited)) return lockedRequests
  const [locked, { admit }] = await awaitAll([lockedRequests, loadAllowances(ctx, tx, requests)])
  return locked.filter(admit)
}

/** Returns the state of each request that is granted. Throws WRITE_CONFLICT if another node took a part of a request. */
export async function hold<Request extends ClaimRequest>(
  tx: Db,
  config: Config,
  requests: Request[],
) {
  const states = new Map<Request, HoldState>()
  if (requests.length === 0) return states
  const distinct = withoutOverlaps(requests)
  const { rows: held } = await holds.insertHolds(tx, distinct, config)
  const byPlace = new Map(held.map((row) => [placeKey(row.showtime_id, row.place_id), row]))
  for (const request of distinct) {
    const { showtimeId, placeIds } = request
    const own = placeIds.flatMap((id) => byPlace.get(placeKey(showtimeId, id)) ?? [])
    if (!own[0]) continue
    if (own.length < placeIds.length) throw WRITE_CONFLICT
    states.set(request, holdStateOf(own[0]))
  }
  return states
}

const holdStateOf = ({
  held_until,
  now,
}: Pick<holds.HoldRow, 'held_until' | 'now'>): HoldState => ({
  holdUntil: held_until,
  now,
})

async function extendDeadlines(tx: Db, config: Config, requests: ClaimRequest[]) {
  const { rows: held } = await holds.extendDeadlines(tx, requests, config)
  const byHolder = new Map(held.map((row) => [`${row.showtime_id} ${row.holder}`, row]))
  const states = new Map<ClaimRequest, HoldState>()
  for (const request of requests) {
    const row = byHolder.get(`${request.showtimeId} ${request.holder}`)
    if (row) states.set(request, holdStateOf(row))
  }
  return states
}

/** The showtimes of the granted requests. */
export const grantedShowtimes = (states: Map<ClaimRequest, HoldState>) =>
  claims.showtimesOf([...states.keys()].map(({ showtimeId }) => ({ showtime_id: showtimeId })))
