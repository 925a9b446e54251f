import { changeSeatsPath, fillPagePath, PAGES } from '@marquee/contract/pages'

export const seatScreenPath = (movieId: string, showtimeId: string) =>
  fillPagePath(PAGES.seatScreen, movieId, showtimeId)

/** The page that changes a booking, with the seats of another showtime. */
export const changeShowtimePath = (reference: string, showtimeId: string) =>
  `${changeSeatsPath(reference)}?showtime=${showtimeId}`

/** The path of a legacy booking link. An empty part becomes `-`, because an empty segment would match another route. */
export const legacySeatScreenPath = (...parts: [movie: string, screen: string, timing: string]) =>
  fillPagePath(PAGES.seatScreenLegacy, ...parts.map((part) => part || '-'))

/** The query of a page with tabs. Links and reloads keep the open tab. */
export const tabSearch = (tab: 'bookings' | 'contact') => `?tab=${tab}`
export const tabIn = (search: URLSearchParams) => search.get('tab')

export const MY_BOOKINGS_PATH = PAGES.profile + tabSearch('bookings')

/** A broken link can contain the text `undefined` instead of an id (specification §5). */
export const isUsableId = (id: string | undefined): id is string =>
  id !== undefined && id !== '' && id !== 'undefined'
