import { expect, test, vi } from 'vitest'
import { refusal } from '#test/mock-calls.ts'
import { useNotifications } from '#ui/notify.ts'
import * as database from './device-database.ts'
import type { DoorEntry } from './door-list.ts'
import { enqueue, isWaiting, sendQueue, useDoorQueue } from './door-queue.ts'

const createEntry = (scanId: string): DoorEntry => ({
  ...{ kind: 'scan', showtimeId: 's', reference: 'MQ-1', pass: 0, count: 1, scanId },
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
    return answer(scan.scanId === 'scan-2' ? 'CONFLICT' : 'ADMITTED', scan.scanId)
  })
  await Promise.all([sendQueue(), sendQueue()])

  expect(received.map(({ scanId }) => scanId)).toEqual(ids)
  expect(received.map(({ isOffline }) => isOffline)).toEqual([true, true, true])
  expect(useDoorQueue.getState().entries.filter(isWaiting)).toEqual([])
  expect(useDoorQueue.getState().correction).toMatchObject({
    verdict: 'CONFLICT',
    scanId: 'scan-2',
  })
})

test('the queue tells staff of an undo that the server refuses, and counts the people again [S-718]', async () => {
  vi.spyOn(database, 'writeStored').mockResolvedValue(undefined)
  const { showtimeId, reference, pass, count } = createEntry('scan-4')
  const fetched = vi.spyOn(globalThis, 'fetch')
  fetched.mockResolvedValueOnce(answer('ADMITTED', 'scan-4'))
  await enqueue(createEntry('scan-4'))
  fetched.mockResolvedValueOnce(refusal('CLOSED', 'This admission can no longer be undone.'))

  await enqueue({
    ...{ kind: 'undo', showtimeId, reference, pass, count, scanId: 'scan-4' },
    undoneAt: '2026-12-01T12:50:20.000Z',
  })

  const { entries } = useDoorQueue.getState()
  const own = entries.filter(({ scanId }) => scanId === 'scan-4')
  expect(own.map(({ kind }) => kind)).toEqual(['scan'])
  expect(useNotifications.getState().visible.at(-1)?.text).toBe(
    'MQ-1: This admission can no longer be undone.',
  )
})
