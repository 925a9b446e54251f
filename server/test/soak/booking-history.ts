import { sql } from 'kysely'
import type { Db } from '#src/database/schema.ts'

interface AuditRow {
  booking_id: string
  device_id: string | null
  action: string
  at: number
  state_before: string | null
  state_after: string | null
}

interface State {
  showtimeId?: string
  placeIds?: string[]
  slotId?: string
  refund?: number
  difference?: number
}

/** A change of a booking as the audit tells it. */
export interface RecordedChange {
  action: string
  isByStaff: boolean
  /** Where the booking is afterwards. Undefined for a change of a vehicle. */
  showtimeId: string | undefined
  isAtOtherShow: boolean
  given: string[]
  taken: string[]
  slotId: string | undefined
  /** Rupees to pay; negative if money is given back. */
  difference: number
  at: number
}

/** By the id of the booking, in the order of time. */
export type ChangesOfBooking = Map<string, RecordedChange[]>

/** The changes of all bookings. */
export async function loadChanges(db: Db): Promise<ChangesOfBooking> {
  const { rows } = await sql<AuditRow>`
    select subject_id as booking_id, device_id, action, at, state_before, state_after from audit
     where action in ('booking.cancel', 'booking.change-seats', 'booking.change-parking', 'booking.change-vehicle', 'booking.reseat')
     order by at`.execute(db)
  const byBooking = Map.groupBy(rows, ({ booking_id }) => booking_id)
  return new Map([...byBooking].map(([id, entries]) => [id, entries.map(toChange)]))
}

function toChange({ action, device_id, at, ...states }: AuditRow): RecordedChange {
  const before = parseState(states.state_before)
  const after = parseState(states.state_after)
  const isCancelled = action === 'booking.cancel'
  const { showtimeId, slotId, refund = 0, difference = 0 - refund } = after
  return {
    action,
    at,
    isByStaff: device_id !== null,
    showtimeId,
    slotId,
    difference,
    isAtOtherShow: before.showtimeId !== undefined && before.showtimeId !== showtimeId,
    given: (isCancelled ? after : before).placeIds ?? [],
    taken: isCancelled ? [] : (after.placeIds ?? []),
  }
}

const parseState = (json: string | null) => JSON.parse(json ?? '{}') as State

/** What a booking has after its changes. `surplus`: places that a change gave back although the booking did not have them. */
export function placesAfter(placeIds: readonly string[], changes: readonly RecordedChange[]) {
  const places = new Set(placeIds)
  const surplus: string[] = []
  const left = [...changes]
  while (left.length > 0) {
    const index = indexOfNext(left, places)
    const [next] = left.splice(index, 1)
    for (const id of next?.given ?? []) if (!places.delete(id)) surplus.push(id)
    for (const id of next?.taken ?? []) places.add(id)
  }
  return { places, surplus }
}

/** The order of changes in the same millisecond is unknown: the first that fits. */
function indexOfNext(left: readonly RecordedChange[], places: ReadonlySet<string>) {
  const same = left.filter(({ at }) => at === left[0]?.at)
  return Math.max(
    0,
    same.findIndex(({ given }) => given.every((id) => places.has(id))),
  )
}
