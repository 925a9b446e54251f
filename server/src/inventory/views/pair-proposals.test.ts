import type { PairProposal } from '@marquee/contract/movies/programme'
import { HOUR_MS, MINUTE_MS, parseLocalTime } from '@marquee/contract/time'
import { expect, test } from 'vitest'
import { createShowtime } from '#test/support/makers.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { setupTestServer } from '#test/support/test-server.ts'
import { holdPlaces } from '../holds/holds.service.ts'

describeDatabases('proposals of seats for two', (context) => {
  const server = setupTestServer(context)
  /** A showtime that starts so many minutes after 17:00 of a day. */
  const createAt = (day: string, minutes: number) => {
    const { ctx } = context()
    const evening = parseLocalTime(day, '17:00', ctx.config.timeZone)
    return createShowtime(ctx, { startsIn: evening + minutes * MINUTE_MS - ctx.now() })
  }
  const propose = async (day: string) =>
    (await server().visitor().get(`/api/showtimes/pairs?date=${day}`)).json() as PairProposal[]
  const idsOf = (proposals: PairProposal[]) => proposals.map(({ showtime }) => showtime._id)

  test('are the best free pair at the next three evening shows, and hold nothing [S-820]', async () => {
    const day = '2031-05-02'
    await createAt(day, -1)
    const shows = []
    for (const minutes of [180, 0, 60, 120]) shows.push(await createAt(day, minutes))
    const [, first, second, third] = shows

    const proposals = await propose(day)

    expect(idsOf(proposals)).toEqual([first?.showtimeId, second?.showtimeId, third?.showtimeId])
    expect(proposals[0]).toMatchObject({
      seats: 'C3–C4',
      price: 500,
      seatIds: [first?.seats[18], first?.seats[19]],
    })
    expect(proposals[0]?.view).toBe('A little to the left, near the screen: a good view.')
    expect(proposals[0]?.showtime.seatsLeft).toBe(24)
  })

  test('leave out seats that are taken, and shows without two free seats side by side [S-820]', async () => {
    const day = '2031-05-03'
    const { ctx } = context()
    const [open, full] = [await createAt(day, 0), await createAt(day, 60)]
    await holdPlaces(ctx, {
      showtimeId: open.showtimeId,
      holder: 'asha',
      placeIds: open.seats.slice(18, 19),
    })
    for (let row = 0; row < 24; row += 8)
      await holdPlaces(ctx, {
        showtimeId: full.showtimeId,
        holder: `holder ${row}`,
        placeIds: full.seats.slice(row, row + 8),
      })

    const [proposal, ...others] = await propose(day)

    expect(others).toEqual([])
    expect(proposal?.showtime._id).toBe(open.showtimeId)
    expect(proposal?.seatIds).not.toContain(open.seats[18])
  })

  test('leave out shows whose booking has closed [S-820]', async () => {
    // Before the days of the other tests: the clock stays there.
    const day = '2031-05-01'
    const { ctx, clock } = context()
    await createAt(day, 0)
    const late = await createAt(day, 6 * 60)
    await clock.step(parseLocalTime(day, '17:00', ctx.config.timeZone) - ctx.now() + HOUR_MS)

    expect(idsOf(await propose(day))).toEqual([late.showtimeId])
  })
})
