import { renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import * as decisions from '#features/door/offline/decide.ts'
import * as socket from '#lib/live-updates.ts'
import { createShow } from '#test/fixtures.ts'
import { mockCalls } from '#test/mock-calls.ts'
import { QueryProvider } from '#test/render-page.tsx'
import * as signals from './signals.ts'
import { useDoor } from './use-door.ts'

const LIST = {
  showtimeId: 'show-1',
  screen: 'Screen 1',
  movie: 'Amaran',
  keys: [],
  excessAdmissions: [],
  startTime: '2026-12-01T13:00:00.000Z',
  endTime: '2026-12-01T15:00:00.000Z',
  bookings: [],
}
const tomorrow = {
  reference: 'MQ-2222222222',
  pass: 0,
  label: 'Admit 1',
  seats: ['A1'],
  slots: [],
  screen: 'Screen 2',
  movie: 'Vettaiyan',
  startTime: '2026-12-02T16:00:00.000Z',
  showtimeId: 'show-3',
  count: 1,
  admitted: 0,
  lastAdmission: null,
}

/** Scans the genuine pass of a show at the door of show-1. Returns the answer and the calls that asked the server. */
async function scanPassOf(showtimeId: string) {
  vi.spyOn(signals, 'playSignal').mockReturnValue(undefined)
  vi.spyOn(socket, 'useIsConnected').mockReturnValue(true)
  const pass = { reference: 'MQ-2222222222', showtimeId, number: 0, issue: 1 }
  vi.spyOn(decisions, 'readCode').mockResolvedValue({ token: 'T', pass })
  const sent = mockCalls([
    ['/door/show-1', LIST],
    ['/admissions', { verdict: 'WRONG_SHOW', scanId: 's', admittedNow: 0, pass: tomorrow }],
  ])
  const shows = [createShow(), createShow({ _id: 'show-2' })]
  const { result } = renderHook(() => useDoor('show-1', shows), { wrapper: QueryProvider })
  await waitFor(() => expect(result.current.list).toBeDefined())
  await result.current.scan('T')
  await waitFor(() => expect(result.current.answer).toBeDefined())
  return { decision: result.current.answer?.decision, sent }
}

test('the door asks the server about the ticket of a show that is not of today [S-716]', async () => {
  const { decision, sent } = await scanPassOf('show-3')
  expect(decision).toMatchObject({ verdict: 'WRONG_SHOW', show: { movie: 'Vettaiyan' } })
  expect(sent).toMatchObject([{ body: { token: 'T', showtimeId: 'show-1' } }])
})

test('the door decides alone about the ticket of another show of today [S-716]', async () => {
  const { decision, sent } = await scanPassOf('show-2')
  expect(decision).toMatchObject({ verdict: 'WRONG_SHOW', showtimeId: 'show-2' })
  expect(sent).toEqual([])
})
