import type { OutagePlan } from '@marquee/contract/office/shows/seat-outages'
import type { Show, StaffPlace } from '@marquee/contract/office/shows/shows'
import type { SoakShowtime } from './catalogue.ts'
import type { Office } from './office-client.ts'
import type { OperationLog, ShowChange } from './operation-log.ts'
import { pickOne } from './pick.ts'

const REASON = 'soak'
const MOST_SEATS = 2
const ATTEMPTS = 6

interface Outage {
  screenId: string
  seatIds: string[]
}

interface Outages {
  log: OperationLog
  showtimes: readonly SoakShowtime[]
  send: (
    about: Pick<ShowChange, 'showtimeIds' | 'kind' | 'placeIds'>,
    request: () => Promise<object | undefined>,
  ) => Promise<object | undefined>
}

/** Returns a function that takes seats of a show's screen out of service, and those of its last call back in service. */
export function createOutages({ log, showtimes, send }: Outages) {
  // Any show may be at the screen by then.
  const showtimeIds = showtimes.map(({ showtimeId }) => showtimeId)
  let current: Outage | undefined

  /** Returns whether no seats are out of service. */
  async function putBack(office: Office) {
    if (!current) return true
    const { screenId, seatIds } = current
    for (const showtimeId of showtimeIds) log.releases.release(showtimeId, seatIds)
    const path = `/api/office/screens/${screenId}/put-back-in-service`
    const answer = await office.call(path, { seatIds, reason: REASON })
    if (answer) current = undefined
    return answer !== undefined
  }

  /** Bookings change the plan all the time, so a refused outage is planned again. */
  async function takeOut(office: Office, { screenId, seatIds }: Outage) {
    const path = `/api/office/screens/${screenId}`
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const plan = await office.call<OutagePlan>(`${path}/plan-outage`, { seatIds })
      if (!plan) return
      // Parties may get other seats than those that are out of service.
      for (const showtimeId of showtimeIds) log.releases.releaseShow(showtimeId)
      current = { screenId, seatIds }
      const body = { seatIds, planHash: plan.planHash, reason: REASON, refundLost: true }
      const about = { showtimeIds, kind: 'seats out of service', placeIds: seatIds } as const
      const answer = await send(about, () => office.request(`${path}/take-out-of-service`, body))
      if (!answer || !('code' in answer)) return
    }
  }

  return async (office: Office, showtimeId: string) => {
    if (!(await putBack(office))) return
    const answer = await office.call<{ show: Show; places: StaffPlace[] }>(
      `/api/office/shows/${showtimeId}`,
    )
    if (answer) await takeOut(office, { screenId: answer.show.screen._id, seatIds: choose(answer) })
  }
}

/** Prefers seats that are sold or held. */
function choose({ places }: { places: readonly StaffPlace[] }) {
  const seats = places.filter(({ kind }) => kind === 'seat')
  const claimed = seats.filter(({ status }) => status === 'SOLD' || status === 'HELD')
  const first = pickOne(claimed) ?? pickOne(seats)
  return [...new Set([first, pickOne(seats)])]
    .slice(0, MOST_SEATS)
    .flatMap((seat) => seat?._id ?? [])
}
