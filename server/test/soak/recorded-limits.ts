import { SEATS_PER_SCREEN } from './catalogue.ts'
import { shareOf } from './limit-assertions.ts'
import type { Identity, Operation, OperationLog, Violation } from './operation-log.ts'
import { ASYNC_COMMIT_MS, type ShowtimeLog } from './recorded-responses.ts'
import { type Outage, overlapsOutage } from './test-cluster.ts'

interface Context extends ShowtimeLog, Pick<OperationLog, 'identities'> {
  outages: Outage[]
}

/** Finds requests that were granted although a limit per address or a cool-down must have refused them. */
export const findExceededLimits = (context: Context): Violation[] =>
  context.operations
    .filter(({ outcome, kind }) => outcome === 'granted' && TAKES_PLACES.has(kind))
    .flatMap((operation) => [
      ...findUnprovenGrant(context, operation),
      ...findRetake(context, operation),
    ])

/** Finds challenges of confirmed emails whose address can never have had more of the show than it may have without one. */
export const findChallengesOfConfirmed = ({
  operations,
  identities,
}: Pick<OperationLog, 'operations' | 'identities'>) =>
  operations
    .filter((one) => one.refusal === 'CHALLENGE' && identities.get(one.holder)?.isConfirmed)
    .filter(({ holder, showtimeId }) => {
      const network = identities.get(holder)?.network
      const asked = operations.filter(
        (one) =>
          one.showtimeId === showtimeId && isOfConfirmed(identities.get(one.holder), network),
      )
      const places = new Set(asked.flatMap(({ placeIds }) => placeIds))
      return places.size <= shareOf(SEATS_PER_SCREEN, 35)
    })
    .map(({ kind, holder }): Violation => {
      const detail = `${kind} by ${holder}, whose email is confirmed, was challenged`
      return { rule: 'confirmed emails are not challenged', detail }
    })

const isOfConfirmed = (identity: Identity | undefined, network: string | undefined) =>
  identity?.isConfirmed === true && identity.network === network

const TAKES_PLACES = new Set<Operation['kind']>(['hold', 'checkout', 'book'])
const FREE_PLACES = shareOf(SEATS_PER_SCREEN, 10)

/** The visitors of the address certainly held the free share while this request was granted without a proof. */
function findUnprovenGrant(
  { operations, periods, identities }: Context,
  granted: Operation,
): Violation[] {
  const { kind, holder, placeIds, isProven, sentAt, answeredAt } = granted
  const identity = identities.get(holder)
  if (isProven || !identity || identity.isConfirmed) return []
  const grantedOtherwise = new Set(
    operations
      .filter(
        (one) =>
          one !== granted &&
          one.holder === holder &&
          one.sentAt < answeredAt &&
          one.outcome !== 'refused',
      )
      .flatMap((one) => one.placeIds),
  )
  const added = placeIds.filter((id) => !grantedOtherwise.has(id))
  const held = [...periods].filter(
    ([placeId, ofPlace]) =>
      !placeIds.includes(placeId) &&
      ofPlace.some(
        (one) =>
          one.from < sentAt &&
          answeredAt < one.to &&
          isSameLimitedAddress(identities.get(one.holder), identity),
      ),
  ).length
  if (added.length === 0 || held + added.length <= FREE_PLACES) return []
  const rule = 'places beyond the free share need a proof'
  return [{ rule, detail: `${kind} of ${added} from ${identity.network}, which held ${held}` }]
}

const isSameLimitedAddress = (one: Identity | undefined, other: Identity) =>
  one !== undefined && !one.isConfirmed && !other.isConfirmed && one.network === other.network

const BLOCK_MS = 30_000
/** The server records the last request of others for a place this exactly. */
const BLOCK_PRECISION_MS = 5000
const CLOCK_TOLERANCE_MS = 50

/** The place was certainly held until its deadline by the same holder or address, and others had asked for it. */
function findRetake(context: Context, granted: Operation): Violation[] {
  const { operations, identities } = context
  const identity = identities.get(granted.holder)
  const before = operations.filter((one) => one !== granted && one.sentAt < granted.answeredAt)
  const previousHolders = new Set(
    before
      .map(({ holder }) => holder)
      .filter(
        (holder) =>
          holder === granted.holder ||
          (identity && isSameLimitedAddress(identities.get(holder), identity)),
      ),
  )
  return granted.placeIds.flatMap((placeId) =>
    [...previousHolders].flatMap((holder) => {
      const ask = findAskBeforeExpiry(context, { granted, before, placeId, holder })
      if (!ask || granted.answeredAt > ask.sentAt + BLOCK_MS - BLOCK_PRECISION_MS) return []
      const rule = 'ended holds are not taken back while others wait'
      const detail = `${granted.kind} of ${placeId} by ${granted.holder} ${granted.answeredAt - ask.sentAt} ms after ${ask.holder} asked for it`
      return [{ rule, detail } as const]
    }),
  )
}

interface Retake {
  granted: Operation
  /** The other operations, sent before it was answered. */
  before: Operation[]
  placeId: string
  /** The holder who may have had the place before. */
  holder: string
}

/** The last request of another address that was refused while `holder` held the place, if that hold has certainly expired since. */
function findAskBeforeExpiry(
  { periods, identities, outages, showChanges }: Context,
  { granted, before, placeId, holder }: Retake,
) {
  const own = before.filter((one) => one.holder === holder)
  if (own.some(({ outcome }) => outcome === 'unknown')) return
  const deadline = Math.max(...own.map(({ holdUntil }) => holdUntil || 0))
  if (granted.sentAt <= deadline + CLOCK_TOLERANCE_MS) return
  const last = periods
    .get(placeId)
    ?.findLast((one) => one.holder === holder && one.from < granted.sentAt)
  if (!last) return
  const hasEnded = before.some(
    (one) =>
      one.answeredAt > last.from &&
      one.outcome !== 'refused' &&
      (one.holder === holder && one.kind === 'open offer'
        ? true
        : (one.holder !== holder ? TAKES_PLACES_AT_ALL : ENDS_HOLD).has(one.kind) &&
          one.placeIds.includes(placeId)),
  )
  if (hasEnded || showChanges.some(({ answeredAt }) => answeredAt > last.from)) return
  const network = identities.get(holder)?.network
  const crashes = outages.filter(({ losesHolds }) => losesHolds)
  return before.findLast(
    (one) =>
      one.refusal === 'TAKEN' &&
      String(one.placeIds) === placeId &&
      identities.get(one.holder)?.network !== network &&
      last.from < one.sentAt &&
      one.answeredAt < last.to &&
      !overlapsOutage(crashes, { from: one.sentAt, to: one.answeredAt + ASYNC_COMMIT_MS }),
  )
}

const ENDS_HOLD = new Set<Operation['kind']>([
  ...(['release', 'foreign release', 'book', 'exchange'] as const),
])
const TAKES_PLACES_AT_ALL = new Set<Operation['kind']>([...TAKES_PLACES, 'exchange', 'open offer'])
