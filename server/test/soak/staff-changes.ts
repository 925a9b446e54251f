import { setTimeout as delay } from 'node:timers/promises'
import type { MovePlan } from '@marquee/contract/office/shows/show-moves'
import type { Show, StaffPlace } from '@marquee/contract/office/shows/shows'
import { MOVE_SCREENS, type SoakShowtime } from './catalogue.ts'
import type { Office } from './office-client.ts'
import {
  addChange,
  type BookingChange,
  type OperationLog,
  type ShowChange,
} from './operation-log.ts'
import { pickOne } from './pick.ts'
import { createOutages } from './staff-outages.ts'

const REASON = 'soak'
const FIRST_PAUSE_MS = 1500
const MAX_PAUSE_MS = 4000
const OUTAGE_SHARE = 0.25
const MOVE_ATTEMPTS = 6
const MOVED_BY_MS = 3 * 3_600_000

interface At {
  office: Office
  log: OperationLog
  showtimeId: string
}

/** Staff cancels one place of a sale or all of it, with the refund of the policy or a full one. */
export async function cancelSale(
  { office, log, showtimeId }: At,
  { _id, kind, reference }: StaffPlace,
  places: StaffPlace[],
) {
  if (reference === undefined) return
  const isWhole = Math.random() < 0.3
  const named = isWhole ? {} : kind === 'seat' ? { seatIds: [_id] } : { slotIds: [_id] }
  const terms = Math.random() < 0.5 ? 'full' : 'policy'
  const path = `/api/office/bookings/${reference}`
  const preview = await office.call<{ refund: number }>(`${path}/preview-cancellation`, {
    ...named,
    terms,
  })
  if (!preview) return
  const change: BookingChange = {
    reference,
    action: 'booking.cancel',
    isByStaff: true,
    given: isWhole ? undefined : [_id],
    taken: [],
    difference: 0 - preview.refund,
    vehicles: new Map(),
    attempts: [],
  }
  const own = places.filter((place) => place.reference === reference)
  log.releases.mayHave(
    reference,
    showtimeId,
    own.map((place) => place._id),
  )
  if (isWhole) log.releases.releaseBooking(reference)
  else log.releases.release(showtimeId, [_id])
  addChange(log, change)
  const body = { ...named, terms, refund: preview.refund, reason: REASON }
  await sendTwiceAtRandom(office, change, { path: `${path}/cancel`, body })
}

/** Sends a change with one idempotency key: once, or twice at the same time. */
async function sendTwiceAtRandom(
  office: Office,
  { attempts }: BookingChange,
  { path, body }: { path: string; body: object },
) {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const send = async () => {
    const attempt = startAttempt()
    attempts.push(attempt)
    finishAttempt(attempt, await office.request<object>(path, body, headers))
  }
  await Promise.all(Math.random() < 0.3 ? [send(), send()] : [send()])
}

const startAttempt = (): BookingChange['attempts'][number] => ({
  sentAt: Date.now(),
  answeredAt: Number.POSITIVE_INFINITY,
  outcome: 'unknown',
})

function finishAttempt(attempt: BookingChange['attempts'][number], answer: object | undefined) {
  attempt.answeredAt = Date.now()
  if (!answer) return
  attempt.outcome = 'code' in answer ? 'refused' : 'granted'
  if ('code' in answer) attempt.refusal = String(answer.code)
}

interface Management {
  offices: Office[]
  log: OperationLog
  showtimes: readonly SoakShowtime[]
  currentShowtime: () => SoakShowtime
  /** The share of the changes that cancel a show. */
  cancelShare: number
  isOver: () => boolean
}

/** Moves a show to another screen or start, cancels one, or takes seats out of service, every few seconds. */
export async function manageShows(run: Management) {
  const { log, showtimes } = run
  const changeOutage = createOutages({
    log,
    showtimes,
    send: (about, request) => sendShowChange(log, about, request),
  })
  await delay(FIRST_PAUSE_MS)
  while (!run.isOver()) {
    const office = pickOne(run.offices) as Office
    if (Math.random() < OUTAGE_SHARE) await changeOutage(office, run.currentShowtime().showtimeId)
    else await changeShow(run, office)
    await delay(Math.random() * MAX_PAUSE_MS)
  }
}

/** The first show is never cancelled: its maps are compared with the database in the end. */
async function changeShow(
  { log, showtimes, currentShowtime, cancelShare }: Management,
  office: Office,
) {
  const index = showtimes.indexOf(currentShowtime())
  const { showtimeId } =
    pickOne(showtimes.slice(Math.max(0, index - 2), index + 2)) ?? currentShowtime()
  const isFirst = showtimeId === showtimes[0]?.showtimeId
  if (!isFirst && Math.random() < cancelShare) await cancelShow({ office, log, showtimeId })
  else await moveShow({ office, log, showtimeId })
}

async function cancelShow({ office, log, showtimeId }: At) {
  log.releases.releaseShow(showtimeId)
  const path = `/api/office/shows/${showtimeId}/cancel`
  await sendShowChange(log, { showtimeIds: [showtimeId], kind: 'cancel' }, () =>
    office.request(path, { reason: REASON }),
  )
}

async function sendShowChange(
  log: OperationLog,
  about: Pick<ShowChange, 'showtimeIds' | 'kind' | 'placeIds'>,
  send: () => Promise<object | undefined>,
) {
  const change: ShowChange = { ...about, ...startAttempt() }
  log.showChanges.push(change)
  const answer = await send()
  finishAttempt(change, answer)
  return answer
}

/** Bookings change the plan all the time, so a refused move is planned again. */
async function moveShow({ office, log, showtimeId }: At) {
  const target = await chooseTarget(office, showtimeId)
  if (!target) return
  const path = `/api/office/shows/${showtimeId}`
  for (let attempt = 0; attempt < MOVE_ATTEMPTS; attempt += 1) {
    const plan = await office.call<MovePlan>(`${path}/plan-move`, target)
    if (!plan) return
    const kind = 'screenId' in target ? 'move to screen' : 'move in time'
    if (kind === 'move to screen') log.releases.releaseShow(showtimeId)
    const body = { ...target, planHash: plan.planHash, reason: REASON, refundUnseated: true }
    const answer = await sendShowChange(log, { showtimeIds: [showtimeId], kind }, () =>
      office.request(`${path}/move`, body),
    )
    if (!answer || !('code' in answer)) return
  }
}

type Target = { screenId: string } | { startTime: string }

/** The other one of the two screens, or another start on the same screen. */
async function chooseTarget(office: Office, showtimeId: string): Promise<Target | undefined> {
  const answer = await office.call<{ show: Show }>(`/api/office/shows/${showtimeId}`)
  const programme = await office.call<{ screens: Show['screen'][] }>('/api/office/shows')
  if (!answer || !programme) return undefined
  const { screen, startTime } = answer.show
  const other = programme.screens.find(
    ({ _id, name }) => MOVE_SCREENS.includes(name) && _id !== screen._id,
  )
  if (other && Math.random() < 0.5) return { screenId: other._id }
  const movedBy = Math.random() < 0.5 ? MOVED_BY_MS : 0 - MOVED_BY_MS
  return { startTime: new Date(Date.parse(startTime) + movedBy).toISOString() }
}
