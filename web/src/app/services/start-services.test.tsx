import { joinWaitingRoom, readWaitingRoom } from '@marquee/contract/bookings/waiting-room'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '#features/session/session.store.ts'
import * as keep from '#features/tickets/offline/keep-tickets.ts'
import * as storage from '#lib/device-data.ts'
import { connectionCalls, reconnect, socket } from '#test/fake-socket.ts'
import { asha, createQueuePosition } from '#test/fixtures.ts'
import { startMockApi } from '#test/mock-api.ts'
import { startServices, syncDeviceTickets } from './start-services.ts'

const mockApi = startMockApi()

beforeEach(() => {
  vi.spyOn(window, 'addEventListener')
  vi.spyOn(globalThis, 'setInterval')
  vi.spyOn(keep, 'keepTickets').mockResolvedValue()
  mockApi.use(
    http.get('*/api/auth/session', () => HttpResponse.json({ user: null })),
    http.get('*/api/movies', () => HttpResponse.json([])),
  )
})
// The services run until the page is closed.
afterEach(() => {
  for (const { value } of vi.mocked(setInterval).mock.results) clearInterval(value)
  for (const [type, listener] of vi.mocked(window.addEventListener).mock.calls)
    window.removeEventListener(type, listener)
})

test('startServices opens and closes the socket with the page and reconnects for another user or a confirmed email [R-4.33]', async () => {
  const calls = connectionCalls
  startServices()
  await expect.poll(() => calls).toEqual(['connect'])
  socket.connected = true

  session.setUser(asha)
  expect(calls.splice(0)).toEqual(['connect', 'disconnect', 'connect'])
  session.setUser({ ...asha, username: 'Asha K' })
  session.setUser({ ...asha, emailConfirmed: false })
  expect(calls.splice(0)).toEqual([])
  session.setUser(asha)
  expect(calls.splice(0)).toEqual(['disconnect', 'connect'])
  session.clearUser()
  expect(calls.splice(0)).toEqual(['disconnect', 'connect'])

  window.dispatchEvent(new Event('pagehide'))
  expect(calls.splice(0)).toEqual(['disconnect'])

  // A handshake in progress is completed before the reconnect.
  socket.connected = false
  session.setUser(asha)
  expect(calls.splice(0)).toEqual([])
  reconnect()
  expect(calls.splice(0)).toEqual(['disconnect', 'connect'])
})

test('startServices sends no call that writes before the call for the session is answered [S-1177]', async () => {
  const calls: string[] = []
  const session = Promise.withResolvers<void>()
  mockApi.use(
    http.get('*/api/auth/session', async () => {
      await session.promise
      calls.push('session answered')
      return HttpResponse.json({ user: null })
    }),
    http.get('*/api/showtimes/s1/waiting-room', () => {
      calls.push('read')
      session.resolve()
      return HttpResponse.json({ success: true, position: createQueuePosition() })
    }),
    http.post('*/api/showtimes/s1/waiting-room', () => {
      calls.push('write')
      return HttpResponse.json({ success: true, position: createQueuePosition() })
    }),
  )

  startServices()
  const input = { params: { showtimeId: 's1' } }
  await Promise.all([call(joinWaitingRoom, { ...input, body: {} }), call(readWaitingRoom, input)])

  expect(calls).toEqual(['read', 'session answered', 'write'])
})

test('syncDeviceTickets keeps the tickets of the user and deletes them on sign-out and for another user', async () => {
  const calls: string[] = []
  vi.spyOn(keep, 'keepTickets').mockImplementation(
    async (userId) => void calls.push(`keep ${userId}`),
  )
  vi.spyOn(storage, 'deleteDeviceData').mockImplementation(() => void calls.push('delete'))

  syncDeviceTickets()
  expect(calls.splice(0)).toEqual(['delete'])

  session.setUser(asha)
  await waitFor(() => expect(calls).toContain('keep u1'))
  calls.length = 0
  session.setUser({ ...asha, username: 'Asha K' })
  expect(calls).toEqual([])

  session.setUser({ ...asha, _id: 'u2' })
  await waitFor(() => expect(calls).toEqual(['delete', 'keep u2']))

  calls.length = 0
  session.clearUser()
  expect(calls).toEqual(['delete'])
})
