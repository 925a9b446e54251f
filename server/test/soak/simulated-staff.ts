import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { StaffPlace } from '@marquee/contract/office/shows/shows'
import type { SoakShowtime } from './catalogue.ts'
import { type Office, openOffice } from './office-client.ts'
import type { OperationLog } from './operation-log.ts'
import { pickOne } from './pick.ts'
import { cancelSale, manageShows } from './staff-changes.ts'
import type { TestCluster } from './test-cluster.ts'

const MAX_PAUSE_MS = 150
const BLOCK_SECONDS = 2

interface StaffRun {
  cluster: Pick<TestCluster, 'offices' | 'dataDir'>
  log: OperationLog
  /** The showtimes of the crowd. */
  showtimes: readonly SoakShowtime[]
  currentShowtime: () => SoakShowtime
  /** The share of the changes of shows that cancel one. */
  cancelShare: number
  isOver: () => boolean
}

/**
 * One clerk at each node sells, blocks, unblocks, admits and cancels at the showtime of the crowd, until the run is over. A manager moves and cancels
 * shows, and takes seats out of service.
 */
export async function runStaff(run: StaffRun) {
  const offices = run.cluster.offices.map((url, n) =>
    openOffice(url, join(run.cluster.dataDir, String(n), 'office-secret'), run.log),
  )
  await Promise.all([
    manageShows({ ...run, offices }),
    ...offices.map(async (office) => {
      while (!run.isOver()) {
        await performStaffAction(run, { office, offices })
        await delay(Math.random() * MAX_PAUSE_MS)
      }
    }),
  ])
}

async function performStaffAction(
  { log, currentShowtime }: StaffRun,
  { office, offices }: { office: Office; offices: Office[] },
) {
  const { showtimeId } = currentShowtime()
  const show = await office.call<{ places: StaffPlace[] }>(`/api/office/shows/${showtimeId}`)
  if (!show) return
  const of = (status: StaffPlace['status']) => show.places.filter((one) => one.status === status)
  const seats = of('AVAILABLE').filter(({ kind }) => kind === 'seat')
  const sold = pickOne(of('SOLD'))
  const random = Math.random()
  if (random < 0.35) await sell({ office, log, showtimeId }, pickOne(seats))
  else if (random < 0.45) await block({ office, log, showtimeId }, pickOne(seats))
  else if (random < 0.5) await unblock({ office, log, showtimeId }, pickOne(of('BLOCKED')))
  else if (random < 0.6 && sold) await cancelSale({ office, log, showtimeId }, sold, show.places)
  else await admit({ offices, log, showtimeId }, sold?.reference)
}

interface At {
  office: Office
  log: OperationLog
  showtimeId: string
}

/** Sends some sales twice at the same time. */
async function sell({ office, log, showtimeId }: At, seat: StaffPlace | undefined) {
  if (!seat) return
  const sale = { placeIds: [seat._id], payment: 'cash', totalCost: seat.price }
  const key = { 'idempotency-key': crypto.randomUUID() }
  const send = () =>
    office.call<{ booking: { reference: string } }>(
      `/api/office/shows/${showtimeId}/sell`,
      sale,
      key,
    )
  const sentAt = Date.now()
  const answers = await Promise.all(Math.random() < 0.3 ? [send(), send()] : [send()])
  const answeredAt = Date.now()
  const references = answers.flatMap((answer) => answer?.booking.reference ?? [])
  for (const reference of new Set(references)) {
    log.counterSales.push({ reference, placeId: seat._id, showtimeId, sentAt, answeredAt })
  }
}

async function block({ office, log, showtimeId }: At, seat: StaffPlace | undefined) {
  if (!seat) return
  // Known before the request: its answer may be lost.
  log.blocked += 1
  log.releases.release(showtimeId, [seat._id])
  const giveBackAt = new Date(Date.now() + BLOCK_SECONDS * 1000).toISOString()
  await office.call(`/api/office/shows/${showtimeId}/block`, {
    placeIds: [seat._id],
    reason: 'soak',
    ...(Math.random() < 0.5 && { giveBackAt }),
  })
}

async function unblock({ office, showtimeId }: At, seat: StaffPlace | undefined) {
  if (seat) await office.call(`/api/office/shows/${showtimeId}/unblock`, { placeIds: [seat._id] })
}

/** All doors scan one booking at the same time. */
async function admit(
  { offices, log, showtimeId }: { offices: Office[]; log: OperationLog; showtimeId: string },
  reference: string | undefined,
) {
  if (reference === undefined) return
  const scannedAt = new Date().toISOString()
  const answers = await Promise.all(
    [...offices, ...offices].map(({ call }) =>
      call<{ admittedNow: number }>('/api/office/admissions', {
        reference,
        showtimeId,
        scannedAt,
        scanId: crypto.randomUUID(),
        ...(Math.random() < 0.5 && { count: 1 }),
      }),
    ),
  )
  const admitted = answers.reduce((sum, answer) => sum + (answer?.admittedNow ?? 0), 0)
  log.admitted.set(reference, (log.admitted.get(reference) ?? 0) + admitted)
}
