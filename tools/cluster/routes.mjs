import { createHash } from 'node:crypto'

/** Calls that only the node which began a conversation understands. */
export const isConversation = (url) =>
  url.startsWith('/socket.io/') && /[?&](sid=|transport=polling)/.test(url)

/** The same node for the same address, and no other choice for most when one of the nodes is gone. */
export const nearest = (address, names) =>
  names
    .map((name) => ({ name, rank: createHash('sha1').update(`${address} ${name}`).digest('hex') }))
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))[0]?.name
