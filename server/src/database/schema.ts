import type { Kysely, Transaction } from 'kysely'

/** Instants are epoch milliseconds, ids text, money whole rupees, flags 0 or 1: the same on both databases. */
export interface Schema {
  screens: ScreenRow
  places: PlaceRow
  movies: MovieRow
  showtimes: ShowtimeRow
  daily_showtimes: DailyShowtimeRow
  claims: ClaimRow
  bookings: BookingRow
  booking_places: BookedPlaceRow
  users: UserRow
  identities: { issuer: string; subject: string; user_id: string }
  /** Hashes of the nonces of used ID tokens. Each token can be used once. */
  spent_nonces: { hash: string; forget_at: number }
  sessions: { id: string; user_id: string; created_at: number; ended_at: number | null }
  refresh_tokens: RefreshTokenRow
  enquiries: EnquiryRow
}

export type PlaceKind = 'seat' | 'twoWheeler' | 'fourWheeler'

interface ScreenRow {
  id: string
  name: string
  /** Version of the layout. Grows with each change of the screen's places. */
  layout: number
}

export interface PlaceRow {
  id: string
  screen_id: string
  kind: PlaceKind
  label: string
  category: string | null
  /** The display order of the places of one kind. */
  position: number
  /** 1: no longer offered. Kept because it was booked or is held. */
  retired: number
}

export interface MovieRow {
  id: string
  name: string
  genre: string
  /** A JSON array of names. */
  cast_names: string
  summary: string
  ratings: number
  votes: number
  language: string
  duration: number
  rating: string
  image_url: string
  poster: string | null
  image: string | null
  /** Shown in the listing for a movie without showtimes. */
  screen_text: string | null
  timing_text: string | null
  position: number
  retired: number
}

export interface ShowtimeRow {
  id: string
  movie_id: string
  screen_id: string
  starts_at: number
  cutoff_minutes: number | null
  /** Grows with every change of the showtime's claims, in the same transaction. */
  rev: number
}

/** A showtime that repeats every day. */
export interface DailyShowtimeRow {
  screen_id: string
  /** Local time of the cinema: 21:30. */
  at: string
  movie_id: string
  cutoff_minutes: number | null
}

export interface ClaimRow {
  showtime_id: string
  place_id: string
  holder: string | null
  held_since: number | null
  held_until: number | null
  /** When the holder entered payment. */
  checkout_at: number | null
  /** When the holder was last seen connected to the showtime. */
  seen_at: number | null
  booking_id: string | null
}

export interface BookingRow {
  id: string
  reference: string
  /** Null after the account was deleted. */
  user_id: string | null
  showtime_id: string
  phone: string | null
  total_cost: number
  payment_status: string
  created_at: number
  idempotency_key: string | null
  request_hash: string
}

export interface BookedPlaceRow {
  booking_id: string
  place_id: string
  price: number
  vehicle_number: string | null
}

export interface UserRow {
  id: string
  username: string
  email: string
  /** Null for an account that signs in with Google only. */
  password_hash: string | null
  phone: string | null
  phone_verified: number
  picture: string | null
  created_at: number
}

export interface RefreshTokenRow {
  hash: string
  session_id: string
  created_at: number
  expires_at: number
  /** When it was exchanged for the next token. */
  used_at: number | null
  /** The hash of the access token that was granted with it. */
  access_hash: string | null
  access_expires_at: number | null
}

export interface EnquiryRow {
  id: string
  kind: 'question' | 'message'
  name: string | null
  email: string
  body: string
  created_at: number
}

/** The database or a transaction. The caller commits. */
export type Db = Kysely<Schema> | Transaction<Schema>
