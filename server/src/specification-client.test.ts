import type { Booking } from '@marquee/contract/bookings'
import type { ErrorResponse } from '@marquee/contract/errors'
import type { Seat } from '@marquee/contract/seats'
import { beforeAll, expect, test } from 'vitest'
import {
  bookingOf,
  findBookableSeat,
  postBooking,
  signUpAndSignIn,
} from '#test/support/booking-flow.ts'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { loadCatalogue } from './catalogue/load-catalogue.ts'
import { extendSchedule } from './catalogue/schedule.ts'

describeDatabases('a client that knows only the specification', (world) => {
  beforeAll(async () => {
    await loadCatalogue(world().ctx)
    await extendSchedule(world().ctx)
  })

  test('books free seats without holding them and lists the booking [R-1.2][R-1.8][R-7.5]', async () => {
    const { app } = await createTestApp(world().ctx)
    const client = createBrowser(app)
    const selection = await findBookableSeat(client)
    const userId = await signUpAndSignIn(client, 'asha@example.com')

    const answer = await postBooking(client, userId, selection)

    expect(answer.statusCode).toBe(200)
    const { bookingReference } = bookingOf(answer)
    const list = (await client.get(`/api/bookings/user/${userId}`)).json() as Booking[]
    expect(list).toMatchObject([{ bookingReference, paymentStatus: 'Paid' }])
    const seats = (await client.get(`/api/seats/showtime/${selection.showtimeId}`)).json() as Seat[]
    const sold = seats.filter(({ status }) => status === 'SOLD').map(({ _id }) => _id)
    expect(sold.toSorted()).toEqual(selection.seats.map(({ _id }) => _id).toSorted())
  })

  test('gets TAKEN with the seat numbers when another client books the same seats first', async () => {
    const { app } = await createTestApp(world().ctx)
    const [asha, ravi] = [createBrowser(app), createBrowser(app)]
    const selection = await findBookableSeat(asha)
    const buyers = [
      { client: asha, userId: await signUpAndSignIn(asha, 'asha2@example.com') },
      { client: ravi, userId: await signUpAndSignIn(ravi, 'ravi2@example.com') },
    ]

    const answers = await Promise.all(
      buyers.map(({ client, userId }) => postBooking(client, userId, selection)),
    )

    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const refusal = answers.find(({ statusCode }) => statusCode === 409)?.json() as ErrorResponse
    expect(refusal).toMatchObject({ success: false, code: 'TAKEN' })
    for (const { seatNumber } of selection.seats) expect(refusal.message).toContain(seatNumber)
  })

  test('cannot book or list bookings while signed out or for another user [R-6.3][R-6.5]', async () => {
    const { app } = await createTestApp(world().ctx)
    const [asha, ravi, visitor] = [createBrowser(app), createBrowser(app), createBrowser(app)]
    const selection = await findBookableSeat(asha)
    const ashaId = await signUpAndSignIn(asha, 'asha3@example.com')
    await signUpAndSignIn(ravi, 'ravi3@example.com')

    expect((await postBooking(visitor, ashaId, selection)).statusCode).toBe(401)
    expect((await postBooking(ravi, ashaId, selection)).statusCode).toBe(403)
    expect((await ravi.get(`/api/bookings/user/${ashaId}`)).statusCode).toBe(403)
    expect((await ravi.get('/api/bookings/user/unknown')).statusCode).toBe(403)
  })
})
