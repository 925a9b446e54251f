import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { clientAddress, createProxyTrust, ipRateLimitKey } from './client-address.ts'

const through = (forwarded: string) =>
  ({
    headers: { 'x-forwarded-for': forwarded },
    socket: { remoteAddress: '10.0.0.1' },
  }) as unknown as IncomingMessage

test('who may be believed is believed, one step at a time', () => {
  const request = through('198.51.100.1, 203.0.113.1')

  const from = (trustedProxies: number | string[]) =>
    clientAddress(request, createProxyTrust({ trustedProxies }))
  expect(from(0)).toBe('10.0.0.1')
  expect(from(1)).toBe('203.0.113.1')
  expect(from(2)).toBe('198.51.100.1')
  expect(from(['10.0.0.0/8'])).toBe('203.0.113.1')
  expect(from(['192.0.2.0/24'])).toBe('10.0.0.1')
})

test('a household is one address, with or without a port', () => {
  expect(ipRateLimitKey('203.0.113.1:4711')).toBe('203.0.113.1')
  expect(ipRateLimitKey('::ffff:203.0.113.1')).toBe('203.0.113.1')
  expect(ipRateLimitKey('[2001:db8::1]:443')).toBe(ipRateLimitKey('2001:db8::2'))
})

test('a line that has broken before anybody looked comes from nowhere', () => {
  const gone = { headers: {}, socket: {} } as unknown as IncomingMessage

  expect(clientAddress(gone, createProxyTrust({ trustedProxies: 0 }))).toBe('')
})
