import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createShowtimeWithSeats } from '#test/support/makers.ts'
import { explain } from '#test/support/query-plan.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import * as statements from './waiting-room.sql.ts'

const POSITIONS = 2000

describeDatabases('waiting-room.sql', (context) => {
  test('finds the positions of visitors and addresses by an index, in a table that has filled since its last statistics [S-1102]', async () => {
    const { db, now } = context().ctx
    const { showtimeId } = await createShowtimeWithSeats(context().ctx, 1)
    const time = sql.lit(now())
    await sql`
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(POSITIONS)})
      insert into queue_positions (id, showtime_id, visitor, mailbox, address, joined_at, number, changed)
      select 'position ' || n, ${showtimeId}, 'visitor ' || n, 'box ' || n, 'address ' || n, ${time}, n, n from numbers`.execute(
      db,
    )
    const owners = { visitors: ['visitor 1', 'visitor 2'], userIds: ['user'], mailboxes: ['box 3'] }
    const reads = await explain(db, async (explained) => {
      await statements.selectPositionsOf(explained, showtimeId, owners)
      await statements.countUnconfirmed(explained, showtimeId, ['address 1', 'address 2'])
    })
    expect(reads.filter((read) => read.includes('queue_positions'))).toEqual([
      'search queue_positions_of_visitor',
      'search queue_positions_of_user',
      'search queue_positions_of_mailbox',
      'search queue_positions_of_address',
    ])
  })
})
