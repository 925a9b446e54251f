import { isIP } from 'node:net'

const NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal'])
const HOPS = /^\d{1,2}$/
const LONGEST_PREFIX = { 4: 32, 6: 128 } as Record<number, number>

/** The proxies that are trusted: so many of them, or those at these addresses and networks. Undefined if it says neither. */
export function parseProxyList(text: string): number | string[] | undefined {
  if (HOPS.test(text)) return Number(text)
  const parts = text.split(',').map((part) => part.trim())
  return parts.every(isNetwork) ? parts : undefined
}

function isNetwork(part: string) {
  if (NETWORKS.has(part)) return true
  const [address = '', prefix, more] = part.split('/')
  const longest = LONGEST_PREFIX[isIP(address)]
  if (longest === undefined || more !== undefined) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest)
}
