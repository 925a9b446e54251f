/** Of 30 visitors of the crowd, 18 share one address. */
const GROUP_SIZE = 30
const SHARED_IPV6_NETWORK = '2001:db8:0:0::/56'

/** An address that no other visitor of the crowd has. `n`: 0 to 65535. */
export const ownAddress = (n: number) => `10.0.${n >> 8}.${n & 255}`

/** The same for the visitors of one of up to 100 scenarios. */
export const scenarioAddress = (scenario: number, n: number) =>
  `10.${100 + scenario}.${n >> 8}.${n & 255}`

/** The address of the nth visitor of the crowd. Three of five share one in groups, one of five has an address of one IPv6 network. */
export function crowdAddress(n: number) {
  if (n % 5 < 3) return `203.0.113.${Math.floor(n / GROUP_SIZE)}`
  return n % 5 === 3 ? `2001:db8:0:${(n & 255).toString(16)}::1` : ownAddress(n)
}

/** The network that the limits of places count. */
export const networkOf = (address: string) =>
  address.includes(':') ? SHARED_IPV6_NETWORK : address
