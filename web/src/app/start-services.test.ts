import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { session } from '#features/session/session.store.ts'
import { asha } from '#test/fixtures.ts'
import { startMockApi } from '#test/mock-api.ts'
import { startServices } from './start-services.ts'

const calls: string[] = []
const socket = vi.hoisted(() => ({
  connected: true,
  once: (_event: 'connect', _listener: () => void): void => undefined,
  connect: (): void => undefined,
  disconnect: (): object => ({}),
}))
vi.mock('#lib/socket.ts', () => ({ socket, reconnectOnNetworkChange: () => undefined }))
vi.mock('#features/tickets/keep-tickets.ts', () => ({ keepTickets: async () => undefined }))

const mockApi = startMockApi()

beforeEach(() => {
  socket.connect = () => void calls.push('connect')
  socket.disconnect = () => {
    calls.push('disconnect')
    return socket
  }
  mockApi.use(
    http.get('*/api/auth/session', () => HttpResponse.json({ user: null })),
    http.get('*/api/movies', () => HttpResponse.json([])),
  )
})

test('startServices opens and closes the socket with the page and reconnects for another user or a confirmed email [R-4.33]', async () => {
  startServices()
  await vi.waitFor(() => expect(calls).toEqual(['connect']))

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
  let onConnect = () => undefined as unknown
  socket.connected = false
  socket.once = (_, listener) => {
    onConnect = listener
  }
  session.setUser(asha)
  expect(calls.splice(0)).toEqual([])
  onConnect()
  expect(calls.splice(0)).toEqual(['disconnect', 'connect'])
})
