import { expect, test } from 'vitest'
import { makeCatalogue } from '#test/support/catalogues.ts'
import { createShowtime } from '#test/support/makers.ts'
import { describeContext } from '#test/support/test-context.ts'
import { setupServerPerTest } from '#test/support/test-server.ts'
import { cancelShow } from '../bookings/shows/show-cancellation.service.ts'
import { applyCatalogue } from '../catalogue/apply/apply.service.ts'

describeContext('showCancelled', (context) => {
  const server = setupServerPerTest(context)

  const cancel = (showtimeId: string) =>
    cancelShow(context().ctx, { showtimeId, reason: 'Power failure', deviceId: 'device' })

  test('reaches who watches the showtime, a holder elsewhere, and who joins later, and no other [S-451]', async () => {
    const { ctx } = context()
    const { showtimeId, seats } = await createShowtime(ctx)
    const [seatId = ''] = seats
    const other = await createShowtime(ctx)
    const watching = await server().join('ravi', showtimeId)
    const holder = crypto.randomUUID()
    const paying = await server().join(holder, showtimeId)
    await paying.ask('holdSeat', { showtimeId, seatId })
    await watching.next('seatsUpdated')
    // The payment page has not joined the room of the showtime.
    await paying.ask('leaveShowtime', showtimeId)
    const elsewhere = await server().join('mani', other.showtimeId)

    await cancel(showtimeId)

    expect(await watching.next('showCancelled')).toEqual({ showtimeId })
    expect(await paying.next('showCancelled')).toEqual({ showtimeId })
    const late = await server().join('late', showtimeId)
    expect(await late.next('showCancelled')).toEqual({ showtimeId })
    expect(await late.ask('holdSeat', { showtimeId, seatId })).toMatchObject({
      ok: false,
      code: 'CLOSED',
      message: 'This show has been cancelled',
    })
    expect(elsewhere.all('showCancelled')).toEqual([])
  })

  test('reaches who watches a show that a catalogue file removes, and it can no longer be joined [S-787]', async () => {
    const { ctx } = context()
    const { showtimeId } = await createShowtime(ctx)
    const watching = await server().join('ravi', showtimeId)

    await applyCatalogue(ctx, makeCatalogue([], []))

    expect(await watching.next('showCancelled')).toEqual({ showtimeId })
    expect(await watching.ask('joinShowtime', showtimeId)).toMatchObject({
      ok: false,
      code: 'NOT_FOUND',
    })
  })
})
