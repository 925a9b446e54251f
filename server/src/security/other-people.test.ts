import { beforeAll, expect, test } from 'vitest'
import type { HttpClient, HttpResponse } from '#test/support/http-client.ts'
import { bookingRequest, type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { describeContext } from '#test/support/test-context.ts'
import {
  expectRefusal,
  FORBIDDEN,
  type Member,
  PASSWORD,
  type Refusal,
  SIGN_IN_REQUIRED,
  setupTestServer,
} from '#test/support/test-server.ts'

const taken = (label: string): Refusal => [
  409,
  'TAKEN',
  `${label} has just been taken. Please choose again.`,
]
const EMAIL_TAKEN: Refusal = [
  409,
  'EMAIL_TAKEN',
  'There is already an account with this email address.',
]
const PASSWORD_MISSING: Refusal = [
  403,
  'FORBIDDEN',
  'Please enter your current password to change your email or password.',
]
const PASSWORD_WRONG: Refusal = [403, 'FORBIDDEN', 'Your current password is wrong.']

describeContext('data of another user', (context) => {
  const server = setupTestServer(context)
  let asha: Member
  let ravi: Member
  let show: CreatedShowtime

  beforeAll(async () => {
    show = await createShowtime(context().ctx)
    asha = await server().member('Asha')
    ravi = await server().member('Ravi')
  })

  const update = ({ post }: HttpClient, userId: string, changes: object) =>
    post(`/api/user/update/${userId}`, changes)
  const book = ({ client, userId }: Member, seat: number, headers = {}) => {
    const changes = { seatIds: [show.seats[seat]], totalCost: seat < 8 ? 150 : 180 }
    return client.post('/api/bookings', bookingRequest(show, userId, changes), headers)
  }

  const CALLS: [string, (client: HttpClient, userId: string) => Promise<HttpResponse>][] = [
    ['the list of bookings', (client, id) => client.get(`/api/bookings/user/${id}`)],
    ['a profile', (client, id) => update(client, id, { username: 'Mallory' })],
    [
      'a password',
      (client, id) => update(client, id, { password: 'mine now', currentPassword: PASSWORD }),
    ],
    ['an account', (client, id) => client.delete(`/api/user/delete/${id}`)],
    ['a booking', (client, userId) => client.post('/api/bookings', bookingRequest(show, userId))],
  ]

  test.each(CALLS)(
    '%s is refused for a foreign or unknown user id and to a signed-out visitor [R-6.3][R-6.5][S-40][S-41][S-42][S-43][S-44]',
    async (_, call) => {
      for (const id of [ravi.userId, crypto.randomUUID(), 'x', `${ravi.userId} `]) {
        await server().expectRefused(() => call(asha.client, id), FORBIDDEN)
        await server().expectRefused(() => call(server().visitor(), id), SIGN_IN_REQUIRED)
      }
    },
  )

  test('a hold of another visitor cannot be released or booked and is not marked heldByMe [S-45]', async () => {
    const { showtimeId, seats } = show
    const seatId = seats[5] as string
    const owner = await server().openSocket(asha.client)
    const other = await server().openSocket(ravi.client)
    expect(await owner.ask('holdSeat', { showtimeId, seatId })).toMatchObject({ ok: true })

    const release = await server().unchanged(() => other.ask('releaseSeat', { showtimeId, seatId }))

    const message = 'You can release only your own seats and parking slots.'
    expect(release).toEqual({ ok: false, code: 'NOT_OWNER', message })
    await server().expectRefused(() => book(ravi, 5), taken('A6'), {
      places: [{ _id: seatId, label: 'A6' }],
    })
    const seen = await ravi.client.get(`/api/seats/showtime/${showtimeId}`)
    expect(seen.text).not.toContain('heldByMe')
    expect(seen.text).not.toContain('holdUntil')
    const own = await asha.client.get(`/api/seats/showtime/${showtimeId}`)
    expect(own.text).toContain('heldByMe')
  })

  test('pushes contain neither the holder nor the deadline of another hold [S-46]', async () => {
    const { showtimeId, seats } = await createShowtime(context().ctx)
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
    expect((await book(asha, 8, key)).statusCode).toBe(200)

    await server().expectRefused(() => book(ravi, 8, key), taken('B1'), {
      places: [{ _id: show.seats[8], label: 'B1' }],
    })
  })

  test('an email with an account cannot be used for sign-up or a profile update [S-48]', async () => {
    const { email } = ravi.account
    const account = { username: 'Ravi', email, password: 'of my own choice' }
    const change = { email, currentPassword: PASSWORD }

    // Its owner is told by email, so the database changes.
    expectRefusal(await server().visitor().post('/api/auth/signup', account), EMAIL_TAKEN)
    expect((await server().visitor().post('/api/auth/signin', ravi.account)).statusCode).toBe(200)
    await server().expectRefused(() => update(asha.client, asha.userId, change), EMAIL_TAKEN)
  })

  test('email and password do not change five minutes after the sign-in without the right password [S-49]', async () => {
    await context().clock.advance(301_000)
    for (const [changes, refusal] of [
      [{ password: 'of my own choice' }, PASSWORD_MISSING],
      [{ email: 'mallory@example.com' }, PASSWORD_MISSING],
      [{ password: 'of my own choice', currentPassword: 'guess' }, PASSWORD_WRONG],
    ] as const)
      await server().expectRefused(() => update(asha.client, asha.userId, changes), refusal, {
        fields: { currentPassword: refusal[2] },
      })
  })
})

describeContext('unknown fields', (context) => {
  const server = setupTestServer(context)
  const usersNamed = (email: string) =>
    context().ctx.db.selectFrom('users').selectAll().where('email', '=', email).execute()

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

  test('unknown fields grant no rights at sign-up [R-6.1][S-50]', async () => {
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

  test('unknown fields grant no rights in a profile update [R-6.1][S-51]', async () => {
    const { client, userId, account } = await server().member()

    await server().unchanged(() => client.post(`/api/user/update/${userId}`, EXTRA))

    expect((await usersNamed(account.email))[0]).toMatchObject({ id: userId, phone_verified: 0 })
  })

  test('unknown fields do not change a booking [S-52]', async () => {
    const show = await createShowtime(context().ctx)
    const { client, userId } = await server().member()

    const made = {
      paymentStatus: 'Refunded',
      bookingReference: 'MQ-MINE',
      price: 1,
      createdAt: '0',
    }
    const order = bookingRequest(show, userId, { ...EXTRA, ...made })
    const response = await client.post('/api/bookings', order)

    const { booking } = response.json() as { booking: Record<string, unknown> }
    expect(booking).toMatchObject({ paymentStatus: 'Paid', totalCost: 150 })
    expect(booking.bookingReference).toMatch(/^MQ-[2-9A-HJKMNP-TV-Z]{10}$/)
    expect(booking._id).not.toBe('chosen')
    const claims = await context().ctx.db.selectFrom('claims').selectAll().execute()
    expect(claims).toMatchObject([{ booking_id: booking._id, holder: null }])
  })
})
