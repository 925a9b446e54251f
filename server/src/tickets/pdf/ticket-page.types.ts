import type { CinemaDetails } from '@marquee/contract/cinema/cinema-details'

/** Label and text of an amount. */
export type Amount = [string, string]

/** The texts of a ticket, the same on paper and in mails. Times are in the zone of the cinema. */
export interface TicketDetails {
  brandName: string
  cinema: CinemaDetails
  movie: string
  about: string
  date: string
  time: string
  arriveBy: string
  screen: string
  seats: string[]
  slots: { label: string; type: string; vehicleNumber: string | null }[]
  reference: string
  amounts: Amount[]
  /** All that was refunded. Null if nothing was. */
  refunded: string | null
  /** What of it went to vouchers. Null if nothing did. */
  voucherRefunded: string | null
  isCash: boolean
  isFree: boolean
  cancellationReason: string | null
  refundTerms: string
  admit: string
  token: string
  homeUrl: string
  url: string
}

/** The page that is printed. */
export interface TicketPage {
  ticket: TicketDetails
  createdAt: Date
  /** The path of a JPEG file, or its content as a data URL. */
  poster: string | undefined
}
