import { beforeAll, expect, test } from 'vitest'
import type { HttpClient } from '#test/support/http-client.ts'
import { createShowtime } from '#test/support/makers.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import {
  expectRefusal,
  FORBIDDEN,
  PASSWORD,
  SIGN_IN_REQUIRED,
  setupTestServer,
  type TestServer,
} from '#test/support/test-server.ts'

const orderOf = ({ movieId, showtimeId, seats }: Awaited<ReturnType<typeof createShowtime>>) => ({
  movieId,
  showtimeId,
  seatIds: [seats[0] as string],
  parkingSlotIds: [],
  totalCost: 150,
  phone: '9876543210',
})

describeDatabases('data of another user', (world) => {
  const server = setupTestServer(world)
  let asha: Awaited<ReturnType<TestServer['member']>>
  let ravi: typeof asha
  let show: Awaited<ReturnType<typeof createShowtime>>

  beforeAll(async () => {
    show = await createShowtime(world().ctx)
    asha = await server().member('Asha')
    ravi = await server().member('Ravi')
  })

  const CALLS: [string, (client: HttpClient, userId: string) => Promise<Answered>][] = [
    ['the list of bookings', (client, id) => client.get(`/api/bookings/user/${id}`)],
    ['a profile', (client, id) => client.post(`/api/user/update/${id}`, { username: 'Mallory' })],
    [
      'a password',
      (client, id) =>
        client.post(`/api/user/update/${id}`, { password: 'mine now', currentPassword: PASSWORD }),
    ],
    ['an account', (client, id) => client.delete(`/api/user/delete/${id}`)],
    [
      'a booking for a user',
      (client, userId) => client.post('/api/bookings', { ...orderOf(show), userId }),
    ],
  ]
  type Answered = Awaited<ReturnType<HttpClient['get']>>

  test.each(CALLS)(
    '%s is refused for a foreign or unknown user id [S-40][S-41][S-42][S-43]',
    async (_, call) => {
      for (const id of [ravi.userId, crypto.randomUUID(), 'x', `${ravi.userId} `]) {
        expectRefusal(await server().unchanged(() => call(asha.client, id)), FORBIDDEN)
      }
    },
  )

  test.each(CALLS)('%s is refused to a signed-out visitor [S-44]', async (_, call) => {
    for (const id of [ravi.userId, crypto.randomUUID()]) {
      expectRefusal(await server().unchanged(() => call(server().visitor(), id)), SIGN_IN_REQUIRED)
    }
  })

  test('a hold of another visitor cannot be released or booked and is not marked heldByMe [S-45]', async () => {
    const { showtimeId, seats } = show
    const seatId = seats[5] as string
    const [owner, other] = [
      await server().openSocket(asha.client),
      await server().openSocket(ravi.client),
    ]
    expect(await owner.ask('holdSeat', { showtimeId, seatId })).toMatchObject({ ok: true })

    const release = await server().unchanged(() => other.ask('releaseSeat', { showtimeId, seatId }))
    const bought = await server().unchanged(() =>
      ravi.client.post('/api/bookings', {
        ...orderOf(show),
        seatIds: [seatId],
        userId: ravi.userId,
      }),
    )

    expect(release).toEqual({
      ok: false,
      code: 'NOT_OWNER',
      message: 'You can release only your own seats and parking slots.',
    })
    expectRefusal(bought, [409, 'TAKEN', 'A6 has just been taken. Please choose again.'], {
      places: [{ _id: seatId, label: 'A6' }],
    })
    const seen = await ravi.client.get(`/api/seats/showtime/${showtimeId}`)
    expect(seen.text).not.toContain('heldByMe')
    expect(seen.text).not.toContain('holdUntil')
  })

  test('pushes contain neither the holder nor the deadline of another hold [S-46]', async () => {
    const { showtimeId, seats } = await createShowtime(world().ctx)
    const watcher = await server().openSocket(ravi.client)
    await watcher.ask('joinShowtime', showtimeId)
    const owner = await server().openSocket(asha.client)
    await owner.ask('joinShowtime', showtimeId)
    await owner.ask('holdSeat', { showtimeId, seatId: seats[0] as string })

    const push = await watcher.next('seatsUpdated')
    expect(push.seats).toEqual([
      { _id: seats[0], seatNumber: 'A1', category: 'Standard', status: 'HELD', price: 150 },
    ])
  })

  test('the idempotency key of another user reveals nothing of the booking [S-47]', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const order = { ...orderOf(show), seatIds: [show.seats[8] as string], totalCost: 180 }
    const mine = await asha.client.post('/api/bookings', { ...order, userId: asha.userId }, key)
    expect(mine.statusCode).toBe(200)

    const theirs = await server().unchanged(() =>
      ravi.client.post('/api/bookings', { ...order, userId: ravi.userId }, key),
    )

    expectRefusal(theirs, [409, 'TAKEN', 'B1 has just been taken. Please choose again.'], {
      places: [{ _id: show.seats[8], label: 'B1' }],
    })
    const { booking } = mine.json() as { booking: { bookingReference: string } }
    expect(theirs.text).not.toContain(booking.bookingReference)
  })

  test('an email with an account cannot be used for sign-up or a profile update [S-48]', async () => {
    const taken = [
      409,
      'EMAIL_TAKEN',
      'There is already an account with this email address.',
    ] as const
    const { email } = ravi.account

    const signUp = await server().unchanged(() =>
      server()
        .visitor()
        .post('/api/auth/signup', { username: 'Ravi', email, password: 'of my own choice' }),
    )
    const change = await server().unchanged(() =>
      asha.client.post(`/api/user/update/${asha.userId}`, { email, currentPassword: PASSWORD }),
    )

    expectRefusal(signUp, taken)
    expectRefusal(change, taken)
  })

  test('email and password do not change without the current password [S-49]', async () => {
    const update = (changes: object) =>
      server().unchanged(() => asha.client.post(`/api/user/update/${asha.userId}`, changes))
    const missing = [
      403,
      'FORBIDDEN',
      'Please enter your current password to change your email or password.',
    ] as const
    const wrong = [403, 'FORBIDDEN', 'Your current password is wrong.'] as const

    expectRefusal(await update({ password: 'of my own choice' }), missing)
    expectRefusal(await update({ email: 'mallory@example.com' }), missing)
    expectRefusal(await update({ password: 'of my own choice', currentPassword: 'guess' }), wrong)
  })
})

describeDatabases('unknown fields', (world) => {
  const server = setupTestServer(world)
  const usersNamed = (email: string) =>
    world().ctx.db.selectFrom('users').selectAll().where('email', '=', email).execute()

  const EXTRA = {
    _id: 'chosen',
    id: 'chosen',
    role: 'admin',
    isAdmin: true,
    phoneVerified: true,
    phone_verified: 1,
    created_at: 1,
    password_hash: 'chosen',
    hasPassword: false,
    holder: 'chosen',
  }

  test('grant no rights at sign-up [R-6.1][S-50]', async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const account = { username: 'Asha', email, password: PASSWORD, phone: '9876543210' }
    await server()
      .visitor()
      .post('/api/auth/signup', { ...EXTRA, ...account })

    const [row] = await usersNamed(email)
    expect(row).toMatchObject({ username: 'Asha', phone: null, phone_verified: 0, picture: null })
    expect(row?.id).not.toBe('chosen')
    expect(row?.created_at).not.toBe(1)
    expect(row?.password_hash).toMatch(/^\$argon2id\$/)
  })

  test('grant no rights in a profile update [R-6.1][S-51]', async () => {
    const { client, userId, account } = await server().member()

    await server().unchanged(() => client.post(`/api/user/update/${userId}`, EXTRA))

    expect((await usersNamed(account.email))[0]).toMatchObject({ id: userId, phone_verified: 0 })
  })

  test('do not change a booking [S-52]', async () => {
    const show = await createShowtime(world().ctx)
    const { client, userId } = await server().member()

    const answer = await client.post('/api/bookings', {
      ...orderOf(show),
      ...EXTRA,
      userId,
      paymentStatus: 'Refunded',
      bookingReference: 'MQ-MINE',
      price: 1,
      createdAt: '2000-01-01T00:00:00Z',
    })

    const { booking } = answer.json() as { booking: Record<string, unknown> }
    expect(booking).toMatchObject({ paymentStatus: 'Paid', totalCost: 150 })
    expect(booking.bookingReference).toMatch(/^MQ-[2-9A-HJKMNP-TV-Z]{10}$/)
    expect(booking._id).not.toBe('chosen')
    const claims = await world().ctx.db.selectFrom('claims').selectAll().execute()
    expect(claims).toMatchObject([{ booking_id: booking._id, holder: null }])
  })
})
