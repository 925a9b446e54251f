import { MAX_OPEN_QUESTIONS } from '@marquee/contract/holds'
import type { Context } from '../context.ts'
import { lockNames } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'
import { type AppError, keptByOther, overLimit } from '../errors.ts'
import { changeClaims } from './change-claims.ts'
import { type ClaimRequest, placeKey } from './claim-requests.ts'
import * as statements from './questions.sql.ts'
import { namesOf } from './refusals.ts'
import type { WantedPlace } from './rule-inputs.ts'

/** A request for places that stay with other visitors after the end of their clocks. */
export interface KeptPlacesRequest<Request extends ClaimRequest> {
  request: Request
  kept: WantedPlace[]
}

const TOO_MANY_QUESTIONS =
  'You are waiting for many places that other visitors have selected. Please wait a moment.'

/**
 * Asks the holders of kept places whether they still want them. Returns the refusal of each request, except of those whose places have
 * changed in the meantime.
 */
export async function askHolders<Request extends ClaimRequest>(
  ctx: Context,
  requests: KeptPlacesRequest<Request>[],
) {
  const refusals = new Map<Request, AppError>()
  const byAsker = [...Map.groupBy(requests, ({ request }) => askerOf(request))].toSorted(
    ([one], [other]) => (one < other ? -1 : 1),
  )
  const asked = await changeClaims(ctx, async (tx) => {
    await lockNames(
      tx,
      byAsker.map(([asker]) => `questions/${asker}`),
    )
    const rows = []
    for (const [asker, ofAsker] of byAsker) {
      const { allowed, refused } = await limitQuestions(tx, asker, ofAsker)
      for (const { request } of refused) refusals.set(request, overLimit(TOO_MANY_QUESTIONS))
      const questions = { asker, places: allowed.flatMap(placesOf) }
      rows.push(...(await statements.openQuestions(tx, questions, ctx.config)).rows)
    }
    return { rows }
  })
  const untils = new Map(
    asked.map((row) => [placeKey(row.showtime_id, row.place_id), row.question_until]),
  )
  for (const { request, kept } of requests) {
    const ends = kept.flatMap((place) => untils.get(keyOf(request, place)) ?? [])
    if (ends.length < kept.length) continue
    refusals.set(request, keptByOther(namesOf(kept), Math.max(...ends)))
  }
  return refusals
}

/** A visitor without an account counts by network address. */
const askerOf = ({ limitedAddress, userId, holder }: ClaimRequest) =>
  limitedAddress ? `address/${limitedAddress}` : userId ? `account/${userId}` : `holder/${holder}`

const placesOf = <Request extends ClaimRequest>({ request, kept }: KeptPlacesRequest<Request>) =>
  kept.map(({ place_id }) => ({ showtimeId: request.showtimeId, placeId: place_id }))

const keyOf = ({ showtimeId }: ClaimRequest, { place_id }: WantedPlace) =>
  placeKey(showtimeId, place_id)

/** A visitor can have a limited number of open questions, so that one visitor cannot make a whole hall HELD. */
async function limitQuestions<Request extends ClaimRequest>(
  tx: Db,
  asker: string,
  requests: KeptPlacesRequest<Request>[],
) {
  const { rows } = await statements.countOpenQuestions(tx, asker)
  let open = rows[0]?.selections ?? 0
  const isAllowed = new Map(
    requests.map((one) => {
      open += new Set(one.kept.map(({ holder }) => holder)).size
      return [one, open <= MAX_OPEN_QUESTIONS]
    }),
  )
  const { allowed = [], refused = [] } = Object.groupBy(requests, (one) =>
    isAllowed.get(one) ? 'allowed' : 'refused',
  )
  return { allowed, refused }
}
