import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@marquee/contract/time'
import { queueAlerts } from './alerts/booking-alerts.service.ts'
import { giveBackDueHouseSeats } from './bookings/house-seats/house-seats.service.ts'
import { finishShowCancellations } from './bookings/shows/show-cancellation.service.ts'
import { extendSchedule } from './catalogue/schedule/schedule.ts'
import type { Context } from './context.ts'
import { createClockWatch } from './database/health/clock-watch.ts'
import { deleteOldData } from './housekeeping/housekeeping.service.ts'
import { expireHolds, openAccessiblePlaces } from './inventory/selections/selections.service.ts'
import { SAMPLE_EVERY_MS } from './limits/load-shedding/load-shedder.ts'
import { sendDueMails } from './messages/mail/send-mails.service.ts'
import { queueReminders } from './messages/reminders/reminders.service.ts'
import type { openOffice } from './office.ts'
import type { IntervalJob } from './platform/interval-jobs.ts'
import { createMemoryRelease } from './platform/release-memory.ts'
import { storeSelectionCounts } from './reports/demand/conversion.service.ts'
import { storeDailyTakings } from './reports/takings/daily-takings.service.ts'
import type { openSite } from './site.ts'
import { startQueues } from './waiting-room/start-queues.service.ts'
import { checkQueues } from './waiting-room/turns.service.ts'
import { type CheckedShows, offerFreeSeats } from './waitlist/offers.service.ts'

/** A mail server may take this long to accept a mail when the server closes. Mails that are not sent then stay in the outbox. */
const MAIL_CLOSE_TIMEOUT_MS = 3 * SECOND_MS
/** Mails take at most this share of the time of the event loop: those of a sale must not slow down the sale. */
const MAIL_CPU_SHARE = 0.2

type Office = Awaited<ReturnType<typeof openOffice>>

interface Servers {
  site: Awaited<ReturnType<typeof openSite>>
  /** Null while the office is closed. */
  office: Office | null
}

/** All that the server does by itself: the name of a job, the pause before each run in milliseconds, and what it does. */
export function createJobs(ctx: Context, { site, office }: Servers): IntervalJob[] {
  const { realtime } = site
  const onSetBack = (stepMs: number) =>
    ctx.log.warn({ seconds: Math.round(stepMs / SECOND_MS) }, 'database clock was set back')
  const watchClock = createClockWatch({ ...ctx, onSetBack })
  const releaseMemory = createMemoryRelease()
  const checkedShows: CheckedShows = new Map()
  const expire = async () => {
    await expireHolds(ctx)
    ctx.metrics.recordExpiry()
  }
  const node: string = crypto.randomUUID()
  const startNewQueues = () => startQueues(ctx, { node, watchers: realtime.countWatchers() })
  const sendMails = (signal: AbortSignal) => sendDueMails(ctx, { cpuShare: MAIL_CPU_SHARE, signal })

  return [
    // An expired hold is deleted after about half a second.
    { name: 'expire holds', pauseMs: 500, run: expire },
    { name: 'give back house seats', pauseMs: 500, run: () => giveBackDueHouseSeats(ctx) },
    // A change whose message was lost is found after about half a second, a lost push usually after about a second (broadcaster.ts).
    { name: 'compare rooms', pauseMs: 500, run: realtime.compare },
    { name: 'update presence', pauseMs: SECOND_MS, run: realtime.updatePresence },
    { name: 'start queues', pauseMs: SECOND_MS, run: startNewQueues },
    { name: 'check queues', pauseMs: SECOND_MS, run: () => checkQueues(ctx) },
    // A visitor is told of a turn after about two seconds.
    { name: 'push queue positions', pauseMs: 500, run: realtime.pushWaitingRooms },
    { name: 'close ended sessions', pauseMs: SECOND_MS, run: realtime.closeEndedSessions },
    { name: 'close unread connections', pauseMs: SECOND_MS, run: site.closeUnread },
    ...(ctx.config.rateLimits
      ? [{ name: 'measure load', pauseMs: SAMPLE_EVERY_MS, run: ctx.loadShedder.sample }]
      : []),
    ...(office ? officeJobs(office) : []),
    {
      name: 'send mails',
      pauseMs: SECOND_MS,
      run: sendMails,
      closeTimeoutMs: MAIL_CLOSE_TIMEOUT_MS,
    },
    // Seats are looked for at most twice a second, however often the claims of a show change.
    { name: 'offer seats', pauseMs: 500, run: () => offerFreeSeats(ctx, checkedShows) },
    // What a party may do can change without a change of its show, such as a confirmed email.
    { name: 'check all shows again', pauseMs: 30 * SECOND_MS, run: () => checkedShows.clear() },
    // Finishes what an interruption has left.
    {
      name: 'finish cancellations',
      pauseMs: 5 * SECOND_MS,
      run: () => finishShowCancellations(ctx),
    },
    // The first run is after the first requests have been served.
    { name: 'release memory', pauseMs: 5 * SECOND_MS, run: releaseMemory },
    { name: 'watch the clock', pauseMs: 10 * SECOND_MS, run: watchClock },
    {
      name: 'open accessible places',
      pauseMs: 10 * SECOND_MS,
      run: () => openAccessiblePlaces(ctx),
    },
    { name: 'queue reminders', pauseMs: MINUTE_MS, run: () => queueReminders(ctx) },
    { name: 'queue alerts', pauseMs: MINUTE_MS, run: () => queueAlerts(ctx) },
    { name: 'extend the schedule', pauseMs: 10 * MINUTE_MS, run: () => extendSchedule(ctx) },
    // Reports of days without totals read the ledger.
    { name: 'store daily takings', pauseMs: 10 * SECOND_MS, run: () => storeDailyTakings(ctx) },
    {
      name: 'store selection counts',
      pauseMs: 5 * SECOND_MS,
      run: () => storeSelectionCounts(ctx),
    },
    { name: 'delete old data', pauseMs: HOUR_MS, run: () => deleteOldData(ctx) },
  ]
}

const officeJobs = (office: Office): IntervalJob[] => [
  { name: 'close ended devices', pauseMs: SECOND_MS, run: office.closeEndedDevices },
  { name: 'close unread office connections', pauseMs: SECOND_MS, run: office.closeUnread },
]
