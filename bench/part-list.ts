import { allowance } from './parts/allowance.ts'
import { bestSeats } from './parts/best-seats.ts'
import { bookings } from './parts/bookings.ts'
import { browser } from './parts/browser.ts'
import { fairQueues } from './parts/fair-queues.ts'
import { fanOut } from './parts/fan-out.ts'
import { footprint } from './parts/footprint.ts'
import { growth } from './parts/growth.ts'
import { growthUnderLoad } from './parts/growth-under-load.ts'
import { holds } from './parts/holds.ts'
import { listing } from './parts/listing.ts'
import { maps } from './parts/maps.ts'
import { memory } from './parts/memory.ts'
import { office } from './parts/office.ts'
import { pages } from './parts/pages.ts'
import { passes } from './parts/passes.ts'
import { programmeGrid } from './parts/programme-grid.ts'
import { reports } from './parts/reports.ts'
import { sharedAddress } from './parts/shared-address.ts'
import { unreadResponses } from './parts/unread-responses.ts'
import type { Result } from './report.ts'

interface Part {
  /** Returns results with goals, or a finished table. */
  measure: () => Promise<Result[] | string>
  /** The part is stopped after this time. */
  maxSeconds: number
}

export const PARTS: Record<string, Part> = {
  holds: { measure: holds, maxSeconds: 150 },
  bookings: { measure: bookings, maxSeconds: 120 },
  'fan-out': { measure: fanOut, maxSeconds: 150 },
  maps: { measure: maps, maxSeconds: 240 },
  listing: { measure: listing, maxSeconds: 120 },
  footprint: { measure: footprint, maxSeconds: 240 },
  'memory-sqlite': { measure: memory('sqlite'), maxSeconds: 180 },
  'memory-postgres': { measure: memory('postgres'), maxSeconds: 180 },
  browser: { measure: browser, maxSeconds: 240 },
  pages: { measure: pages, maxSeconds: 900 },
  office: { measure: office, maxSeconds: 300 },
  'programme-grid': { measure: programmeGrid, maxSeconds: 180 },
  'best-seats': { measure: bestSeats, maxSeconds: 60 },
  passes: { measure: passes, maxSeconds: 60 },
  growth: { measure: growth, maxSeconds: 240 },
  'growth-holds-sqlite': { measure: growthUnderLoad('holds', 'sqlite'), maxSeconds: 240 },
  'growth-holds-postgres': { measure: growthUnderLoad('holds', 'postgres'), maxSeconds: 420 },
  'growth-accounts-sqlite': { measure: growthUnderLoad('accounts', 'sqlite'), maxSeconds: 180 },
  'growth-accounts-postgres': { measure: growthUnderLoad('accounts', 'postgres'), maxSeconds: 180 },
  'growth-bookings-sqlite': { measure: growthUnderLoad('bookings', 'sqlite'), maxSeconds: 240 },
  'growth-bookings-postgres': { measure: growthUnderLoad('bookings', 'postgres'), maxSeconds: 240 },
  'reports-sqlite': { measure: reports('sqlite'), maxSeconds: 1500 },
  'reports-postgres': { measure: reports('postgres'), maxSeconds: 1500 },
  'allowance-sqlite': { measure: allowance('sqlite'), maxSeconds: 120 },
  'allowance-postgres': { measure: allowance('postgres'), maxSeconds: 120 },
  'shared-address': { measure: sharedAddress, maxSeconds: 120 },
  'fair-queues': { measure: fairQueues, maxSeconds: 120 },
  'unread-responses': { measure: unreadResponses, maxSeconds: 120 },
}

/** The part with this name and the parts whose names begin with it. */
export const partsNamed = (name: string) =>
  Object.keys(PARTS).filter((part) => part === name || part.startsWith(`${name}-`))
