import { expect, test } from 'vitest'
import { findBookableSeats } from '#test/support/booking-flow.ts'
import { describeServers } from '#test/support/database-environments.ts'
import { createHttpClient } from '#test/support/http-client.ts'
import { sendRaw } from '#test/support/raw-connection.ts'
import { connectSocketClient } from '#test/support/socket-client.ts'

const PASSWORD = 'canary in a coal mine'
const ANOTHER_PASSWORD = 'canary on a perch'
const PHONE = '7183055662'
const VEHICLE = 'KA07ZQ8831'
const COOKIE = 'canaryincookie'

/** Tables in which a constraint refuses the phone number. */
const REFUSING = ['users', 'bookings']

const ENVIRONMENT = { LOG_LEVEL: 'trace', RATE_LIMITS: 'off' }

describeServers('log at level trace', ENVIRONMENT, (served) => {
  test('the log contains no password, token, cookie, phone or vehicle number after successes and failures [S-132]', async () => {
    const { server, database } = served()
    const client = createHttpClient(server.url)
    const show = await findBookableSeats(client)
    const account = { username: 'Asha', email: 'asha@example.com', password: PASSWORD }
    const cookies = new Set<string>()
    const post = async (path: string, body?: unknown) => {
      const response = await client.post(path, body)
      for (const value of client.jar.values()) cookies.add(value)
      return response
    }

    // Calls that succeed.
    await post('/api/auth/signup', account)
    const signedIn = await post('/api/auth/signin', account)
    const userId = (signedIn.json() as { user: { _id: string } }).user._id
    const profile = `/api/user/update/${userId}`
    const change = { phone: PHONE, password: ANOTHER_PASSWORD, currentPassword: PASSWORD }
    await post(profile, change)
    const { movieId, showtimeId, seats } = show
    const order = {
      movieId,
      showtimeId,
      userId,
      phone: PHONE,
      seatIds: seats.slice(0, 1).map(({ _id }) => _id),
      parkingSlotIds: [],
      totalCost: seats[0]?.price,
    }
    const slots = [{ slotId: 'canary', vehicleNumber: VEHICLE }]
    await post('/api/bookings', { ...order, parkingSlotIds: ['canary'], parkingSlots: slots })
    await post('/api/auth/refresh-token', { userId })
    const socket = await connectSocketClient(server.url, client.cookies())
    await socket.ask('holdSeat', { phone: PHONE, vehicleNumber: VEHICLE } as never)

    // Calls that are refused.
    await post('/api/auth/signin', { ...account, password: `${PASSWORD}!` })
    await post('/api/auth/signup', { ...account, email: PASSWORD })
    await post('/api/auth/signin', { email: { password: PASSWORD }, password: [PASSWORD] })
    await post(profile, { password: 'x', currentPassword: PASSWORD })
    await post('/api/bookings', { ...order, phone: `${PHONE}x`, parkingSlots: VEHICLE })
    const broken = `{"email":"asha@example.com","password":"${PASSWORD}",,"phone":${PHONE}x}`
    const large = JSON.stringify({ ...account, more: PASSWORD.repeat(5000) })
    for (const [type, body] of [
      ['application/json', broken],
      ['text/plain', broken],
      ['application/json', large],
    ] as const) {
      await client.send('POST', '/api/auth/signin', body, { 'content-type': type })
    }
    const stranger = createHttpClient(server.url)
    await stranger.get(`/api/nothing?password=${encodeURIComponent(PASSWORD)}`, {
      authorization: `Bearer ${COOKIE}`,
      cookie: `marquee_access_3000=${COOKIE}; marquee_refresh_3000=${COOKIE}; marquee_visitor_3000=${COOKIE}.x`,
    })
    const forged = { cookie: `marquee_refresh_3000=${COOKIE}` }
    await stranger.post('/api/auth/refresh-token', { userId }, forged)
    const { port } = server
    await sendRaw(port, `GET / HTTP/1.1\r\ncookie: ${COOKIE}\r\n${PASSWORD}\r\n\r\n`)
    await sendRaw(port, `GET / HTTP/1.1\r\nhost: x\r\ncookie: ${COOKIE.repeat(2000)}\r\n\r\n`)

    // Calls that fail: constraints refuse the row, then a table is missing.
    await database.execute({
      sqlite: REFUSING.flatMap((table) =>
        ['insert', 'update'].map(
          (verb) => `create trigger ${verb}_${table} before ${verb} on ${table}
            when new.phone is not null begin select raise(abort, 'refused'); end`,
        ),
      ),
      postgres: REFUSING.map(
        (table) => `alter table ${table} add constraint refused check (phone is null) not valid`,
      ),
    })
    const failures = [
      await post(profile, { username: 'Asha K', phone: `${PHONE}0` }),
      await post('/api/bookings', order),
    ]
    const drop = ['drop table refresh_tokens']
    await database.execute({ sqlite: drop, postgres: drop })
    failures.push(await post('/api/auth/refresh-token', { userId }))
    failures.push(await post('/api/auth/signin', { ...account, password: ANOTHER_PASSWORD }))
    socket.close()
    await server.kill('SIGTERM')

    expect(failures.map(({ statusCode }) => statusCode)).toEqual([500, 500, 500, 500])
    const output = server.output()
    expect(output.match(/"msg":"request failed"/g)).toHaveLength(4)
    expect(cookies.size).toBeGreaterThanOrEqual(5)
    const secrets = [PASSWORD, ANOTHER_PASSWORD, PHONE, VEHICLE, COOKIE, 'argon2id', ...cookies]
    const leaked = secrets.flatMap((secret) => [secret, encodeURIComponent(secret)])
    for (const secret of [...leaked, 'a secret that only']) expect(output).not.toContain(secret)
  })
})
