import type { Db } from '../database/schema.ts'
import { type PlacesRequest, placeKey } from './claim-requests.ts'
import { type DatabaseTime, type HoldLimits, isLiveDeadline } from './live-holds.ts'
import { type RuleInputRow, selectRuleInputs } from './rule-inputs.sql.ts'

/** The data that the rules need for one request: the showtime, the wanted places with their claims, and what the holder holds. */
export interface RuleInput extends DatabaseTime {
  startsAt: number
  cutoffMinutes: number | undefined
  isCancelled: boolean
  /** The show still protects its accessible places. */
  isProtecting: boolean
  wanted: WantedPlace[]
  held: HoldOfHolder[]
}
export type WantedPlace = Pick<
  RuleInputRow,
  | 'place_id'
  | 'kind'
  | 'label'
  | 'retired'
  | 'out_of_service'
  | 'access'
  | 'holder'
  | 'held_until'
  | 'chosen_by'
  | 'booking_id'
  | 'address'
  | 'asked_at'
  | 'blocked_holder'
  | 'blocked_address'
  | 'blocked_until'
>
type HoldOfHolder = Pick<RuleInputRow, 'place_id' | 'kind' | 'access' | 'held_since'> & {
  held_until: number
}

/** Reads the input of each request in one statement. Returns undefined for a showtime that does not exist. */
export async function loadRuleInputs(
  db: Db,
  requests: readonly PlacesRequest[],
  limits: HoldLimits,
): Promise<(RuleInput | undefined)[]> {
  const showtimeIds = [...new Set(requests.map(({ showtimeId }) => showtimeId))]
  const places = new Map(
    requests.flatMap(({ showtimeId, placeIds }) =>
      placeIds.map((placeId) => [placeKey(showtimeId, placeId), { showtimeId, placeId }] as const),
    ),
  )
  const selection = { showtimeIds, places: [...places.values()], holders: requests }
  const { rows } = await selectRuleInputs(db, selection, limits)

  const byKind = Map.groupBy(rows, ({ row_type }) => row_type)
  const showtimes = new Map(
    byKind.get('showtime')?.map((row) => [showtimeIds[row.list_index] as string, row]),
  )
  const placeKeys = [...places.keys()]
  const wanted = new Map(
    byKind.get('wanted')?.map((row) => [placeKeys[row.list_index] as string, row]),
  )
  const held = Map.groupBy(byKind.get('held') ?? [], ({ list_index }) => list_index)
  return requests.map(({ showtimeId, placeIds }, n) => {
    const showtime = showtimes.get(showtimeId)
    const found = [...new Set(placeIds)].flatMap((id) => wanted.get(placeKey(showtimeId, id)) ?? [])
    return showtime && ruleInputOf(showtime, found, held.get(n) ?? [])
  })
}

const ruleInputOf = (
  { now, max_held_until: maxHeldUntil, starts_at: startsAt, ...showtime }: RuleInputRow,
  wanted: RuleInputRow[],
  held: RuleInputRow[],
): RuleInput => ({
  ...{ now, maxHeldUntil, startsAt, wanted },
  cutoffMinutes: showtime.cutoff_minutes ?? undefined,
  isCancelled: showtime.cancelled_at !== null,
  isProtecting: startsAt > showtime.protected_after,
  held: held.filter((row): row is RuleInputRow & HoldOfHolder =>
    isLiveDeadline(row.held_until, { now, maxHeldUntil }),
  ),
})
