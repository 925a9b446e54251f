import { PAGES } from '@marquee/contract/pages'

export const seatScreenPath = (movieId: string, showtimeId: string) =>
  `/tickets/${encodeURIComponent(movieId)}/${encodeURIComponent(showtimeId)}`

/** The tab of a page that has several, in its address: a link can lead to it and a reload stays there. */
export const tabSearch = (tab: 'bookings' | 'contact') => `?tab=${tab}`
export const tabIn = (search: URLSearchParams) => search.get('tab')

export const MY_BOOKINGS_PATH = PAGES.profile + tabSearch('bookings')
