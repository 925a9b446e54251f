import type { NoticeKind } from '@marquee/contract/accounts/notices'
import type { AuditSubjectType } from '@marquee/contract/office/audit'
import type { PaymentMethod } from '@marquee/contract/office/bookings'
import type { EnquiryState } from '@marquee/contract/office/enquiries/enquiries'
import type { Scope } from '@marquee/contract/office/office-endpoint'
import type { RefundAs, RefundFor } from '@marquee/contract/office/shows/show-cancellations'
import type { Channel } from '@marquee/contract/office/shows/shows'
import type { VehicleState } from '@marquee/contract/office/valet'
import type { SlotType } from '@marquee/contract/parking'
import type { AccessType } from '@marquee/contract/seats/seats'
import type { Generated, Kysely, Transaction } from 'kysely'

/**
 * The tables, grouped as in docs/schema.md, which is made from the comments of this file. Instants are epoch milliseconds, ids text, money
 * whole rupees, flags 0 or 1: the same on both databases.
 */
export interface Schema
  extends CatalogueTables,
    AccountTables,
    BookingTables,
    SelectionTables,
    DoorTables,
    OfficeTables,
    CounterTables,
    MessageTables,
    ReportTables,
    QueueTables {}

/** Catalogue: what the cinema shows, and where. */
interface CatalogueTables {
  cinema: CinemaRow
  screens: ScreenRow & {
    /** Minutes between two shows. */
    cleaning_minutes: Generated<number>
    /** The first and the last day without shows: 2026-12-01. Null: there are shows on all days. */
    closed_from: Generated<string | null>
    closed_to: Generated<string | null>
    /** The screen of which this row is an earlier version of the layout: with the places and the shows that keep it. Null: the screen with its latest layout. */
    version_of: Generated<string | null>
    /** Counts the versions of the layout of a screen from 1. */
    layout_version: Generated<number>
    /** New shows from this moment on have this layout. */
    valid_from: Generated<number>
  }
  places: PlaceColumns & {
    /** 1: it cannot be held or sold. Visitors see it as sold. */
    out_of_service: Generated<number>
  }
  seat_outages: SeatOutageRow
  movies: MovieRow
  poster_files: PosterFileRow
  showtimes: ShowtimeRow & {
    /** 1: its viewers know that accessible places are open to everyone. */
    access_opened: Generated<number>
    /** When the cinema cancelled the show. */
    cancelled_at: Generated<number | null>
    /** Random with each change of the state. */
    version: Generated<string>
  }
  daily_showtimes: DailyShowtimeRow
  programme: ProgrammeRow & {
    /** 1: it was changed in the office. The setting CATALOGUE is refused then. */
    owned_by_office: Generated<number>
    /** A JSON array: the prepared answers to enquiries. They are here because the cinema has one row of this table. */
    reply_templates: Generated<string>
  }
  programme_plans: ProgrammePlanRow
  catalogue_ids: CatalogueIdRow
  show_moves: ShowMoveRow
  show_cancellations: ShowCancellationRow
}

/** Accounts: users, how they sign in, and on which devices. */
interface AccountTables {
  users: UserRow & {
    /** 1: no mails before a show. */
    reminders_off: Generated<number>
  }
  identities: IdentityRow
  sessions: SessionRow
  refresh_tokens: RefreshTokenRow
  email_tokens: EmailTokenRow
  phone_codes: PhoneCodeRow
  profile_pictures: ProfilePictureRow
  used_nonces: UsedNonceRow
}

/** Bookings: what was sold, paid, changed and cancelled. */
interface BookingTables {
  bookings: BookingRow & {
    /** The number of the current issue of its passes. Passes of earlier issues are void. */
    issue: Generated<number>
    /** Who has cancelled the whole booking. Null: its visitor, also at the counter, or it is not cancelled. */
    cancelled_by: Generated<CancelledBy>
    /** Until then the visitor can cancel for a full refund, because the show was moved. */
    full_refund_until: Generated<number | null>
    /** The largest share in percent that a moved booking refunds. Null: by the refund policy. */
    refund_cap: Generated<number | null>
    /** Rupees that exchanges of seats have not given back. */
    exchange_fees: Generated<number>
    /** When the last of the house seats was given back. */
    house_ended_at: Generated<number | null>
    /** The person who sold or kept the places at the device. */
    person_id: Generated<string | null>
    /** The shift of the device in which it was sold. */
    shift_id: Generated<string | null>
  } & {
    [Column in keyof BookingOrigin]: Generated<BookingOrigin[Column]>
  }
  booking_places: BookedPlaceRow
  seat_passes: SeatPassRow
  payments: PaymentRow
  cancelled_places: CancelledPlaceRow
  booking_changes: BookingChangeRow
  booking_notes: BookingNoteRow
}

/** Selections: what is held and sold at each showtime. Every change locks the row of the showtime. */
interface SelectionTables {
  selections: SelectionRow
  selection_friends: SelectionFriendRow
  claims: ClaimRow
  cool_downs: CoolDownRow
}

/** Door and valet: who was let in, and where the vehicles are. */
interface DoorTables {
  admissions: AdmissionRow & {
    /** 1: the door had no connection. */
    is_offline: Generated<number>
  }
  excess_admissions: ExcessAdmissionRow
  vehicle_states: VehicleStateRow
}

/** Office: the devices of staff, and what they have done. */
interface OfficeTables {
  devices: DeviceRow & {
    /** Wrong PINs since the last right one. */
    pin_failures: Generated<number>
    /** No PIN is accepted until then, after wrong ones. Null: PINs are accepted. */
    pin_blocked_until: Generated<number | null>
  } & {
    [Column in keyof DevicePerson]: Generated<DevicePerson[Column]>
  }
  pairing_codes: PairingCodeRow
  programme_drafts: ProgrammeDraftRow
  audit: AuditRow
}

/** Counter: the people of staff, their shifts at cash drawers, and vouchers. */
interface CounterTables {
  people: PersonRow
  shifts: ShiftRow
  vouchers: VoucherRow
}

/** Messages: what the cinema tells visitors, what they wait for, and what they ask. */
interface MessageTables {
  outbox: OutboxRow
  notices: NoticeRow
  booking_alerts: BookingAlertRow
  waiting_entries: WaitingEntryRow
  enquiries: EnquiryRow & {
    [Column in keyof EnquiryProgress]: Generated<EnquiryProgress[Column]>
  }
}

/** Reports: what each business day has taken, and how it was closed. */
interface ReportTables {
  change_takings: ChangeTakingsRow
  daily_takings: DailyTakingsRow
  business_days: BusinessDayRow & {
    [Counter in keyof SelectionCounts]: Generated<SelectionCounts[Counter]>
  }
}

/** Queues: who waits for a turn at a showtime that more people want than its hall can take. */
interface QueueTables {
  queues: QueueRow
  queue_positions: QueuePositionRow & Record<'has_held', Generated<number>>
  watcher_counts: WatcherCountRow
}

export type PlaceType = 'seat' | SlotType

/** The cinema itself. One row, if the catalogue file describes it. */
export interface CinemaRow {
  id: number
  name: string
  address: string | null
  latitude: number | null
  longitude: number | null
  phone: string | null
  /** Visitors should arrive this many minutes before the start. */
  arrival_minutes: number
  /** Shows begin and end between these local times: 09:00. At or before `opens_at`, `closes_at` is on the next day. Null: at any time. */
  opens_at: string | null
  closes_at: string | null
}

/** An id of the catalogue file, and what it names. */
export interface CatalogueIdRow {
  kind: 'screen' | 'row' | 'movie' | 'daily'
  /** Ids of rows begin with the id of their screen. */
  file_id: string
  /** The id of a screen or movie. Of a row its screen and letters, of a daily showtime its screen and time. */
  stored_id: string
}

/** A screen with its places, or an earlier version of its layout. */
export interface ScreenRow {
  id: string
  name: string
  /** Grows with each change of the places, whatever the version of the layout. */
  places_revision: number
}

/** A seat or a parking slot of a screen. */
export interface PlaceColumns {
  id: string
  /** The version of the layout of its screen, the latest or an earlier one. */
  layout_id: string
  /** A seat, or a slot for a two-wheeler or a four-wheeler. */
  kind: PlaceType
  /** Row letters and number: A12. A slot has a number. */
  label: string
  /** Decides the price of a seat. Null: a parking slot. */
  category: string | null
  /** The display order of the places of one kind. */
  position: number
  /** 1: the screen has it no more. Kept because it was booked or is held. */
  retired: number
  /** An accessible place: protected for people who ask for one, until some time before the start. */
  access: AccessType | null
  /** Of a seat in a drawn row: cells from the middle of the hall. Null: the seat map places it. */
  x: number | null
}

export interface PlaceRow extends PlaceColumns {
  out_of_service: number
}

/** A seat that is or was out of service. It has a row for its place in each layout of its screen. */
export interface SeatOutageRow {
  id: string
  place_id: string
  reason: string
  /** The device that took it out of service. */
  device_id: string
  since: number
  /** When it was back in service. Null: it is out of service. */
  ended_at: number | null
  /** The device that put it back into service. */
  ended_by: string | null
  end_reason: string | null
}

/** A movie of the catalogue file. */
export interface MovieRow {
  id: string
  name: string
  genre: string
  /** A JSON array of names. */
  cast_names: string
  summary: string
  /** Out of ten: 8.9. */
  ratings: number
  /** The number of visitors who rated it. */
  votes: number
  language: string
  /** Minutes. */
  duration: number
  /** The certificate: UA. */
  rating: string
  /** A file name: `amaran.jpg`. */
  image_url: string
  /** The path or URL of the poster. Null: `image_url`. */
  poster: string | null
  image: string | null
  /** Shown in the listing for a movie without showtimes. */
  screen_text: string | null
  /** Like `screen_text`. */
  timing_text: string | null
  /** The https URL of a video. */
  trailer: string | null
  /** The day on which the movie opens: `2026-12-24`. */
  release_date: string | null
  /** The order of the listing. */
  position: number
  /** 1: no longer in the catalogue file. Kept because it has showtimes. */
  retired: number
}

/** A size of a poster that was uploaded in the office. */
export interface PosterFileRow {
  /** Has a hash of the content. */
  path: string
  movie_id: string
  /** JPEG or AVIF in base64. */
  content: string
}

/** A user who wants to know when booking opens for a movie. */
interface BookingAlertRow {
  user_id: string
  movie_id: string
  created_at: number
  /** When the mail was written. Null: it is still to come. */
  told_at: number | null
}

/** One showing of a movie. The row is the lock of all that is held and sold at it. */
export interface ShowtimeRow {
  id: string
  movie_id: string
  /** The version of the layout of its screen, the latest or an earlier one. */
  layout_id: string
  starts_at: number
  /** Booking closes this many minutes before the start. Null: the default of the settings. */
  cutoff_minutes: number | null
  /** Grows with every change of the showtime's state, in the same transaction. */
  rev: number
}

/** A show that the cinema has cancelled. `cancelled_at` of the showtime closes it; its bookings are refunded afterwards. */
export interface ShowCancellationRow {
  showtime_id: string
  /** Visitors read it. */
  reason: string
  /** The device that cancelled the show. */
  device_id: string
  /** `admitted`: only bookings of which people were let in are refunded. */
  refund_for: RefundFor
  /** `voucher`: the refunds are vouchers, except for what a voucher has paid. */
  refund_as: RefundAs
  cancelled_at: number
  /** Null: bookings are still to be refunded. */
  finished_at: number | null
}

/** Who has cancelled a whole booking. The cinema: its show was cancelled, or there were no seats for it. Null: its visitor, also at the counter, or it is not cancelled. */
export type CancelledBy = 'cinema' | null

/** A showtime that repeats every day. */
export interface DailyShowtimeRow {
  screen_id: string
  /** Local time of the cinema: 21:30. */
  at: string
  movie_id: string
  cutoff_minutes: number | null
  /** A JSON array of days without the showtime. */
  except_dates: string
}

/** The programme as a whole. One row, after the first start or change. */
interface ProgrammeRow {
  id: number
  /** Grows with each change of the programme by a catalogue file or by staff. */
  version: number
  /** A JSON array: why the catalogue file of the last start was not applied. Null once a catalogue is applied. */
  catalogue_problems: string | null
}

/** A change of the programme, or of the layout of a screen, that staff has planned and may apply for a day. */
export interface ProgrammePlanRow {
  id: string
  kind: 'programme' | 'layout'
  /** The version of the programme for which it was planned. */
  version: number
  /** A JSON object: the catalogue, or the screen with its new layout. */
  content: string
  /** A JSON object: the shows in use that are moved and cancelled. Null: a plan of a catalogue file or a layout, which changes none. */
  show_changes: string | null
  /** It is not applied later: the first start of a show that it adds, moves or removes (null: it changes none), or the end of the first day of a layout. */
  expires_at: number | null
  planned_at: number
  /** Null: it was not applied. */
  applied_at: number | null
}

/** A show that staff has moved to another screen or start. The showtime keeps its id. */
interface ShowMoveRow {
  id: string
  showtime_id: string
  from_screen_id: string
  from_starts_at: number
  to_screen_id: string
  to_starts_at: number
  /** Visitors read it. */
  reason: string
  /** The device that moved the show. */
  device_id: string
  at: number
}

/** Who held or bought something, under the keys of the limits per account and per address. */
interface LimitKeyColumns {
  /** The user. */
  account: string | null
  /** The key of the mailbox of the account. It outlives the account. */
  mailbox: string | null
  /** The address key of a visitor without a confirmed email, who counts under the limits per address. A sale keeps it until the start. */
  address: string | null
  /** The address key of a visitor with a confirmed email. */
  confirmed_address: string | null
}

interface ChooserColumns extends LimitKeyColumns {
  /** When the visitor entered payment. */
  checkout_at: number | null
  /** When the visitor acted last or was last seen connected. Null: never abandoned. */
  seen_at: number | null
  /** The number of places that the visitor has chosen. */
  places: number
}

/** What a holder holds at a showtime, with its deadline. The columns of the chooser are those of the holder. */
export interface SelectionRow extends ChooserColumns {
  showtime_id: string
  /** The random id in the signed cookie of the visitor. */
  holder: string
  /** When the first place was held. */
  since: number
  /** When the hold of all its places ends. */
  deadline: number
  /** The hash of the link with which friends join. */
  link_hash: string | null
  /** 1: the holder pays for the places of friends. */
  pays_for_all: number
}

/** A friend who has joined a selection. */
export interface SelectionFriendRow extends ChooserColumns {
  showtime_id: string
  /** The visitor id of the friend. */
  friend: string
  /** The holder of the selection. */
  holder: string
  name: string
}

/** One party's right to one place of a showtime: held by a selection, or sold to a booking. */
export interface ClaimRow extends LimitKeyColumns {
  showtime_id: string
  place_id: string
  /** Null: sold. */
  holder: string | null
  /** The visitor who chose the held place: its holder, or a friend. */
  chooser: string | null
  /** When a visitor of another address last asked for the held place. */
  asked_at: number | null
  /** Null: held. The keys of the limits are those of the buyer then. */
  booking_id: string | null
  /** When the place was sold. Null: by staff, or not sold. */
  sold_at: number | null
}

/** The holder of an ended hold may not hold the place again while another visitor waits for it. */
export interface CoolDownRow {
  showtime_id: string
  place_id: string
  holder: string
  /** Applies to all visitors of the address to whom the limits per address apply. */
  address: string | null
  until_at: number
}

/** A sale, or places that the house keeps from sale (channel `house`). */
export interface BookingRow {
  id: string
  /** What visitors and staff call the booking: MQ-7K2M9P. */
  reference: string
  /** Null after the account was deleted. */
  user_id: string | null
  showtime_id: string
  phone: string | null
  /** The price when it was booked. `paidTotal` is what was paid since. */
  total_cost: number
  /** What the ledger says: Paid, Partly refunded or Refunded. */
  payment_status: string
  created_at: number
  /** The key with which the order was sent: repeated, it returns this booking. */
  idempotency_key: string | null
  /** A hash of the order. Another order with the same key is refused. */
  request_hash: string
}

/** How a booking was made. */
export interface BookingOrigin {
  /** Where it was sold. `house`: the house keeps the places from sale. */
  channel: Channel | 'house'
  /** How the buyer paid what no voucher has paid. `none`: house seats. */
  payment_method: PaymentMethod | 'none'
  /** The voucher that has paid the booking or a part of it. */
  voucher_id: string | null
  /** Rupees that the voucher has paid. */
  voucher_amount: number
  /** The device that sold or kept the places. Null: sold on the site. */
  device_id: string | null
  /** What the counter was told about the buyer. */
  contact_name: string | null
  /** In lower case. The counter was told it, or staff has corrected it. Mails go there, and not to the account. */
  contact_email: string | null
  /** Why the house keeps the places from sale. */
  house_reason: string | null
  /** The house keeps the places until then. Null: until staff gives them back. */
  house_until: number | null
}

/** A place of a booking. */
export interface BookedPlaceRow {
  booking_id: string
  place_id: string
  /** Rupees that were paid for it. */
  price: number
  vehicle_number: string | null
}

/** The pass of a seat of a booking. Triggers write the rows with those of `booking_places`. */
interface SeatPassRow {
  booking_id: string
  /** Counts the passes of a booking from 1. No number is given again. */
  number: number
  place_id: string
  /** The visitor id of the friend who chose the seat in a shared selection, if another visitor has paid for it. */
  friend: string | null
  /** The account of the friend, if they were signed in when they chose the seat. */
  friend_user_id: string | null
  /** When the seat left the booking. */
  void_at: number | null
}

/**
 * A row of the ledger: a payment, a refund, or the payout of a refund that the counter owed. Sums of what was paid have payments minus
 * refunds; payouts only tell that a refund was handed over. Rows are only added: triggers refuse updates and deletions.
 */
export interface PaymentRow {
  booking_id: string
  /** Counts the rows of a booking from 1. A trigger inserts the first one with the booking. */
  number: number
  kind: 'payment' | 'refund' | 'payout'
  amount: number
  /** Of a refund: how it goes back. The counter owes refunds in cash and by card until they are paid out, also in another way. */
  method: PaymentMethod
  /** The voucher that has paid, gets the refund back, or is the payout. */
  voucher_id: string | null
  /** Of a payout: the number of the refund that was paid out. A refund is paid out once. */
  refund_number: number | null
  /** Why it was refunded. */
  reason: string | null
  /** The device of the staff. Null: by the account of the booking, which is not repeated here, because an account can be deleted. */
  device_id: string | null
  /** The person at the device. */
  person_id: string | null
  /** The shift in whose cash drawer a payment or payout is counted. */
  shift_id: string | null
  at: number
}

/** A place that a booking had until it was cancelled. */
interface CancelledPlaceRow {
  id: string
  booking_id: string
  showtime_id: string
  place_id: string
  /** Rupees that were paid for the place. */
  price: number
  /** Rupees of them that were given back. */
  refund: number
  at: number
}

/** A change of a booking that can be repeated safely, by its idempotency key. */
interface BookingChangeRow {
  booking_id: string
  /** A hash of the idempotency key. */
  key_hash: string
  /** A hash of the request. Another request with the same key is refused. */
  request_hash: string
  at: number
}

/** People who were let in at the door. Rows are only added: an admission that was undone gets a second row with a negative count. */
interface AdmissionRow {
  id: string
  booking_id: string
  /** The number of the pass: 0 for the whole party. */
  pass: number
  /** People. Negative: the admission was undone. */
  count: number
  /** The device that scanned the pass. */
  device: string | null
  /** By the clock of the device. */
  scanned_at: number
  /** By the clock of the database. */
  received_at: number
  showtime_id: string | null
  /** The scan that admitted, or the one that was undone. */
  scan_id: string | null
}

/** People who were let in offline although another door had admitted their pass. They do not count as admitted. */
export interface ExcessAdmissionRow {
  scan_id: string
  booking_id: string
  showtime_id: string
  pass: number
  count: number
  device: string
  scanned_at: number
  received_at: number
  /** The last admission before it. */
  first_scan_id: string | null
}

/** Where the vehicle of a parking slot is. */
interface VehicleStateRow {
  showtime_id: string
  place_id: string
  booking_id: string
  state: VehicleState
  since: number
}

/** A note of staff about a booking. */
interface BookingNoteRow {
  id: string
  booking_id: string
  device_id: string
  at: number
  content: string
}

/** A staff device. */
export interface DeviceRow {
  id: string
  name: string
  /** What the device may do. */
  scope: Scope
  /** A hash of the secret in the cookie of the device. */
  secret_hash: string
  created_at: number
  last_seen_at: number
  /** When its access ends. Null: not by itself. */
  expires_at: number | null
  revoked_at: number | null
}

/** Who works at a device. */
export interface DevicePerson {
  /** Null: the device is locked, or it has no people. */
  person_id: string | null
  /** When the person last made a request there. The device locks some time after it. */
  person_seen_at: number | null
}

/** A person of staff. The audit and the ledger have only the id. */
export interface PersonRow {
  id: string
  name: string
  /** A JSON array of scopes: what the person may do on a device that may do it. */
  scopes: string
  /** Null: the person is retired. */
  pin_hash: string | null
  created_at: number
  retired_at: number | null
}

/** The time in which a device takes cash into one drawer, from the opening float to the sign-off. Triggers refuse changes after it. */
export interface ShiftRow {
  id: string
  device_id: string
  /** The person who has opened the shift. */
  person_id: string | null
  opened_at: number
  /** Rupees in the drawer at the beginning. */
  opening_float: number
  /** Null: the shift is open. A device has one open shift. */
  signed_off_at: number | null
  /** The person who has signed off the shift. */
  signed_off_by: string | null
  /** Rupees taken in cash, by the ledger at the sign-off. */
  sales: number | null
  /** Rupees paid out in cash, by the ledger at the sign-off. */
  payouts: number | null
  /** Rupees that were counted at the sign-off. */
  counted: number | null
  note: string | null
}

/** A voucher of the cinema. It pays bookings until its balance is used. */
export interface VoucherRow {
  id: string
  /** What buyers enter. Random, with a check character. */
  code: string
  /** Rupees that it was issued for. */
  amount: number
  /** Rupees that are left: the amount, less what it has paid, plus what was refunded to it. */
  balance: number
  valid_until: number
  created_at: number
  /** The device that has issued it. Null: the server. */
  device_id: string | null
  person_id: string | null
  reason: string
  /** The booking whose refund it is. Null: it was issued by hand. */
  booking_id: string | null
  /** The refund or payout of the ledger that it is. */
  payment_number: number | null
}

/** A code with which a new device of staff pairs once. */
interface PairingCodeRow {
  code_hash: string
  /** Null: the device names itself. */
  name: string | null
  /** What the device may do. */
  scope: Scope
  /** When the access of the device ends. */
  device_expires_at: number | null
  /** When the code ends. */
  valid_until: number
}

/** Changes of the programme that a device has not applied yet. */
export interface ProgrammeDraftRow {
  /** In the link for colleagues. */
  id: string
  device_id: string
  /** A JSON array. */
  changes: string
  /** The version of the programme on which the changes were made. */
  programme_version: number
  /** Grows each time it is saved. */
  revision: number
  saved_at: number
}

/** One action of staff. Rows are only added. Ids only: deleting an account leaves nothing of it here. */
export interface AuditRow {
  id: string
  at: number
  /** Null: the owner of the booking, or the server itself. */
  device_id: string | null
  /** The person at the device. */
  person_id: string | null
  action: string
  subject_type: AuditSubjectType
  subject_id: string
  /** A JSON object. */
  state_before: string | null
  /** A JSON object. */
  state_after: string | null
  reason: string | null
}

/** An account of a visitor. */
export interface UserRow {
  id: string
  username: string
  /** In lower case. An account that has lost its email has a random one. */
  email: string
  /** Null for an account that signs in with Google only. */
  password_hash: string | null
  phone: string | null
  phone_verified: number
  /** The path of the uploaded picture, or an address at Google. */
  picture: string | null
  created_at: number
  /** When the user proved to receive mails at this email. */
  email_confirmed_at: number | null
}

/** An account at an identity provider with which a user signs in. */
interface IdentityRow {
  issuer: string
  /** The id of the account at the issuer. */
  subject: string
  user_id: string
}

/** A value that can be used once: an ID token or a proof of work. */
interface UsedNonceRow {
  hash: string
  /** When the value is not valid any more, and the row is deleted. */
  expires_at: number
}

/** The hash of a link that was sent to an email. Deleted when used. */
export interface EmailTokenRow {
  hash: string
  purpose: 'confirm' | 'reset'
  user_id: string
  email: string
  expires_at: number
}

/** The last code that was sent to verify a phone number. Deleted when it is used, and when the phone number changes. */
interface PhoneCodeRow {
  user_id: string
  code_hash: string
  expires_at: number
  /** Codes that were tried. */
  attempts: number
}

/** An uploaded picture of a user. */
interface ProfilePictureRow {
  user_id: string
  /** The path of the file. Has a hash of its content. */
  path: string
  /** WebP in base64. */
  content: string
}

/** A device on which a user is signed in. */
interface SessionRow {
  id: string
  user_id: string
  created_at: number
  ended_at: number | null
  /** The hash of the visitor id of the browser that has signed in. */
  visitor_hash: string
  /** The name of the browser that has signed in, and of its system. Null if unknown. */
  browser: string | null
  /** When it was renewed last. */
  last_seen_at: number
}

/** A token that renews a session once, and the access token that was granted with it. */
interface RefreshTokenRow {
  hash: string
  session_id: string
  created_at: number
  expires_at: number
  /** When it was exchanged for the next token. */
  used_at: number | null
  /** The hash of the access token that was granted with it. */
  access_hash: string
  access_expires_at: number
}

/** A question or a message to the cinema. It is also mailed to the box office. */
export interface EnquiryRow {
  id: string
  kind: 'question' | 'message'
  name: string | null
  email: string
  body: string
  created_at: number
}

/** What staff has done about an enquiry. */
export interface EnquiryProgress {
  state: EnquiryState
  /** The device that sees to it. */
  device_id: string | null
  /** A JSON array: the answers, the oldest first. The id of an answer is that of its mail. */
  answers: string
}

/** A mail that is to be sent or was sent. It is written in the transaction of its event. */
export interface OutboxRow {
  /** Also the Message-ID. */
  id: string
  /**
   * `change` is about what a visitor has changed, `staffChange` about what the cinema has. `enquiry` is from a visitor to the box office, `answer` the answer of staff,
   * `message` what staff tells the visitors of a show, `voucher` the code of a voucher, `turn` that it is the visitor's turn in a waiting room. `deletion` is the notice of a deleted account: once it is
   * sent, only a key of its recipient is kept.
   */
  kind:
    | 'booking'
    | 'change'
    | 'staffChange'
    | 'reminder'
    | 'alert'
    | 'offer'
    | 'turn'
    | 'enquiry'
    | 'answer'
    | 'message'
    | 'voucher'
    | 'account'
    | 'deletion'
  /** The account that the mail is about. The mail is deleted with it. */
  user_id: string | null
  /**
   * The booking that the mail is about. Its subject is empty: the mail is composed when it is sent. Its body has the paragraphs that it begins with, one
   * in each line.
   */
  booking_id: string | null
  recipient: string
  /** Under which limit of mails to the recipient it counts. Null: under none. */
  mail_limit: string | null
  reply_to: string | null
  /** The ids of the mails before it in its thread, the oldest first, with blanks between them. Null: it begins one. */
  thread: string | null
  subject: string
  /** Empty once the mail is sent. */
  body: string
  /** Null for a mail that is composed when it is sent, and once the mail is sent. */
  html: string | null
  created_at: number
  attempts: number
  /** When the last attempt began. */
  attempted_at: number | null
  next_attempt_at: number
  /** The mail is not sent after this moment. */
  give_up_at: number
  sent_at: number | null
  /** When the mail server refused the mail for good. It is not tried again. */
  refused_at: number | null
  /** What the mail server answered then, without the recipient. */
  refusal: string | null
}

/** What an account is told in the app. */
export interface NoticeRow {
  id: string
  user_id: string
  kind: NoticeKind
  title: string
  body: string
  /** A path of the site. */
  link: string | null
  created_at: number
  read_at: number | null
}

/** A party that waits for seats of a show. */
export interface WaitingEntryRow {
  id: string
  showtime_id: string
  user_id: string
  /** The size of the party. */
  seats: number
  /** 1: only seats side by side. */
  together: number
  /** A JSON array; empty for all categories. */
  categories: string
  /** The party waits until then. Null: until booking closes. */
  until_at: number | null
  joined_at: number
  state: 'waiting' | 'offered' | 'opened' | 'expired' | 'closed'
  /** The holder of the offered seats. */
  holder: string | null
  /** The deadline of the offer. */
  offer_until: number | null
  /** When the party stopped waiting: the offer was opened or has expired, or the time was over. */
  ended_at: number | null
}

/** The queue of a showtime. All that changes its positions locks the row. */
export interface QueueRow {
  showtime_id: string
  started_at: number
  /** When booking opens, as the cinema has set it. Null: the queue has started by itself. */
  opens_at: number | null
  /** When those who came before `opens_at` were shuffled. */
  shuffled_at: number | null
  /** With the ids of the positions, it gives their order. */
  seed: string | null
  /** The number of the next position. */
  next_number: number
  /** Grows with each change of the positions. */
  sequence: number
  /** When a node last looked for turns to give and to end. */
  checked_at: number
  ended_at: number | null
}

/** The position of a visitor in the queue of a showtime: one per visitor and account. */
export interface QueuePositionRow {
  id: string
  showtime_id: string
  /** The id of the visitor. */
  visitor: string
  user_id: string | null
  /** The key of the confirmed email of the account. Accounts of one mailbox have one position. */
  mailbox: string | null
  /** The keyed hash of the network address from which it was taken. */
  address: string | null
  joined_at: number
  /** Turns are given in the order of the numbers. Null until the positions are shuffled. */
  number: number | null
  turn_at: number | null
  /** Until when the visitor may hold places. Null before the turn, and while the visitor holds some. */
  turn_until: number | null
  /** The visitor has held places in the turn: 1 or 0. */
  has_held: number
  /** When the visitor was connected and was told of the turn. */
  seen_at: number | null
  /** When the mail about the turn was written. */
  mailed_at: number | null
  /** When the turn was over, or the position was given up or merged with another one. */
  ended_at: number | null
  /** The sequence of the room with the last change. */
  changed: number
}

/** How many visitors watch a showtime, as a node has last counted them. Only showtimes near the threshold have rows. */
export interface WatcherCountRow {
  showtime_id: string
  node: string
  watchers: number
  counted_at: number
}

/** What takings are divided by. */
interface TakingsColumns {
  showtime_id: string
  /** Of the seats, or `Parking`. */
  category: string
  method: PaymentMethod
  /** The device of the staff. Null: sold on the site, or changed by the account of the booking. */
  device_id: string | null
  /** The person at the device. */
  person_id: string | null
  /** Rupees that were paid. */
  gross: number
  /** Rupees that were given back. */
  refunds: number
  /** Seats that were sold, without those that were cancelled. */
  tickets: number
  /** Seats that were cancelled. */
  refunded_tickets: number
}

/**
 * What a change of a booking has added to the takings of a show in one category; negative if it has taken away. What the booking had taken before follows
 * from its places and these rows.
 */
export interface ChangeTakingsRow extends TakingsColumns {
  id: string
  booking_id: string
  at: number
  /** Rupees: the prices of the places that were taken, minus those of the places that were given back. */
  prices: number
}

/** The takings of a business day that is over. They are computed once, from the ledger. Nothing is paid for complimentary tickets. */
export interface DailyTakingsRow extends TakingsColumns {
  day: string
  channel: Channel
}

/** A business day of the cinema: its totals, its close, and what became of the selections of visitors. */
export interface BusinessDayRow {
  /** `2026-12-01` */
  day: string
  /** When it has ended. Null: by the settings. The next day begins then. */
  ends_at: number | null
  /** When its totals were computed. Null: reports read the ledger. */
  totals_at: number | null
  /** When it was closed. Null: it is open. */
  closed_at: number | null
  /** The device that has closed it. */
  device_id: string | null
  /** The person at the device. */
  person_id: string | null
  /** A JSON array: the float, sales, payouts, cash by the sign-offs, and counted cash of each device, in rupees. */
  cash: string | null
  note: string | null
}

/** Selections on the site. They are counted on the day of the event. */
export interface SelectionCounts {
  /** That were started. */
  selections: number
  /** That entered payment. */
  checkouts: number
  /** That ended with a booking. */
  bookings: number
  /** That ended before payment, because all places were given up. */
  released: number
  /** That ended before payment, because the time was over. */
  expired: number
  /** That ended before payment, because the visitor was not connected any more. */
  abandoned: number
  payment_released: number
  payment_expired: number
  payment_abandoned: number
  /** That the cinema has ended: the show was cancelled or moved, or a seat broke. */
  ended_by_cinema: number
}

/** The database or a transaction. The caller commits. */
export type Db = Kysely<Schema> | Transaction<Schema>
