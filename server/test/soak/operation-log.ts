/** The rules that the soak test checks. */
export type Rule =
  | 'one holder per place'
  | 'release by the owner only'
  | 'all places or none'
  | 'parties stay together'
  | 'limits per holder'
  | 'limits per account'
  | 'limits per address'
  | 'limit per address at all showtimes'
  | 'places beyond the free share need a proof'
  | 'confirmed emails are not challenged'
  | 'ended holds are not taken back while others wait'
  | 'one deadline per selection'
  | 'longest hold'
  | 'expired holds are deleted'
  | 'kept holds are marked'
  | 'questions end in time'
  | 'holds last until their deadline'
  | 'one extension at checkout'
  | 'checkout outlasts a disconnect'
  | 'holds last for the grace period'
  | 'holds end after the grace period'
  | 'one connected tab keeps holds'
  | 'no holds after the cutoff'
  | 'no bookings after the start'
  | 'holdExpired to its holder only'
  | 'holdExpired at most once'
  | 'holdExpired arrives'
  | 'a place is sold once'
  | 'bookings contain all ordered places'
  | 'acknowledged bookings exist'
  | 'prices are right'
  | 'one booking per idempotency key'
  | 'revisions grow'
  | 'references lead to rows'
  | 'maps show the database'
  | 'sold places stay sold'
  | 'expected answers only'
  | 'nodes shut down in time'
  | 'others can buy during an attack'
  | 'a pass is admitted once'
  | 'the audit is complete'
  | 'takings are the bookings'

export interface Violation {
  rule: Rule
  detail: string
}

/** Who a holder was when it first connected. */
export interface Identity {
  /** The network that the limits per address count. */
  network: string
  /** Null if signed out. */
  userId: string | null
  /** The user's email is confirmed, so the limits per address do not apply. */
  isConfirmed: boolean
}

/** A request and its answer. Times are epoch milliseconds of this machine. */
export interface Operation {
  holder: string
  showtimeId: string
  kind: 'hold' | 'release' | 'foreign release' | 'extend' | 'checkout' | 'book' | 'disconnect'
  placeIds: string[]
  sentAt: number
  answeredAt: number
  /** `unknown`: the connection ended before the answer. The server may have granted the request. */
  outcome: 'granted' | 'refused' | 'unknown'
  holdUntil?: number | undefined
  /** The error code, or the reason why there is no answer. */
  refusal?: string | undefined
  /** Whether the request was sent with a proof of work that the server must accept. */
  isProven?: boolean | undefined
}

export interface Order {
  /** Each order has its own phone number, which identifies it in the database. */
  phone: string
  placeIds: string[]
  price: number
  outcomes: Operation['outcome'][]
  references: string[]
}

/** A period without a connection. */
export interface Disconnection {
  holder: string
  showtimeId: string
  from: number
  to: number
}

export interface OperationLog {
  /** By holder id. */
  identities: Map<string, Identity>
  operations: Operation[]
  disconnections: Disconnection[]
  orders: Order[]
  /** Violations that a client saw during the run. */
  violations: Violation[]
  /** Acknowledged sales of the counter. */
  counterSales: { reference: string; placeId: string }[]
  /** Places that staff has blocked at some time. They may become available again. */
  blockedPlaces: Set<string>
  /** The people that doors have let in, by reference. */
  admitted: Map<string, number>
}

export const createOperationLog = (): OperationLog => ({
  identities: new Map(),
  ...{ operations: [], disconnections: [], orders: [], violations: [] },
  ...{ counterSales: [], blockedPlaces: new Set<string>(), admitted: new Map<string, number>() },
})
