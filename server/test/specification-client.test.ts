import { expect, test } from 'vitest'
import { expireHolds } from '#src/inventory/selections/selections.service.ts'
import { createShowtime } from './support/makers.ts'
import { createSpecificationClient } from './support/specification-client.ts'
import { describeContext } from './support/test-context.ts'
import { setupServerPerTest } from './support/test-server.ts'

const HOLD_MS = 600_000
const ACCOUNT = { username: 'Asha', email: 'asha@example.com', password: 'a train, stolen' }
const NEW_PASSWORD = 'another one entirely'

describeContext('a client of the specification alone', (context) => {
  const server = setupServerPerTest(context)

  test('signs up, chooses, reloads, books, pays after its holds ended, lists, changes its password and signs out [S-618]', async () => {
    const { ctx, clock } = context()
    const { movieId, showtimeId, seats } = await createShowtime(ctx)
    const [first, second, released] = seats as [string, string, string]
    const client = createSpecificationClient(server().url)
    expect(await client.signUp(ACCOUNT)).toMatchObject({ success: true })
    const { user } = await client.signIn(ACCOUNT)
    const userId = user?._id ?? ''
    const statusesOf = async (...ids: string[]) => {
      const all = await client.listSeats(showtimeId)
      return ids.map((id) => all.find(({ _id }) => _id === id)?.status)
    }

    const screen = await client.openSeatScreen(showtimeId)
    screen.hold(first)
    await screen.sees(first, 'HELD')
    screen.hold(released)
    await screen.sees(released, 'HELD')
    screen.release(released)
    await screen.sees(released, 'AVAILABLE')
    screen.close()
    const reloaded = await client.openSeatScreen(showtimeId)
    expect(await statusesOf(first, second, released)).toEqual(['HELD', 'AVAILABLE', 'AVAILABLE'])
    const order = { movieId, showtimeId, userId }
    const reference = await client.book({ ...order, seatIds: [first] })

    reloaded.hold(second)
    await reloaded.sees(second, 'HELD')
    await clock.advance(HOLD_MS)
    await expireHolds(ctx)
    await reloaded.loses(second)
    await reloaded.sees(second, 'AVAILABLE')
    const lateReference = await client.book({ ...order, seatIds: [second] })
    reloaded.close()

    expect(await statusesOf(first, second)).toEqual(['SOLD', 'SOLD'])
    const bookings = await client.listBookings(userId)
    expect(bookings.map(({ bookingReference }) => bookingReference).toSorted()).toEqual(
      [reference, lateReference].toSorted(),
    )
    expect(bookings.map(({ paymentStatus }) => paymentStatus)).toEqual(['Paid', 'Paid'])

    const profile = { username: 'Asha', email: ACCOUNT.email, phone: '+91 98765 43210' }
    const change = { ...profile, password: NEW_PASSWORD }
    expect(await client.updateProfile(userId, change)).toMatchObject({ success: false })
    await client.signOut()
    await client.signIn(ACCOUNT)
    expect(await client.updateProfile(userId, change)).toMatchObject({ _id: userId })
    await client.signOut()
    expect(await client.signIn(ACCOUNT)).toMatchObject({ success: false })
    const renewed = await client.signIn({ ...ACCOUNT, password: NEW_PASSWORD })
    expect(renewed).toMatchObject({ success: true, user: { _id: userId } })
  })
})
