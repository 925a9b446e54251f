/** The id of the page's JSON block with which the server tells the web app about its cinema. */
export const CINEMA_ELEMENT_ID = 'cinema'

export interface Cinema {
  brandName: string
  /** An IANA name; every date and time people see is in it. */
  timeZone: string
  /** Whether Continue with Google is to be offered. */
  google: boolean
}
