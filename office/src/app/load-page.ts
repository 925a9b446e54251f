import type { ComponentType } from 'react'
import { OFFICE_PAGES, type PageName } from '#lib/access.ts'

interface PageModule {
  default: ComponentType
}

/** Loads the code of each page: those of the navigation, and those that only links lead to. */
const LOAD = {
  today: async () => ({ default: (await import('#pages/today.tsx')).TodayPage }),
  bookings: async () => ({ default: (await import('#pages/bookings.tsx')).BookingsPage }),
  enquiries: async () => ({ default: (await import('#pages/enquiries.tsx')).EnquiriesPage }),
  door: async () => ({ default: (await import('#pages/door.tsx')).DoorPage }),
  valet: async () => ({ default: (await import('#pages/valet.tsx')).ValetPage }),
  programme: async () => ({
    default: (await import('#pages/programme/programme.tsx')).ProgrammePage,
  }),
  halls: async () => ({ default: (await import('#pages/halls/halls.tsx')).HallsPage }),
  outages: async () => ({
    default: (await import('#pages/show/seat-outages.tsx')).SeatOutagesPage,
  }),
  refunds: async () => ({ default: (await import('#pages/counter/refunds.tsx')).RefundsPage }),
  cash: async () => ({ default: (await import('#pages/counter/cash.tsx')).CashPage }),
  vouchers: async () => ({ default: (await import('#pages/counter/vouchers.tsx')).VouchersPage }),
  people: async () => ({ default: (await import('#pages/people.tsx')).PeoplePage }),
  reports: async () => ({ default: (await import('#pages/reports/reports.tsx')).ReportsPage }),
  devices: async () => ({ default: (await import('#pages/devices.tsx')).DevicesPage }),
  audit: async () => ({ default: (await import('#pages/audit.tsx')).AuditPage }),
  settings: async () => ({ default: (await import('#pages/settings.tsx')).SettingsPage }),
  pair: async () => ({ default: (await import('#pages/pair.tsx')).PairPage }),
  welcome: async () => ({ default: (await import('#pages/welcome.tsx')).WelcomePage }),
  show: async () => ({ default: (await import('#pages/show/show.tsx')).ShowPage }),
  moveShow: async () => ({ default: (await import('#pages/show/move-show.tsx')).MoveShowPage }),
  hall: async () => ({ default: (await import('#pages/halls/hall.tsx')).HallPage }),
  programmePlan: async () => ({
    default: (await import('#pages/programme/plan.tsx')).ProgrammePlanPage,
  }),
  movies: async () => ({ default: (await import('#pages/programme/movies.tsx')).MoviesPage }),
  movie: async () => ({ default: (await import('#pages/programme/movie.tsx')).MoviePage }),
} satisfies Record<PageName, () => Promise<PageModule>> & Record<string, () => Promise<PageModule>>

export type LoadedPage = keyof typeof LOAD

const loaded = new Map<LoadedPage, ComponentType>()

/** Loads the code of a page. */
export async function loadPage(name: LoadedPage) {
  const page: PageModule = await LOAD[name]()
  loaded.set(name, page.default)
  return page
}

/** Undefined: the code of the page is not there. */
export const loadedPage = (name: LoadedPage) => loaded.get(name)

/** The page of the navigation that the address names. */
export function findPage({ pathname }: Pick<Location, 'pathname'>) {
  const names = Object.keys(OFFICE_PAGES) as PageName[]
  return names.find((name) => OFFICE_PAGES[name].path === pathname)
}
