import { expect, test } from 'vitest'
import { cancel } from '#src/bookings/change/changes.service.ts'
import { cancelByStaff } from '#src/bookings/change/staff-changes.service.ts'
import { moveShow, planMove } from '#src/bookings/shows/show-moves.service.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { confirmUser, createShowtime } from '#test/support/makers.ts'
import { describeContext } from '#test/support/test-context.ts'

const HOUR = 3_600_000
const MAX_MAILS_TO_UNCONFIRMED_EMAIL = 5

describeContext('mails about changed bookings', (context) => {
  const { book, createOrder } = createBookingCalls(context)
  const ctx = () => context().ctx

  const createShow = () => createShowtime(ctx(), { startsIn: 6 * HOUR })
  /** A booking whose confirmation is sent, of a buyer whose email is not confirmed. */
  async function createBooking(seatCount: number) {
    const show = await createShow()
    const order = await createOrder(show, show.seats.slice(0, seatCount))
    const { bookingReference: reference } = await book(order)
    await context().sentMails()
    return { show, seats: order.request.seatIds, own: { userId: order.userId, reference } }
  }
  type Created = Awaited<ReturnType<typeof createBooking>>
  async function moveByAnHour({ show: { showtimeId } }: Created) {
    const { starts_at } = await ctx()
      .db.selectFrom('showtimes')
      .select('starts_at')
      .where('id', '=', showtimeId)
      .executeTakeFirstOrThrow()
    const startTime = new Date(starts_at + HOUR).toISOString()
    const { planHash } = await planMove(ctx(), { showtimeId, startTime })
    const move = { showtimeId, startTime, planHash, reason: 'late print', deviceId: 'manager' }
    await moveShow(ctx(), move)
  }
  const cancelAtCounter = ({ own: { reference } }: Created, refund: number, seatIds?: string[]) =>
    cancelByStaff(ctx(), {
      reference,
      refund,
      seatIds,
      terms: 'full',
      reason: 'goodwill',
      deviceId: 'counter',
    })
  async function sentTo({ own: { userId } }: { own: { userId: string } }) {
    const mails = await context().sentMails()
    return mails.filter(({ to }) => to === `${userId}@example.com`)
  }
  const countSent = async (created: Created) => (await sentTo(created)).length

  test('a mail about a move that is not sent yet is sent when staff cancels one seat, and not when all are cancelled [S-452]', async () => {
    const [one, all] = [await createBooking(2), await createBooking(2)]
    for (const created of [one, all]) await moveByAnHour(created)

    await cancelAtCounter(one, 150, one.seats.slice(0, 1))
    await cancelAtCounter(all, 300)

    const [, ...mails] = await sentTo(one)
    expect(mails).toHaveLength(2)
    expect(mails[0]?.text).toContain('late print')
    const [, ...ofCancelled] = await sentTo(all)
    expect(ofCancelled.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/is cancelled$/),
    ])
  })

  test('two mails about a booking that are sent at the same time name each seat once [S-418]', async () => {
    const created = await createBooking(2)
    for (let n = 0; n < 2; n += 1) await moveByAnHour(created)

    const [, ...mails] = await sentTo(created)

    expect(mails).toHaveLength(2)
    for (const { text } of mails) expect(text).toContain('Seats: A1, A2\n')
  })

  test('the cancellation of a whole booking is mailed above the limit of mails an hour about changes [S-428]', async () => {
    const created = await createBooking(MAX_MAILS_TO_UNCONFIRMED_EMAIL + 2)
    const { own, seats } = created
    for (const seat of seats.slice(0, -1))
      await cancel(ctx(), own, { seatIds: [seat], refund: 150 })
    expect(await countSent(created)).toBe(1 + MAX_MAILS_TO_UNCONFIRMED_EMAIL)

    await cancel(ctx(), own, { refund: 150 })

    expect((await sentTo(created)).at(-1)?.subject).toMatch(/is cancelled$/)
  })

  test('an unconfirmed email gets five confirmations and five cancellations an hour, a confirmed one gets all [S-745]', async () => {
    const show = await createShow()
    const count = async (isConfirmed: boolean) => {
      const { userId, email } = await createOrder(show, [])
      if (isConfirmed) await confirmUser(ctx(), userId)
      for (let n = 0; n < 7; n += 1) {
        const order = await createOrder(show, [show.seats[n]])
        const { bookingReference: reference } = await book({ ...order, userId, email, isConfirmed })
        await context().sentMails()
        await cancel(ctx(), { userId, reference }, { refund: 150 })
      }
      const subjects = (await sentTo({ own: { userId } })).map(({ subject }) => subject)
      return {
        cancelled: subjects.filter((subject) => subject.endsWith('is cancelled')).length,
        all: subjects.length,
      }
    }

    expect(await count(false)).toEqual({ cancelled: 5, all: 10 })
    expect(await count(true)).toEqual({ cancelled: 7, all: 14 })
  })

  test('mails about what the cinema has changed do not count for the limit of mails an hour [S-428]', async () => {
    const created = await createBooking(2)
    for (let n = 0; n < MAX_MAILS_TO_UNCONFIRMED_EMAIL; n += 1) await moveByAnHour(created)
    expect(await countSent(created)).toBe(1 + MAX_MAILS_TO_UNCONFIRMED_EMAIL)

    await cancel(ctx(), created.own, { seatIds: created.seats.slice(0, 1), refund: 150 })

    expect((await sentTo(created)).at(-1)?.text).toContain('You have been refunded ₹150 in all.')
  })
})
