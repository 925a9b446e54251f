import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { socket } from '#lib/socket.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** What the line itself tells its socket. */
const emit = (event: string, ...args: unknown[]) =>
  (socket as unknown as { emitReserved: (...all: unknown[]) => void }).emitReserved(event, ...args)

const refuse = () => emit('connect_error', new Error('Too many windows are open here at once.'))

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
