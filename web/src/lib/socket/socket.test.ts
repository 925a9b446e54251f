import { useNotifications } from '@marquee/ui-kit/ui/notify.ts'
import { beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { socket } from './socket.ts'

let logged: MockInstance
let connect: MockInstance

beforeEach(() => {
  vi.useFakeTimers()
  logged = vi.spyOn(console, 'warn').mockReturnValue()
  connect = vi.spyOn(socket, 'connect').mockReturnValue(socket)
})

/** Emits an event of the connection itself. */
const emit = (event: string, ...args: unknown[]) =>
  (socket as unknown as { emitReserved: (...all: unknown[]) => void }).emitReserved(event, ...args)

const refuse = () => emit('connect_error', new Error('Too many connections.'))
/** Socket.IO itself reconnects an active socket. */
const setActive = () => void vi.spyOn(socket, 'active', 'get').mockReturnValue(true)

test('the socket has the options of the specification [R-7.16][R-9.16]', () => {
  expect(socket.io.opts).toMatchObject({
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

test.each([
  ['refuses', refuse],
  ['closes', () => emit('disconnect', 'io server disconnect')],
])('the socket reconnects after a delay if the server %s the connection', (_how, end) => {
  end()

  expect(connect).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5_000)
  expect(connect).toHaveBeenCalledOnce()
})

test.each([
  ['Socket.IO does it', setActive, () => undefined],
  ['the socket is connected again', () => undefined, () => emit('connect') as undefined],
])('the socket does not reconnect by itself if %s', (_case, before, after) => {
  before()
  refuse()
  after()

  vi.advanceTimersByTime(60_000)
  expect(connect).not.toHaveBeenCalled()
})

test('a connection error is only logged, and enables polling after websocket [R-8.29]', async () => {
  vi.useRealTimers()
  setActive()

  refuse()

  expect(logged.mock.calls).toEqual([['socket connection failed:', 'Too many connections.']])
  expect(useNotifications.getState().visible).toEqual([])
  await expect.poll(() => socket.io.opts.tryAllTransports).toBe(true)
  expect(socket.io.opts.transports).toEqual(['websocket', 'polling'])
})
