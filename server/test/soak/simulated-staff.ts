import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { StaffPlace } from '@marquee/contract/office/shows'
import { createHttpClient } from '#test/support/http-client.ts'
import type { SoakShowtime } from './catalogue.ts'
import type { OperationLog } from './operation-log.ts'
import type { TestCluster } from './test-cluster.ts'

const MAX_PAUSE_MS = 150
const BLOCK_SECONDS = 2
const pickOne = <T>(list: readonly T[]): T | undefined =>
  list[Math.floor(Math.random() * list.length)]

interface StaffRun {
  cluster: Pick<TestCluster, 'offices' | 'dataDir'>
  log: OperationLog
  /** The showtime of the crowd. */
  currentShowtime: () => SoakShowtime
  isOver: () => boolean
}

type Office = ReturnType<typeof openOffice>

/** One clerk at each node sells, blocks, unblocks and admits at the showtime of the crowd, until the run is over. */
export async function runStaff(run: StaffRun) {
  const offices = run.cluster.offices.map((url, n) =>
    openOffice(url, join(run.cluster.dataDir, String(n), 'office-secret')),
  )
  await Promise.all(
    offices.map(async (office) => {
      while (!run.isOver()) {
        await performStaffAction(run, { office, offices })
        await delay(Math.random() * MAX_PAUSE_MS)
      }
    }),
  )
}

/** Calls of the office with the secret of a node. A call without an answer returns undefined: the node may be restarting. */
function openOffice(url: string, secretPath: string) {
  const client = createHttpClient(url)
  async function call<Answer>(path: string, body?: object, headers: Record<string, string> = {}) {
    try {
      const authorization = `Bearer ${await readFile(secretPath, 'utf8')}`
      const all = { ...headers, authorization }
      const response = body ? await client.post(path, body, all) : await client.get(path, all)
      return response.statusCode === 200 ? (response.json() as Answer) : undefined
    } catch {
      return undefined
    }
  }
  return { call }
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
  const random = Math.random()
  if (random < 0.35) await sell({ office, log, showtimeId }, pickOne(seats))
  else if (random < 0.45) await block({ office, log, showtimeId }, pickOne(seats))
  else if (random < 0.5) await unblock({ office, log, showtimeId }, pickOne(of('BLOCKED')))
  else await admit({ offices, log, showtimeId }, pickOne(of('SOLD'))?.reference)
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
  const answers = await Promise.all(Math.random() < 0.3 ? [send(), send()] : [send()])
  for (const answer of answers) {
    if (answer) log.counterSales.push({ reference: answer.booking.reference, placeId: seat._id })
  }
}

async function block({ office, log, showtimeId }: At, seat: StaffPlace | undefined) {
  if (!seat) return
  // Known before the request: its answer may be lost.
  log.blockedPlaces.add(seat._id)
  const releaseAt = new Date(Date.now() + BLOCK_SECONDS * 1000).toISOString()
  await office.call(`/api/office/shows/${showtimeId}/block`, {
    ...{ placeIds: [seat._id], reason: 'soak' },
    ...(Math.random() < 0.5 && { releaseAt }),
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
        ...{ reference, showtimeId, scannedAt, scanId: crypto.randomUUID() },
        ...(Math.random() < 0.5 && { count: 1 }),
      }),
    ),
  )
  const admitted = answers.reduce((sum, answer) => sum + (answer?.admittedNow ?? 0), 0)
  log.admitted.set(reference, (log.admitted.get(reference) ?? 0) + admitted)
}
