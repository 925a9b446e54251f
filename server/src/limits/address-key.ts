import { createHmac } from 'node:crypto'
import { networkOf } from './client-address.ts'

/** The part of an IPv6 address that one customer of a provider may have. */
const IPV6_PREFIX_BITS = 56

/** Returns the key under which an address is stored: the database must not contain addresses. */
export const createAddressKey = (secret: string) => (address: string | undefined) =>
  createHmac('sha256', secret)
    .update(`address ${networkOf(address, IPV6_PREFIX_BITS)}`)
    .digest('base64url')
