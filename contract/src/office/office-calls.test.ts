import { expect, test } from 'vitest'
import * as audit from './audit.ts'
import * as bookingChanges from './booking-changes.ts'
import * as bookings from './bookings.ts'
import * as refunds from './counter/refunds.ts'
import * as shifts from './counter/shifts.ts'
import * as vouchers from './counter/vouchers.ts'
import * as devices from './devices.ts'
import * as admissions from './door/admissions.ts'
import * as enquiries from './enquiries/enquiries.ts'
import * as replyTemplates from './enquiries/reply-templates.ts'
import * as events from './events.ts'
import { isAllowed, type OfficeEndpoint, Scope } from './office-endpoint.ts'
import * as people from './people.ts'
import * as drafts from './programme/drafts.ts'
import * as movies from './programme/movies.ts'
import * as plans from './programme/plans.ts'
import * as screens from './programme/screens.ts'
import * as week from './programme/week.ts'
import * as attendance from './reports/attendance.ts'
import * as dayClose from './reports/day-close.ts'
import * as demand from './reports/demand.ts'
import * as takings from './reports/takings.ts'
import * as sales from './sales.ts'
import * as backups from './settings/backups.ts'
import * as health from './settings/health.ts'
import * as mailQueue from './settings/mail-queue.ts'
import * as settings from './settings/settings.ts'
import * as seatOutages from './shows/seat-outages.ts'
import * as cancellations from './shows/show-cancellations.ts'
import * as showMessages from './shows/show-messages.ts'
import * as showMoves from './shows/show-moves.ts'
import * as shows from './shows/shows.ts'
import * as waitingRooms from './shows/waiting-rooms.ts'
import * as valet from './valet.ts'

const MODULES = [
  ...[
    admissions,
    audit,
    bookings,
    bookingChanges,
    cancellations,
    devices,
    events,
    health,
    people,
    sales,
    showMoves,
  ],
  ...[attendance, dayClose, demand, takings],
  ...[drafts, movies, plans, screens, week],
  ...[backups, mailQueue, settings],
  ...[
    enquiries,
    replyTemplates,
    refunds,
    seatOutages,
    shifts,
    showMessages,
    shows,
    valet,
    vouchers,
    waitingRooms,
  ],
]

const isOfficeCall = (value: unknown): value is OfficeEndpoint =>
  typeof value === 'object' && value !== null && 'scopes' in value

const calls = MODULES.flatMap((module) => Object.values<unknown>(module)).filter(isOfficeCall)

const callsOf = (scope: Scope) =>
  calls
    .filter((call) => call.scopes !== 'anyone' && isAllowed(scope, call))
    .map(({ method, path }) => `${method} ${path.replace('/api/office', '')}`)
    .toSorted()

const OF_EVERY_DEVICE = [
  'GET /device',
  'GET /shows',
  'POST /lock',
  'POST /sign-out',
  'POST /unlock',
]

test('a manager may make all calls, and only pairing needs no device', () => {
  expect(callsOf('manager')).toHaveLength(calls.length - 1)
  expect(calls.filter((call) => isAllowed(null, call)).map(({ path }) => path)).toEqual([
    '/api/office/pair',
  ])
})

test('a locked device may only read what it is, unlock and lock', () => {
  expect(calls.filter(({ worksLocked }) => worksLocked).map(({ path }) => path)).toEqual([
    '/api/office/device',
    '/api/office/unlock',
    '/api/office/lock',
  ])
})

test('the other scopes may make exactly these calls', () => {
  const counter = [
    'GET /bookings',
    'GET /bookings/:reference',
    'GET /enquiries',
    'GET /enquiries/:enquiryId',
    'GET /health',
    'GET /reply-templates',
    'GET /refunds',
    'GET /shift',
    'GET /shows/:showtimeId',
    'GET /shows/:showtimeId/waiting-room',
    'PATCH /enquiries/:enquiryId',
    'POST /bookings/:reference/cancel',
    'POST /bookings/:reference/email',
    'POST /bookings/:reference/exchange',
    'POST /bookings/:reference/notes',
    'POST /bookings/:reference/preview-cancellation',
    'POST /bookings/:reference/preview-exchange',
    'POST /bookings/:reference/replace-passes',
    'POST /bookings/:reference/reprint',
    'POST /bookings/:reference/resend-mail',
    'POST /enquiries/:enquiryId/reply',
    'POST /refunds/:bookingId/:number/pay',
    'POST /shift/sign-off',
    'POST /shift/open',
    'POST /shows/:showtimeId/block',
    'POST /shows/:showtimeId/sell',
    'POST /shows/:showtimeId/unblock',
    'POST /vouchers/find',
  ]
  const door = ['GET /door/:showtimeId', 'POST /admissions', 'POST /admissions/:scanId/undo']
  const vehicles = [
    'GET /valet',
    'GET /valet/:showtimeId',
    'POST /valet/:showtimeId/vehicles/:placeId',
  ]
  const files = ['conversion', 'occupancy', 'sales', 'seats', 'takings', 'visits']
  const reports = [
    ...['GET /audit', 'GET /health', 'GET /shows/:showtimeId'],
    'GET /shows/:showtimeId/waiting-room',
    ...['GET /reports/bookings', 'GET /reports/day-close', 'GET /reports/day-close.csv'],
    ...files.flatMap((name) => [`GET /reports/${name}`, `GET /reports/${name}.csv`]),
  ]

  const expected = { counter, door, valet: vehicles, reports }
  for (const [scope, own] of Object.entries(expected))
    expect(callsOf(Scope.parse(scope))).toEqual([...OF_EVERY_DEVICE, ...own].toSorted())
})
