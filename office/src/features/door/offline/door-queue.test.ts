import { HOUR_MS } from '@marquee/contract/time'
import { resetServerClock, syncServerClock } from '@marquee/ui-kit/lib/clock.ts'
import { createQueryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { useNotifications } from '@marquee/ui-kit/ui/notify.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { doorListQuery } from '#features/door/door.queries.ts'
import { refusal } from '#test/mock-calls.ts'
import * as database from './device-database.ts'
import { applyEntries, type DoorEntry } from './door-list.ts'
import { enqueue, isWaiting, restoreQueue, sendQueue, useDoorQueue } from './door-queue.ts'

const createEntry = (scanId: string): DoorEntry => ({
  kind: 'scan',
  showtimeId: 's',
  reference: 'MQ-1',
  pass: 0,
  count: 1,
  scanId,
  scan: { scanId, reference: 'MQ-1', scannedAt: '2026-12-01T12:50:00.000Z' },
})

const answer = (verdict: string, scanId: string) =>
  Response.json({ verdict, scanId, admittedNow: 0, pass: null })

test('the queue keeps scans while the server cannot be reached and sends each once, in order', async () => {
  const received: { scanId: string; isOffline?: boolean }[] = []
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'))
  const stored = new Map<string, unknown>()
  vi.spyOn(database, 'writeStored').mockImplementation(
    async (key, value) => void stored.set(key, value),
  )
  const ids = ['scan-1', 'scan-2', 'scan-3']
  for (const id of ids) await enqueue(createEntry(id))
  expect(useDoorQueue.getState().entries.filter(isWaiting)).toHaveLength(3)
  expect(stored.get('entries')).toHaveLength(3)

  fetched.mockImplementation(async (_, init) => {
    const scan = JSON.parse(String(init?.body))
    received.push(scan)
    return answer(scan.scanId === 'scan-2' ? 'EXCESS' : 'ADMITTED', scan.scanId)
  })
  await Promise.all([sendQueue(), sendQueue()])

  expect(received.map(({ scanId }) => scanId)).toEqual(ids)
  expect(received.map(({ isOffline }) => isOffline)).toEqual([true, true, true])
  expect(useDoorQueue.getState().entries.filter(isWaiting)).toEqual([])
  expect(useDoorQueue.getState().correction).toMatchObject({
    verdict: 'EXCESS',
    scanId: 'scan-2',
  })
})

test.each([401, 429, 503])(
  'the queue says that the people of a scan are in when the server did not take it before, with status %i',
  async (status) => {
    vi.spyOn(database, 'writeStored').mockResolvedValue(undefined)
    const fetched = vi.spyOn(globalThis, 'fetch')
    fetched.mockImplementation(async () => refusal('UNAVAILABLE', 'Not now.', status))
    await enqueue(createEntry('scan-1'))

    fetched.mockImplementation(async () => answer('ADMITTED', 'scan-1'))
    await sendQueue()

    expect(JSON.parse(String(fetched.mock.lastCall?.[1]?.body))).toMatchObject({ isOffline: true })
  },
)

test('the queue tells staff of an undo that the server refuses, and counts the people again [S-718]', async () => {
  vi.spyOn(database, 'writeStored').mockResolvedValue(undefined)
  const { showtimeId, reference, pass, count } = createEntry('scan-4')
  const fetched = vi.spyOn(globalThis, 'fetch')
  fetched.mockResolvedValueOnce(answer('ADMITTED', 'scan-4'))
  await enqueue(createEntry('scan-4'))
  fetched.mockResolvedValueOnce(refusal('CLOSED', 'This admission can no longer be undone.'))

  await enqueue({
    kind: 'undo',
    showtimeId,
    reference,
    pass,
    count,
    scanId: 'scan-4',
    undoneAt: '2026-12-01T12:50:20.000Z',
  })

  const { entries } = useDoorQueue.getState()
  const own = entries.filter(({ scanId }) => scanId === 'scan-4')
  expect(own.map(({ kind }) => kind)).toEqual(['scan'])
  expect(useNotifications.getState().visible.at(-1)?.text).toBe(
    'MQ-1: This admission can no longer be undone.',
  )
})

/** The list of the show `s`, fetched now, with a booking of which one is in. */
const fetchList = () => {
  const booking = { reference: 'MQ-1', seats: ['A1', 'A2'], admitted: 1, admittedPasses: [] }
  const list = { showtimeId: 's', bookings: [booking] }
  vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(Response.json(list))
  return createQueryClient().fetchQuery(doorListQuery('s'))
}
const admittedNow = async () =>
  applyEntries(await fetchList(), useDoorQueue.getState().entries).get('MQ-1')?.admitted

async function send(scanId: string) {
  vi.spyOn(globalThis, 'fetch').mockResolvedValueOnce(answer('ADMITTED', scanId))
  await enqueue(createEntry(scanId))
}

test('a scan counts once with a list that is fetched after it, also when the time of the server goes back', async () => {
  vi.spyOn(database, 'writeStored').mockResolvedValue(undefined)
  onTestFinished(resetServerClock)
  useDoorQueue.setState({ entries: [] })
  syncServerClock(Date.now() + HOUR_MS, 0)
  await send('scan-5')
  syncServerClock(Date.now(), 0)

  expect(await admittedNow()).toBe(1)
})

test('a scan is newer than a stored one, also when the clock of the device was set back since', async () => {
  vi.spyOn(database, 'writeStored').mockResolvedValue(undefined)
  const earlier = { ...createEntry('scan-6'), sentAt: Date.now() + HOUR_MS }
  vi.spyOn(database, 'readStored').mockResolvedValue([earlier])
  useDoorQueue.setState({ entries: [] })
  await restoreQueue()

  expect(await admittedNow()).toBe(1)
  const list = await fetchList()
  await send('scan-7')
  const { entries } = useDoorQueue.getState()
  expect(applyEntries(list, entries).get('MQ-1')?.admitted).toBe(2)
})
