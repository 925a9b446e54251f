import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { createSocketRateLimiter } from './socket-rate-limiter.ts'

function setup(environment: Record<string, string> = {}) {
  let time = 0
  const limiter = createSocketRateLimiter({
    config: readConfig(environment),
    monotonicNow: () => time,
  })
  const advance = (ms: number) => {
    time += ms
  }
  return { ...limiter, advance }
}

const connect = (remoteAddress: string) => ({
  request: { socket: { remoteAddress }, headers: {} } as IncomingMessage,
})

const count = (times: number, isAllowed: () => boolean) =>
  Array.from({ length: times }, isAllowed).filter(Boolean).length

test('events are limited per connection and per address [S-156]', () => {
  const { isEventAllowed, advance } = setup()
  const fromConnections = (connections: number) =>
    count(connections, () => {
      const connection = connect('192.0.2.1')
      return count(40, () => isEventAllowed(connection)) === 30
    })

  expect(fromConnections(101)).toBe(100)
  expect(isEventAllowed(connect('192.0.2.2'))).toBe(true)

  advance(1000)
  expect(fromConnections(11)).toBe(10)
})

test('whole maps are limited per connection and per address [S-156]', () => {
  const { isMapAllowed, advance } = setup()
  const connection = connect('192.0.2.1')
  const others = (connections: number) =>
    count(connections, () => isMapAllowed(connect('192.0.2.1')))

  expect(count(10, () => isMapAllowed(connection))).toBe(3)
  expect(others(50)).toBe(37)
  expect(isMapAllowed(connect('192.0.2.2'))).toBe(true)

  advance(1000)
  expect(count(10, () => isMapAllowed(connection))).toBe(1)
  expect(others(50)).toBe(19)
})

test('requests for the best seats are limited per connection and per address [S-323]', () => {
  const { isChoiceAllowed, advance } = setup()
  const connection = connect('192.0.2.1')
  const others = (connections: number) =>
    count(connections, () => isChoiceAllowed(connect('192.0.2.1')))

  expect(count(20, () => isChoiceAllowed(connection))).toBe(10)
  expect(others(400)).toBe(290)
  expect(isChoiceAllowed(connect('192.0.2.2'))).toBe(true)

  advance(1000)
  expect(count(10, () => isChoiceAllowed(connection))).toBe(1)
  expect(others(50)).toBe(29)
})

test('packets are limited per connection and per address [S-159]', () => {
  const { isPacketAllowed, advance } = setup()
  const connection = connect('192.0.2.1')
  const others = (connections: number) =>
    count(connections, () => isPacketAllowed(connect('192.0.2.1')))

  expect(count(400, () => isPacketAllowed(connection))).toBe(300)
  expect(others(10_000)).toBe(9700)
  expect(isPacketAllowed(connect('192.0.2.2'))).toBe(true)

  advance(1000)
  expect(count(100, () => isPacketAllowed(connection))).toBe(50)
  expect(others(1000)).toBe(950)
})

test('handshakes are limited per address [S-157]', () => {
  const { isHandshakeAllowed, advance } = setup()
  const fromOne = (times: number) =>
    count(times, () => isHandshakeAllowed(connect('192.0.2.1').request))

  expect(fromOne(2100)).toBe(2000)
  expect(isHandshakeAllowed(connect('192.0.2.2').request)).toBe(true)
  advance(1000)
  expect(fromOne(100)).toBe(50)
})

test('polling requests are limited per address [S-179]', () => {
  const { isPollingRequestAllowed, advance } = setup()
  const fromOne = (times: number) =>
    count(times, () => isPollingRequestAllowed(connect('192.0.2.1').request))

  expect(fromOne(6100)).toBe(6000)
  expect(isPollingRequestAllowed(connect('192.0.2.2').request)).toBe(true)
  advance(1000)
  expect(fromOne(1000)).toBe(600)
})

test('nothing is limited if the rate limits are switched off', () => {
  const { isHandshakeAllowed, isPollingRequestAllowed, ...limiter } = setup({
    RATE_LIMITS: 'off',
  })
  const { isPacketAllowed, isEventAllowed, isMapAllowed } = limiter
  const connection = connect('192.0.2.1')

  expect(count(7000, () => isPollingRequestAllowed(connection.request))).toBe(7000)
  expect(count(20_000, () => isPacketAllowed(connection))).toBe(20_000)
  expect(count(4000, () => isEventAllowed(connection))).toBe(4000)
  expect(count(100, () => isMapAllowed(connection))).toBe(100)
  expect(count(3000, () => isHandshakeAllowed(connection.request))).toBe(3000)
})
