import type { Scope } from '@marquee/contract/office/office-endpoint'

/** The pages of the office. The server checks every call; this hides what would be refused. */
export const OFFICE_PAGES = {
  today: { path: '/', name: 'Today', scopes: ['counter', 'reports', 'door', 'valet'] },
  bookings: { path: '/bookings', name: 'Bookings', scopes: ['counter'] },
  door: { path: '/door', name: 'Door', scopes: ['door'] },
  valet: { path: '/valet', name: 'Valet', scopes: ['valet'] },
  programme: { path: '/programme', name: 'Programme', scopes: [] },
  halls: { path: '/halls', name: 'Halls', scopes: [] },
  outages: { path: '/seats', name: 'Seats', scopes: [] },
  reports: { path: '/reports', name: 'Reports', scopes: ['reports'] },
  devices: { path: '/devices', name: 'Devices', scopes: [] },
  audit: { path: '/audit', name: 'Audit', scopes: ['reports'] },
  health: { path: '/health', name: 'Health', scopes: ['counter', 'reports'] },
} as const satisfies Record<string, { path: string; name: string; scopes: readonly Scope[] }>

export type PageName = keyof typeof OFFICE_PAGES

export const mayOpen = (scope: Scope, page: PageName) =>
  scope === 'manager' || (OFFICE_PAGES[page].scopes as readonly Scope[]).includes(scope)

/** Where a device of a scope starts. */
export const homePath = (scope: Scope) =>
  scope === 'door' || scope === 'valet' ? OFFICE_PAGES[scope].path : OFFICE_PAGES.today.path

/** Whether the device may open a show. */
export const maySeeShow = (scope: Scope) => ['manager', 'counter', 'reports'].includes(scope)
/** Whether the device may sell and block places. */
export const maySell = (scope: Scope) => scope === 'manager' || scope === 'counter'
/** Whether the device may move and cancel shows, and change halls and programme. */
export const mayManageShows = (scope: Scope) => scope === 'manager'

export const showPath = (showtimeId: string) => `/shows/${encodeURIComponent(showtimeId)}`
export const moveShowPath = (showtimeId: string) => `${showPath(showtimeId)}/move`
export const outagesPath = (screenId: string) =>
  `${OFFICE_PAGES.outages.path}?screen=${encodeURIComponent(screenId)}`
export const hallPath = (screenId: string) =>
  `${OFFICE_PAGES.halls.path}/${encodeURIComponent(screenId)}`
export const NEW_HALL_PATH = hallPath('new')
/** Sets up an empty cinema. */
export const WELCOME_PATH = '/welcome'
export const bookingPath = (reference: string) => `/bookings/${encodeURIComponent(reference)}`

/** What the draft would do. */
export const programmePlanPath = `${OFFICE_PAGES.programme.path}/plan`
/** The week with a day (`2026-12-01`). */
export const weekPath = (day: string) => `${OFFICE_PAGES.programme.path}?from=${day}`
/** The programme, with the draft of another device beside the own one. */
export const sharedDraftPath = (draftId: string) =>
  `${OFFICE_PAGES.programme.path}?draft=${encodeURIComponent(draftId)}`
export const filmsPath = `${OFFICE_PAGES.programme.path}/films`
export const newFilmPath = `${filmsPath}/new`
export const filmPath = (movieId: string) => `${filmsPath}/${encodeURIComponent(movieId)}`
