import type { PaymentRow } from '#src/database/schema.ts'
import { createPlaceReleases, type PlaceReleases } from './place-releases.ts'

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
  | 'selections have their places'
  | 'longest hold'
  | 'expired holds are deleted'
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
  | 'answered changes are done'
  | 'changes are those that were asked for'
  | 'changes lead to what a booking has'
  | 'passes are those of the seats'
  | 'one change per idempotency key'
  | 'the ledger only grows'
  | 'a cancelled show sells nothing'
  | 'a seat out of service has no claim'
  | 'a cancelled show refunds all'
  | 'offers are what was asked for'
  | 'offers belong to their account'
  | 'ordinary visitors do not wait'
  | 'no visitor is overtaken'
  | 'positions in the queue are kept'
  | 'further positions of an address need a proof'
  | 'programs get few seats'
  | 'the hall is used'

export interface Violation {
  rule: Rule
  detail: string
}

/** Who a holder was when it first connected. Offers have holders of their own. */
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
  kind:
    | 'hold'
    | 'release'
    | 'foreign release'
    | 'extend'
    | 'checkout'
    | 'book'
    | 'disconnect'
    | 'exchange'
    | 'cancel'
    | 'vehicle'
    | 'join list'
    | 'leave list'
    | 'open offer'
  /** For `exchange` and `open offer`: the places that are taken. */
  placeIds: string[]
  /** When the map was asked for from which the places were chosen. 0: it was another map than that at sending. */
  listedAt?: number | undefined
  sentAt: number
  answeredAt: number
  /** `unknown`: the connection ended before the answer. The server may have granted the request. */
  outcome: 'granted' | 'refused' | 'unknown'
  holdUntil?: number | undefined
  /** The error code, or the reason why there is no answer. */
  refusal?: string | undefined
  /** Whether the request was sent with a proof of work that the server must accept. */
  isProven?: boolean | undefined
  /** The phone number of the order, or the reference of the booking that is changed. */
  booking?: string | undefined
  /** Whether an earlier request with the same idempotency key may have been granted. Then this answer tells nothing of the present. */
  isRepeat?: boolean | undefined
}

export interface Order {
  /** Each order has its own phone number, which identifies it in the database. */
  phone: string
  placeIds: string[]
  price: number
  outcomes: Operation['outcome'][]
  references: string[]
}

/** One of the requests with the same idempotency key. `unknown` also means that the answer is still to come. */
export type Attempt = Pick<Operation, 'sentAt' | 'answeredAt' | 'outcome' | 'refusal'>

export type ChangeAction =
  | 'booking.cancel'
  | 'booking.change-seats'
  | 'booking.change-parking'
  | 'booking.change-vehicle'

/** A change of a booking that a visitor or staff has asked for. */
export interface BookingChange {
  reference: string
  action: ChangeAction
  isByStaff: boolean
  /** Undefined: all places of the booking. */
  given: string[] | undefined
  taken: string[]
  /** Rupees to pay, as previewed. Negative if money is given back. */
  difference: number
  /** The vehicle numbers of the request, by slot. */
  vehicles: Map<string, string>
  attempts: Attempt[]
}

/** Staff has cancelled a show, moved it, or taken seats of its screen out of service. */
export interface ShowChange extends Attempt {
  showtimeIds: string[]
  kind: 'cancel' | 'move to screen' | 'move in time' | 'seats out of service'
  /** The places whose holds end. Undefined: all places. */
  placeIds?: string[] | undefined
}

/** A period without a connection. */
export interface Disconnection {
  holder: string
  showtimeId: string
  from: number
  to: number
}

export interface CounterSale extends Pick<Operation, 'sentAt' | 'answeredAt' | 'showtimeId'> {
  reference: string
  placeId: string
}

export interface OperationLog {
  /** By visitor id. */
  identities: Map<string, Identity>
  operations: Operation[]
  disconnections: Disconnection[]
  orders: Order[]
  /** Violations that a client saw during the run. */
  violations: Violation[]
  /** Acknowledged sales of the counter. */
  counterSales: CounterSale[]
  /** The number of places that staff has blocked. */
  blocked: number
  /** By reference. */
  changes: Map<string, BookingChange[]>
  showChanges: ShowChange[]
  /** The payments that an answer listed. */
  ledgers: { reference: string; payments: Pick<PaymentRow, 'amount' | 'kind'>[] }[]
  /** The accounts of waiting entries, by the id of the entry. */
  waitingAccounts: Map<string, string>
  releases: PlaceReleases
  /** The people that doors have let in, by reference. */
  admitted: Map<string, number>
}

export const createOperationLog = (): OperationLog => ({
  identities: new Map(),
  operations: [],
  disconnections: [],
  orders: [],
  violations: [],
  counterSales: [],
  blocked: 0,
  admitted: new Map<string, number>(),
  changes: new Map(),
  showChanges: [],
  ledgers: [],
  waitingAccounts: new Map(),
  releases: createPlaceReleases(),
})

export const addChange = ({ changes }: Pick<OperationLog, 'changes'>, change: BookingChange) =>
  changes.set(change.reference, [...(changes.get(change.reference) ?? []), change])
