import { MANAGERS_ONLY } from '@marquee/contract/office/managers-only'
import type { Scope } from '@marquee/contract/office/office-endpoint'

/** The pages of the office, in the order of the navigation, where they stand in groups. The server checks every call; this hides what would be refused. */
export const OFFICE_PAGES = {
  today: {
    group: 'Tonight',
    path: '/',
    name: 'Today',
    scopes: ['counter', 'reports', 'door', 'valet'],
  },
  bookings: { group: 'Tonight', path: '/bookings', name: 'Bookings', scopes: ['counter'] },
  door: { group: 'Tonight', path: '/door', name: 'Door', scopes: ['door'] },
  valet: { group: 'Tonight', path: '/valet', name: 'Valet', scopes: ['valet'] },
  refunds: { group: 'Counter', path: '/refunds', name: 'Refunds', scopes: ['counter'] },
  cash: { group: 'Counter', path: '/cash', name: 'Cash', scopes: ['counter'] },
  enquiries: { group: 'Counter', path: '/enquiries', name: 'Enquiries', scopes: ['counter'] },
  vouchers: { group: 'Counter', path: '/vouchers', name: 'Vouchers', scopes: MANAGERS_ONLY },
  programme: { group: 'Shows', path: '/programme', name: 'Programme', scopes: MANAGERS_ONLY },
  halls: { group: 'Shows', path: '/halls', name: 'Halls', scopes: MANAGERS_ONLY },
  outages: {
    group: 'Shows',
    path: '/out-of-service',
    name: 'Out of service',
    scopes: MANAGERS_ONLY,
  },
  reports: { group: 'Figures', path: '/reports', name: 'Reports', scopes: ['reports'] },
  audit: { group: 'Figures', path: '/audit', name: 'Audit', scopes: ['reports'] },
  people: { group: 'Set-up', path: '/people', name: 'People', scopes: MANAGERS_ONLY },
  devices: { group: 'Set-up', path: '/devices', name: 'Devices', scopes: MANAGERS_ONLY },
  settings: {
    group: 'Set-up',
    path: '/settings',
    name: 'Settings',
    scopes: ['counter', 'reports'],
  },
} as const satisfies Record<
  string,
  { group: string; path: string; name: string; scopes: readonly Scope[] }
>

export type PageName = keyof typeof OFFICE_PAGES

/** The pages that may be opened, by group. */
export const pageGroupsFor = (scopes: Scopes) => {
  const pages = (Object.keys(OFFICE_PAGES) as PageName[]).filter((page) => mayOpen(scopes, page))
  const groups = Map.groupBy(pages, (page) => OFFICE_PAGES[page].group)
  return [...groups].map(([name, pagesOfGroup]) => ({ name, pages: pagesOfGroup }))
}

/** What may be done: the scopes that the device and the person at it have. */
export type Scopes = readonly Scope[]

/** The scopes of a device, limited to those of the person at it. */
export function scopesAt(device: Scope, person: { scopes: Scopes } | null): Scopes {
  if (!person || person.scopes.includes('manager')) return [device]
  if (device === 'manager') return person.scopes
  return person.scopes.includes(device) ? [device] : []
}

const hasAny = (scopes: Scopes, wanted: Scopes) =>
  scopes.includes('manager') || scopes.some((scope) => wanted.includes(scope))

export const mayOpen = (scopes: Scopes, page: PageName) => hasAny(scopes, OFFICE_PAGES[page].scopes)

/** Where a device starts. */
export const homePath = (scopes: Scopes) => {
  const [scope] = scopes
  const isOnly = scopes.length === 1 && (scope === 'door' || scope === 'valet')
  return isOnly ? OFFICE_PAGES[scope].path : OFFICE_PAGES.today.path
}

/** Whether a show may be opened. */
export const maySeeShow = (scopes: Scopes) => hasAny(scopes, ['counter', 'reports'])
/** Whether places may be sold and blocked. */
export const maySell = (scopes: Scopes) => hasAny(scopes, ['counter'])
/** Whether shows may be moved and cancelled, and halls and programme changed. */
export const mayManageShows = (scopes: Scopes) => hasAny(scopes, MANAGERS_ONLY)

export const showPath = (showtimeId: string) => `/shows/${encodeURIComponent(showtimeId)}`
export const moveShowPath = (showtimeId: string) => `${showPath(showtimeId)}/move`
export const outagesPath = (screenId: string) =>
  `${OFFICE_PAGES.outages.path}?screen=${encodeURIComponent(screenId)}`
export const hallPath = (screenId: string) =>
  `${OFFICE_PAGES.halls.path}/${encodeURIComponent(screenId)}`
export const NEW_HALL_PATH = hallPath('new')
/** Sets up an empty cinema. */
export const WELCOME_PATH = '/welcome'
export const enquiryPath = (enquiryId: string) =>
  `${OFFICE_PAGES.enquiries.path}/${encodeURIComponent(enquiryId)}`
export const bookingPath = (reference: string) => `/bookings/${encodeURIComponent(reference)}`

/** What the draft would do. */
export const programmePlanPath = `${OFFICE_PAGES.programme.path}/plan`
/** The week with a day (`2026-12-01`). */
export const weekPath = (day: string) => `${OFFICE_PAGES.programme.path}?from=${day}`
/** The programme, with the draft of another device beside the own one. */
export const sharedDraftPath = (draftId: string) =>
  `${OFFICE_PAGES.programme.path}?draft=${encodeURIComponent(draftId)}`
export const programmeMoviesPath = `${OFFICE_PAGES.programme.path}/movies`
export const programmeNewMoviePath = `${programmeMoviesPath}/new`
export const programmeMoviePath = (movieId: string) =>
  `${programmeMoviesPath}/${encodeURIComponent(movieId)}`

/** What devices and people of a scope may do. */
export const SCOPE_TEXTS: Record<Scope, string> = {
  manager: 'Manager: everything',
  counter: 'Counter: sell, find, reprint',
  door: 'Door: let people in',
  valet: 'Valet: park and return vehicles',
  reports: 'Reports: read only',
}
