// In which order visitors get their turns. Pure.

/** A round has at most this many positions of one address: of accounts with a confirmed email, and of other visitors. */
const POSITIONS_PER_ROUND = { confirmed: 10, unconfirmed: 2 }

export interface PositionToOrder {
  id: string
  isConfirmed: boolean
  /** The key of the network address. Null: unknown. */
  address: string | null
  /** Epoch milliseconds. */
  joinedAt: number
}

interface Shuffle {
  /** Those who came before are shuffled. Those who came later follow in the order of their arrival. */
  opensAt: number
  /** The random sort key of a position: a text that depends on its id and on the seed. */
  sortKeyOf: (id: string) => string
}

/**
 * Returns the ids of the positions in the order of their turns. Each round has the positions with a confirmed email first. Further positions of an address
 * are in later rounds, so that many visitor cookies behind one address win no more than a few.
 */
export function shuffleQueue(
  positions: readonly PositionToOrder[],
  { opensAt, sortKeyOf }: Shuffle,
): string[] {
  const isEarly = ({ joinedAt }: PositionToOrder) => joinedAt < opensAt
  const early = positions
    .filter(isEarly)
    .map((position) => ({ ...position, sortKey: sortKeyOf(position.id) }))
  early.sort((one, other) => (one.sortKey < other.sortKey ? -1 : 1))
  const counts = new Map<string, number>()
  const ranked = early.map((position) => ({ id: position.id, rank: rankOf(position, counts) }))
  const later = positions
    .filter((position) => !isEarly(position))
    .toSorted((one, other) => one.joinedAt - other.joinedAt || (one.id < other.id ? -1 : 1))
  // Sorting keeps the random order within a rank.
  return [...ranked.toSorted((one, other) => one.rank - other.rank), ...later].map(({ id }) => id)
}

/** Counts the position under its address. */
function rankOf({ address, isConfirmed }: PositionToOrder, counts: Map<string, number>) {
  const group = isConfirmed ? 'confirmed' : 'unconfirmed'
  const key = `${group} ${address}`
  const earlier = address === null ? 0 : (counts.get(key) ?? 0)
  counts.set(key, earlier + 1)
  return 2 * Math.floor(earlier / POSITIONS_PER_ROUND[group]) + (isConfirmed ? 0 : 1)
}

/** So many positions of one address without a confirmed email need no proof of work. */
const POSITIONS_WITHOUT_PROOF = 4
const MAX_PROOF_STEP = 8

/**
 * The step of the proof of work for a further position of an address, which has so many positions without a confirmed email. The work doubles each time
 * that their number does. 0: no proof is needed.
 */
export const proofStepFor = (positions: number) =>
  positions < POSITIONS_WITHOUT_PROOF
    ? 0
    : Math.min(MAX_PROOF_STEP, 1 + Math.floor(Math.log2(positions / POSITIONS_WITHOUT_PROOF)))

interface ComparedPosition {
  number: number | null
  hasTurn: boolean
  joinedAt: number
}

/** Compares positions for the choice of the better one of a visitor and of an account: a turn, then the lower number, then the earlier arrival. */
export const comparePositions = (one: ComparedPosition, other: ComparedPosition) =>
  Number(other.hasTurn) - Number(one.hasTurn) ||
  (one.number ?? Number.MAX_SAFE_INTEGER) - (other.number ?? Number.MAX_SAFE_INTEGER) ||
  one.joinedAt - other.joinedAt
