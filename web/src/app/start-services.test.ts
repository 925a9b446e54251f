import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { startServices } from '#app/start-services.ts'
import { session } from '#features/session/session.store.ts'
import { asha } from '#test/fixtures.ts'
import { startMockApi } from '#test/mock-api.ts'

const done: string[] = []
const socket = vi.hoisted(() => ({
  connected: true,
  once: (_event: 'connect', _then: () => void): void => undefined,
  connect: (): void => undefined,
  disconnect: (): object => ({}),
}))
vi.mock('#lib/socket.ts', () => ({ socket, followNetwork: () => undefined }))

const mockApi = startMockApi()

beforeEach(() => {
  socket.connect = () => void done.push('connect')
  socket.disconnect = () => {
    done.push('disconnect')
    return socket
  }
  mockApi.use(
    http.get('*/api/auth/session', () => HttpResponse.json({ user: null })),
    http.get('*/api/movies', () => HttpResponse.json([])),
  )
})

test('the socket is opened and closed with the page, and anew with every other person [R-4.33]', async () => {
  startServices()
  await vi.waitFor(() => expect(done).toEqual(['connect']))

  session.signedInAs(asha)
  expect(done.splice(0)).toEqual(['connect', 'disconnect', 'connect'])
  session.signedInAs({ ...asha, username: 'Asha K' })
  expect(done.splice(0)).toEqual([])
  session.signedOut()
  expect(done.splice(0)).toEqual(['disconnect', 'connect'])

  window.dispatchEvent(new Event('pagehide'))
  expect(done.splice(0)).toEqual(['disconnect'])

  // On its way as somebody else: it arrives first.
  let arrive = () => undefined as unknown
  socket.connected = false
  socket.once = (_, then) => {
    arrive = then
  }
  session.signedInAs(asha)
  expect(done.splice(0)).toEqual([])
  arrive()
  expect(done.splice(0)).toEqual(['disconnect', 'connect'])
})
