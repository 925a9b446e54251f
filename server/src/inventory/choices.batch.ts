import { findBestSeats } from '@marquee/contract/choosing/best-seats'
import { createHall, type Hall, type HallSeat } from '@marquee/contract/choosing/hall'
import { MAX_SEATS, TOO_MANY_ACCESSIBLE, TOO_MANY_SEATS } from '@marquee/contract/holds'
import { type SeatTier, seatTier } from '@marquee/contract/seats'
import type { Context } from '../context.ts'
import { lockNames } from '../database/locks.ts'
import type { Db, PlaceRow } from '../database/schema.ts'
import { AppError, overLimit, showtimeNotFound } from '../errors.ts'
import type { Outcomes } from '../platform/batch-queue.ts'
import type { BatchOperation } from '../platform/write-batcher.ts'
import { isLimited, loadAllowances } from './allowance.ts'
import type { ClaimRequest, HoldState } from './claim-requests.ts'
import * as claims from './claims.sql.ts'
import { explainRefusals } from './explain-refusals.ts'
import { batchOptions, grantedShowtimes, hold } from './holds.batch.ts'
import { chooserOf, isSeat } from './places.view.ts'
import { findAccessLimitRefusal, findClosedRefusal } from './refusals.ts'
import { loadRuleInputs, type RuleInput } from './rule-inputs.ts'
import { selectRetakeBlocks } from './seat-map.sql.ts'
import { readSeatMap, readStoredSeatMap, withoutExpired } from './seat-map.ts'
import { isProtectedPlace, type SeatMap } from './seat-map.types.ts'

/** A request whose seats are chosen in the transaction that holds them. */
export interface ChoiceRequest extends ClaimRequest {
  /** Undefined: the seats are `placeIds`. */
  best?: BestSeats
  /** Releases the holder's other seats at the showtime. */
  isReplacing: boolean
}

export interface BestSeats {
  /** The number of seats. */
  size: number
  category?: string | undefined
  /** Seats of the tiers of these categories. */
  categories?: readonly string[] | undefined
  isTogether?: boolean | undefined
}

export type HeldChoice = HoldState & { seatIds: readonly string[] }

/** The seats of a showtime while the requests of a batch take some of them. */
export interface OpenHall {
  map: SeatMap
  /** Seats with a claim, live or expired. */
  claimed: ReadonlySet<string>
  hall: Hall<HallPlace>
  /** Seats that requests of this batch have been given. */
  given: Set<string>
  blocks: { placeId: string; holder: string; address: string | null }[]
}
type HallPlace = HallSeat & { place: PlaceRow }

/** Choosing takes about 0.1 ms a request: more of them would keep the process busy for too long. */
const MAX_BATCH = 64

export const choiceOperation: BatchOperation<Context, ChoiceRequest, HeldChoice> = {
  ...batchOptions,
  maxBatch: MAX_BATCH,
  write: async (ctx, batch) => {
    const { tx, withCommit } = batch
    const locked = await batch.lockedRequests
    const halls = await openHalls(ctx, tx, locked)
    const chosen = await chooseAdmitted(ctx, { tx, halls }, locked)
    const states = await hold(tx, ctx.config, [...chosen.keys()])
    await releaseLeaving(tx, [...states.keys()])
    withCommit(claims.incrementRevisions(tx, grantedShowtimes(states)))
    const outcomes: Outcomes<ChoiceRequest, HeldChoice> = new Map()
    for (const [request, original] of chosen) {
      const state = states.get(request)
      if (state) outcomes.set(original, { ...state, seatIds: request.placeIds })
    }
    return outcomes
  },
  explain: explainChoices,
}

/**
 * Reads the seats of the showtimes. Other nodes that choose seats there wait until this transaction ends: they would choose the same ones. The
 * locks come after those of the requests and before claims, so no two transactions wait for each other.
 */
async function openHalls(ctx: Context, tx: Db, requests: readonly ChoiceRequest[]) {
  const showtimeIds = [...new Set(requests.map(({ showtimeId }) => showtimeId))].toSorted()
  await lockChoices(tx, showtimeIds)
  const halls = new Map<string, OpenHall>()
  for (const showtimeId of showtimeIds) {
    const hall = await openHall({ ...ctx, reader: tx }, showtimeId).catch(ignoreNotFound)
    if (hall) halls.set(showtimeId, hall)
  }
  return halls
}

/** Other transactions that choose seats at these showtimes wait. Every transaction locks showtimes in the order of their ids. */
export const lockChoices = (tx: Db, showtimeIds: readonly string[]) =>
  lockNames(
    tx,
    showtimeIds.map((showtimeId) => `${showtimeId}/choice`),
  )

/** `explainChoices` refuses the requests for an unknown showtime. */
function ignoreNotFound(error: unknown) {
  if (!(error instanceof AppError)) throw error
}

/** The statement never overwrites an expired claim of another holder, so such a seat is not chosen. */
export async function openHall(sources: Context, showtimeId: string): Promise<OpenHall> {
  const stored = await readStoredSeatMap(sources, showtimeId)
  const { rows } = await selectRetakeBlocks(sources.reader, showtimeId)
  const blocks = rows.map((row) => ({
    ...{ placeId: row.blocked_place_id, holder: row.blocked_holder, address: row.blocked_address },
  }))
  const map = withoutExpired(sources, stored)
  return { ...hallOf(map), claimed: new Set(stored.claims.keys()), blocks }
}

/** The seats of a map. */
export const hallOf = (map: SeatMap): OpenHall => ({
  hall: createHall(
    map.places.filter(isSeat).map((place) => ({
      ...{ _id: place.id, seatNumber: place.label, category: place.category ?? '' },
      ...{ accessible: place.access ?? undefined, place },
    })),
  ),
  ...{ map, claimed: new Set(map.claims.keys()), given: new Set(), blocks: [] },
})

interface WriteSources {
  tx: Db
  halls: ReadonlyMap<string, OpenHall>
}

/** Chooses for the requests within the limits. Returns each request with its seats, and as it was submitted. */
async function chooseAdmitted(
  ctx: Context,
  { tx, halls }: WriteSources,
  requests: readonly ChoiceRequest[],
) {
  const chosen = chooseInOrder(halls, requests)
  if (![...chosen.keys()].some(isLimited)) return chosen
  const { admit } = await loadAllowances(ctx, tx, [...chosen.keys()])
  for (const request of chosen.keys()) if (!admit(request)) chosen.delete(request)
  return chosen
}

function chooseInOrder(halls: ReadonlyMap<string, OpenHall>, requests: readonly ChoiceRequest[]) {
  const chosen = new Map<ChoiceRequest, ChoiceRequest>()
  for (const request of requests) {
    const open = halls.get(request.showtimeId)
    const withSeats = open && withChoice(open, request)
    if (!withSeats) continue
    for (const placeId of withSeats.placeIds) open.given.add(placeId)
    chosen.set(withSeats, request)
  }
  return chosen
}

/** Adds the seats to a request, and those that it gives up. Undefined without such seats, or above a limit of the holder. */
export function withChoice(open: OpenHall, request: ChoiceRequest): ChoiceRequest | undefined {
  const own = heldSeats(open.map, request.holder)
  if (request.best && !request.isReplacing && own.length + request.best.size > MAX_SEATS) return
  const placeIds = request.best ? chooseBest(open, request) : request.placeIds
  if (!placeIds) return
  const leaving = request.isReplacing
    ? own.filter(({ id }) => !placeIds.includes(id) && isChosenBy(open.map, id, request))
    : []
  const withSeats = { ...request, placeIds, leavingIds: leaving.map(({ id }) => id) }
  return isWithinAccessLimit(open.map, withSeats) ? withSeats : undefined
}

/** The statement counts the protected places of requests that give up no seats. */
function isWithinAccessLimit(map: SeatMap, { holder, placeIds, leavingIds = [] }: ChoiceRequest) {
  if (!map.isProtecting || leavingIds.length === 0) return true
  const staying = heldSeats(map, holder).filter(({ id }) => !leavingIds.includes(id))
  const wanted = map.places.filter(({ id }) => placeIds.includes(id))
  const places = [...staying, ...wanted].map(({ id, access }) => ({ place_id: id, access }))
  return findAccessLimitRefusal(places) === undefined
}

const heldSeats = ({ places, claims: byPlace }: SeatMap, holder: string) =>
  places.filter((place) => isSeat(place) && byPlace.get(place.id)?.holder === holder)

/** A friend in a shared selection replaces only what the friend has chosen, and its holder what no friend has. */
function isChosenBy({ claims: byPlace }: SeatMap, placeId: string, request: ClaimRequest) {
  const claim = byPlace.get(placeId)
  const chooser = request.member?.id ?? request.holder
  return claim?.holder === request.holder && chooserOf(claim) === chooser
}

function chooseBest({ map, hall, claimed, given, blocks }: OpenHall, request: ChoiceRequest) {
  const { best, holder, limitedAddress, isAccessible, isReplacing } = request
  if (!best) return
  const blocked = new Set(
    blocks
      .filter((block) => block.holder === holder || isSameAddress(block.address, limitedAddress))
      .map(({ placeId }) => placeId),
  )
  const tiers = best.categories && new Set(best.categories.map(seatTier))
  const isFree = ({ place }: HallPlace) => {
    const isOwn = map.claims.get(place.id)?.holder === holder
    const isGivenUp = isReplacing && isChosenBy(map, place.id, request)
    const isUnclaimed = isOwn ? isGivenUp : !claimed.has(place.id)
    const isAskedFor = isAccessible || !isProtectedPlace(map, place)
    const isInTier = !tiers || tiers.has(seatTier(place.category ?? ''))
    return isUnclaimed && isAskedFor && isInTier && !given.has(place.id) && !blocked.has(place.id)
  }
  const seats = findBestSeats(hall, {
    ...{ size: best.size, isFree, isAccessible, isTogether: best.isTogether },
    tier: tierOf(best.category),
  })
  return seats?.map(({ _id }) => _id)
}

const isSameAddress = (blocked: string | null, address: string | null) =>
  address !== null && blocked === address

const tierOf = (category: string | undefined): SeatTier | undefined =>
  category === undefined ? undefined : seatTier(category)

async function releaseLeaving(tx: Db, granted: readonly ClaimRequest[]) {
  const leaving = granted.flatMap((request) =>
    request.leavingIds?.length ? { ...request, placeIds: request.leavingIds } : [],
  )
  if (leaving.length > 0) await claims.deleteHoldsOn(tx, leaving)
}

/**
 * Returns why no seats could be chosen or held. A choice that is possible by the seats as the visitor sees them is explained like a hold of
 * these seats.
 */
async function explainChoices(ctx: Context, requests: ChoiceRequest[]) {
  const refusals = new Map<ChoiceRequest, Error>()
  const possible = new Map<ChoiceRequest, ChoiceRequest>()
  const inputs = await loadRuleInputs(
    ctx.reader,
    requests.map((request) => ({ ...request, placeIds: [] })),
    ctx.config,
  )
  const halls = new Map<string, OpenHall>()
  for (const [index, request] of requests.entries()) {
    const { showtimeId, best } = request
    const refusal = findRefusalBeforeChoice(request, inputs[index])
    const hall =
      halls.get(showtimeId) ?? (refusal ? undefined : hallOf(await readSeatMap(ctx, showtimeId)))
    if (hall) halls.set(showtimeId, hall)
    const withSeats = refusal || !hall ? undefined : withChoice(hall, request)
    if (withSeats) possible.set(withSeats, request)
    else
      refusals.set(request, refusal ?? (best ? noSeatsLeft(best) : overLimit(TOO_MANY_ACCESSIBLE)))
  }
  for (const [request, refusal] of await explainRefusals(ctx, [...possible.keys()])) {
    refusals.set(possible.get(request) as ChoiceRequest, refusal)
  }
  return refusals
}

function findRefusalBeforeChoice(request: ChoiceRequest, input: RuleInput | undefined) {
  if (!input) return showtimeNotFound()
  const held = input.held.filter(({ kind }) => kind === 'seat').length
  const isOverLimit = !request.isReplacing && held + (request.best?.size ?? 0) > MAX_SEATS
  return findClosedRefusal(request, input) ?? (isOverLimit ? overLimit(TOO_MANY_SEATS) : undefined)
}

const noSeatsLeft = ({ size, isTogether }: BestSeats) =>
  new AppError(
    409,
    'TAKEN',
    size === 1
      ? 'No such seat is free any more. Please choose on the map.'
      : `There are no ${size} such seats free${isTogether ? ' side by side' : ''} any more. Please choose on the map.`,
  )
