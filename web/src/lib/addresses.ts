import { PAGES } from '@marquee/contract/pages'

export const seatScreenPath = (movieId: string, showtimeId: string) =>
  filledIn(PAGES.tickets, movieId, showtimeId)

/** The old kind of link, which names what it wants. An empty part would make it another address. */
export const legacyTicketsPath = (...named: [movie: string, screen: string, timing: string]) =>
  filledIn(PAGES.ticketsLegacy, ...named.map((part) => part || '-'))

/** A page's address with its named parts, in their order. */
function filledIn(page: string, ...parts: string[]) {
  const left = [...parts]
  return page.replaceAll(/:\w+/g, () => encodeURIComponent(left.shift() ?? ''))
}

/** The tab of a page that has several, in its address: a link can lead to it and a reload stays there. */
export const tabSearch = (tab: 'bookings' | 'contact') => `?tab=${tab}`
export const tabIn = (search: URLSearchParams) => search.get('tab')

export const MY_BOOKINGS_PATH = PAGES.profile + tabSearch('bookings')

/**
 * Links written by a careless page carry the text `undefined` where an id should be
 * (specification, section 5).
 */
export const isUsableId = (id: string | undefined): id is string =>
  id !== undefined && id !== '' && id !== 'undefined'
