import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { socket } from '#lib/socket.ts'
import { useNotifications } from '#ui/notify.ts'

let logged: MockInstance

beforeEach(() => {
  vi.useFakeTimers()
  logged = vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** What the line itself tells its socket. */
const emit = (event: string, ...args: unknown[]) =>
  (socket as unknown as { emitReserved: (...all: unknown[]) => void }).emitReserved(event, ...args)

const refuse = () => emit('connect_error', new Error('Too many tabs are open here at once.'))

test('it is opened by hand, by websocket before polling, with cookies, and has all patience [R-7.16][R-9.16]', () => {
  const { opts } = socket.io

  expect(opts).toMatchObject({
    autoConnect: false,
    transports: ['websocket', 'polling'],
    withCredentials: true,
  })
  expect(socket.io.timeout()).toBe(20_000)
  expect(socket.io.reconnection()).toBe(true)
  expect(socket.io.reconnectionDelay()).toBe(1_000)
  expect(socket.io.reconnectionDelayMax()).toBe(5_000)
  expect(socket.io.randomizationFactor()).toBe(0.5)
  expect(socket.io.reconnectionAttempts()).toBe(Number.POSITIVE_INFINITY)
})

test('what goes wrong with the line is written to the log, and nowhere else [R-8.29]', () => {
  vi.spyOn(socket, 'active', 'get').mockReturnValue(true)

  refuse()

  expect(logged).toHaveBeenCalledExactlyOnceWith(
    'socket connection failed:',
    'Too many tabs are open here at once.',
  )
  expect(useNotifications.getState().visible).toEqual([])
})

test('a window that the server refuses comes back a little later', () => {
  const connect = vi.spyOn(socket, 'connect').mockReturnValue(socket)

  refuse()

  expect(connect).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5000)
  expect(connect).toHaveBeenCalledOnce()
})

test('one whose line broke is left to the socket’s own patience', () => {
  const connect = vi.spyOn(socket, 'connect').mockReturnValue(socket)
  vi.spyOn(socket, 'active', 'get').mockReturnValue(true)

  refuse()

  vi.advanceTimersByTime(60_000)
  expect(connect).not.toHaveBeenCalled()
})

test('whoever’s line breaks may poll from then on, websocket still first', async () => {
  vi.useRealTimers()
  vi.spyOn(socket, 'active', 'get').mockReturnValue(true)

  refuse()

  await vi.waitFor(() => expect(socket.io.opts.tryAllTransports).toBe(true))
  expect(socket.io.opts.transports).toEqual(['websocket', 'polling'])
})

test('one that the server sends away comes back a little later', () => {
  const connect = vi.spyOn(socket, 'connect').mockReturnValue(socket)

  emit('disconnect', 'io server disconnect')

  vi.advanceTimersByTime(5000)
  expect(connect).toHaveBeenCalledOnce()
})

test('whoever is back meanwhile does not come a second time', () => {
  const connect = vi.spyOn(socket, 'connect').mockReturnValue(socket)

  refuse()
  emit('connect')

  vi.advanceTimersByTime(60_000)
  expect(connect).not.toHaveBeenCalled()
})
