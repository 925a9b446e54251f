/** @module-tag test-all */

import { test } from 'vitest'
import { type DatabaseKind, withBenchmarkServer } from './benchmark-server.ts'
import {
  accounts,
  liveHolds,
  openShowtimes,
  pastBookings,
  recordHoldersSeen,
  reportedBookings,
  sentMails,
  soldSeats,
  together,
} from './growing-rows.ts'

const databases: DatabaseKind[] = process.env.TEST_DATABASE_URL
  ? ['sqlite', 'postgres']
  : ['sqlite']

test.each(databases)(
  'a benchmark server on %s starts with the rows of each part',
  async (database) => {
    // `reportedBookings` sells seats of all past shows.
    const fill = together(
      reportedBookings(1),
      openShowtimes(2),
      liveHolds(3000),
      accounts(2),
      sentMails(2),
      pastBookings({ showtimes: 3, bookings: 20 }),
    )

    await withBenchmarkServer(database, ({ runSql }) => runSql(recordHoldersSeen()), { fill })
    await withBenchmarkServer(database, async () => undefined, { fill: soldSeats(10) })
  },
)
