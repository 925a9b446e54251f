import type { History } from './history.ts'
import { type Closing, type Outage, touches } from './test-cluster.ts'

/** Refusals that a visitor may meet without anybody's fault. */
const ORDINARY = new Set(['TAKEN', 'LIMIT', 'CLOSED', 'NOT_OWNER'])
const OF_ORDERS = new Set(['PRICE_MISMATCH', 'ALREADY_BOOKED', 'KEY_REUSED', 'INVALID'])
/** What may be said while something is away: not now, or nothing, because the line broke. */
const PASSING =
  /^(UNAVAILABLE|status 503|a lost connection|fetch failed|terminated|other side closed)$/
/** So long after the server is back, windows are still finding their way to it; longer where all may be late. */
const RETURN_MS = 3000

/**
 * Answers that nobody should get while the server is there: a wait in circles that was broken, a lost connection. While it is
 * not, nobody should wait in vain for one, or be told anything else than to come back.
 */
export function brokenAnswers({ acts }: History, outages: Outage[], lateMs: number) {
  const returnMs = Math.max(RETURN_MS, lateMs)
  return acts.flatMap(({ verb, placeIds, refusal, outcome, sentAt, answeredAt }) => {
    if (outcome === 'done' || ORDINARY.has(refusal ?? '')) return []
    if (verb === 'book' && OF_ORDERS.has(refusal ?? '')) return []
    const isOut = touches(outages, { from: sentAt, to: answeredAt }, returnMs)
    if (isOut && PASSING.test(refusal ?? '')) return []
    return [`${verb} of ${placeIds} was answered with ${refusal} after ${answeredAt - sentAt} ms`]
  })
}

/** Whoever is stopped by somebody else is given ten seconds at most. */
const LONGEST_CLOSING_MS = 10_000

/** Nodes that were asked to end and did not do so by themselves, in time and in good order. */
export const badClosings = (closings: Closing[]) =>
  closings.flatMap(({ exitCode, tookMs }) =>
    exitCode === 0 && tookMs < LONGEST_CLOSING_MS
      ? []
      : [`a node that was asked to end did so with ${exitCode} after ${Math.round(tookMs)} ms`],
  )
