import { isIP } from 'node:net'

const NETWORK_NAMES = new Set(['loopback', 'linklocal', 'uniquelocal'])
const HOP_COUNT = /^\d{1,2}$/
const MAX_PREFIX_BITS = { 4: 32, 6: 128 } as Record<number, number>

/** Parses TRUST_PROXY: a number of proxies, or a list of addresses and networks. Returns undefined if it is neither. */
export function parseProxyList(text: string): number | string[] | undefined {
  if (HOP_COUNT.test(text)) return Number(text)
  const parts = text.split(',').map((part) => part.trim())
  return parts.every(isNetwork) ? parts : undefined
}

function isNetwork(part: string) {
  if (NETWORK_NAMES.has(part)) return true
  const [address = '', prefix, more] = part.split('/')
  const maxBits = MAX_PREFIX_BITS[isIP(address)]
  if (maxBits === undefined || more !== undefined) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= maxBits)
}
