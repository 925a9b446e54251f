import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { parseProxyList } from '../config/proxy-list.ts'
import { clientAddress, createProxyTrust } from './client-address.ts'

test.each([
  [0, '10.0.0.1'],
  [1, '203.0.113.1'],
  [2, '198.51.100.1'],
  [['10.0.0.0/8'], '203.0.113.1'],
  [['192.0.2.0/24'], '10.0.0.1'],
])('clientAddress with trusted proxies %j returns %s', (trustedProxies, address) => {
  const request = {
    headers: { 'x-forwarded-for': '198.51.100.1, 203.0.113.1' },
    socket: { remoteAddress: '10.0.0.1' },
  } as unknown as IncomingMessage

  expect(clientAddress(request, createProxyTrust({ trustedProxies }))).toBe(address)
})

test('clientAddress of a closed socket is empty', () => {
  const closed = { headers: {}, socket: {} } as unknown as IncomingMessage

  expect(clientAddress(closed, createProxyTrust({ trustedProxies: 0 }))).toBe('')
})

test('parseProxyList reads a number of proxies or a list of addresses', () => {
  const list = '10.0.0.0/8, 192.0.2.1,loopback, 2001:db8::/32,::1'
  expect(parseProxyList('2')).toBe(2)
  expect(parseProxyList(list)).toEqual(list.split(/, ?/))
})

test.each(['true', 'all', '*', '-1', '1.5', '10.0.0.0/33', '::/129', '10.0.0.0/8/8', 'a.b', '1,'])(
  'parseProxyList refuses %s',
  (text) => {
    expect(parseProxyList(text)).toBeUndefined()
  },
)
