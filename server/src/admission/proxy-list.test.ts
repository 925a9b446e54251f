import { expect, test } from 'vitest'
import { parseProxyList } from './proxy-list.ts'

test('proxies are so many, or those at these addresses', () => {
  expect(parseProxyList('0')).toBe(0)
  expect(parseProxyList('2')).toBe(2)
  expect(parseProxyList('10.0.0.0/8, 192.0.2.1,loopback, 2001:db8::/32,::1')).toEqual([
    '10.0.0.0/8',
    '192.0.2.1',
    'loopback',
    '2001:db8::/32',
    '::1',
  ])
})

test.each(['true', 'all', '*', '-1', '1.5', '10.0.0.0/33', '::/129', '10.0.0.0/8/8', 'a.b', '1,'])(
  '%s is no list of proxies',
  (text) => {
    expect(parseProxyList(text)).toBeUndefined()
  },
)
