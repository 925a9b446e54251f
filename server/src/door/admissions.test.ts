import type { ExcessAdmission, Scan } from '@marquee/contract/office/door/admissions'
import type { StaffPlace } from '@marquee/contract/office/shows/shows'
import { expect, test } from 'vitest'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import type { HttpClient } from '#test/support/http-client.ts'
import { createShowtime } from '#test/support/makers.ts'
import { openTestOffice, setupTestOffice } from '#test/support/office.ts'
import { createNodeContext, describeDatabases } from '#test/support/test-context.ts'
import { cancel } from '../bookings/change/changes.service.ts'
import { createPassKeys, deriveSeed } from '../tickets/pass-keys.ts'

const SECOND = 1000

interface Answer {
  verdict: string
  scanId: string
  admittedNow: number
  pass: { count: number; admitted: number; label: string; lastAdmission: unknown } | null
}

describeDatabases('admissions', (context) => {
  const office = setupTestOffice(context)
  const { createOrder, book } = createBookingCalls(context)
  const now = () => new Date(context().clock.now()).toISOString()

  /** A booking of three seats with its passes: 0 for the party, 1 to 3 for the seats. */
  async function createParty() {
    const { ctx } = context()
    const showtime = await createShowtime(ctx)
    const seatIds = showtime.seats.slice(0, 3)
    const order = await createOrder(showtime, seatIds)
    const { bookingReference: reference } = await book(order)
    const { showtimeId } = showtime
    const token = (number: number, issue = 1) =>
      ctx.passKeys.signPass({ reference, showtimeId, number, issue })
    /** The visitor cancels the first seats, for half of the price. */
    const cancelSeats = (count: number) =>
      cancel(
        ctx,
        { userId: order.userId, reference },
        { seatIds: seatIds.slice(0, count), refund: 75 * count },
      )
    return { showtimeId, reference, token, cancelSeats }
  }

  async function openDoor(name = 'Door A') {
    const { client, deviceId } = await office().pair('door', name)
    return { client, deviceId, ...callsOf(client) }
  }
  const callsOf = (client: HttpClient) => {
    const scan = async (given: Partial<Scan>) => {
      const body = { scanId: crypto.randomUUID(), scannedAt: now(), ...given }
      return (await client.post('/api/office/admissions', body)).json() as Answer
    }
    const undo = (scanId: string, undoneAt?: string) =>
      client.post(`/api/office/admissions/${scanId}/undo`, undoneAt ? { undoneAt } : {})
    const list = async (showtimeId: string) =>
      (await client.get(`/api/office/door/${showtimeId}`)).json() as {
        bookings: { reference: string; admitted: number }[]
        excessAdmissions: ExcessAdmission[]
      }
    return { scan, undo, list }
  }

  test('a pass of the party admits all at once, and then no one more', async () => {
    const { showtimeId, reference, token } = await createParty()
    const { scan, deviceId } = await openDoor()

    const first = await scan({ token: token(0), showtimeId })
    const second = await scan({ token: token(0), showtimeId })

    expect(first).toMatchObject({
      verdict: 'ADMITTED',
      admittedNow: 3,
      pass: { reference, label: 'Admit 3', seats: ['A1', 'A2', 'A3'], count: 3, admitted: 3 },
    })
    expect(second).toMatchObject({
      verdict: 'ALREADY_ADMITTED',
      admittedNow: 0,
      pass: {
        admitted: 3,
        lastAdmission: { scanId: first.scanId, device: { _id: deviceId, name: 'Door A' } },
      },
    })
  })

  test('a party comes in parts, and each seat pass admits one of it', async () => {
    const { token } = await createParty()
    const { scan } = await openDoor()

    const verdicts = [
      await scan({ token: token(0), count: 1 }),
      await scan({ token: token(2) }),
      await scan({ token: token(2) }),
      await scan({ token: token(0), count: 2 }),
      await scan({ token: token(3) }),
      await scan({ token: token(1) }),
    ].map(({ verdict, admittedNow }) => [verdict, admittedNow])

    expect(verdicts).toEqual([
      ['ADMITTED', 1],
      ['ADMITTED', 1],
      ['ALREADY_ADMITTED', 0],
      ['ALREADY_ADMITTED', 0],
      ['ADMITTED', 1],
      ['ALREADY_ADMITTED', 0],
    ])
  })

  test('a pass that several doors scan at the same time, on two nodes, is admitted once [S-244]', async () => {
    const node = await openTestOffice(createNodeContext(context().ctx))
    const doors = [
      await openDoor(),
      await openDoor('Door B'),
      callsOf((await node.pair('door')).client),
    ]
    for (let round = 0; round < 10; round += 1) {
      const { token, showtimeId } = await createParty()
      const number = round % 2
      const answers = await Promise.all(
        [...doors, ...doors].map(({ scan }) => scan({ token: token(number), showtimeId })),
      )

      expect(answers.map(({ verdict }) => verdict).toSorted()).toEqual([
        'ADMITTED',
        ...Array.from({ length: 5 }, () => 'ALREADY_ADMITTED'),
      ])
      const [door] = doors
      expect((await door?.list(showtimeId))?.bookings[0]?.admitted).toBe(number === 0 ? 3 : 1)
    }
    await node.close()
  })

  test('a scan that is sent several times at once counts once [S-244]', async () => {
    const { token, showtimeId } = await createParty()
    const { scan, list } = await openDoor()
    const scanId = crypto.randomUUID()

    const answers = await Promise.all(
      Array.from({ length: 5 }, () => scan({ token: token(0), count: 1, scanId })),
    )

    for (const answer of answers)
      expect(answer).toMatchObject({ verdict: 'ADMITTED', admittedNow: 1 })
    expect((await list(showtimeId)).bookings[0]?.admitted).toBe(1)
  })

  test('a pass is refused at another show, after its seats were changed, and when it is not genuine [S-245]', async () => {
    const { ctx } = context()
    const { token, reference, showtimeId } = await createParty()
    const { scan, list } = await openDoor()
    const { showtimeId: other } = await createShowtime(ctx)
    const stranger = createPassKeys([deriveSeed('the secret of another cinema, long enough')])
    const forged = stranger.signPass({ reference, showtimeId, number: 0, issue: 1 })
    const genuine = token(0)
    const altered = `${genuine.slice(0, 60)}${genuine[60] === 'A' ? 'B' : 'A'}${genuine.slice(61)}`
    const elsewhere = ctx.passKeys.signPass({ reference, showtimeId: other, number: 0, issue: 1 })
    const missing = ctx.passKeys.signPass({
      reference: 'MQ-ZZZZZZZZZZ',
      showtimeId,
      number: 0,
      issue: 1,
    })

    const verdicts = []
    for (const scanned of [
      { token: genuine, showtimeId: other },
      { token: token(0, 2) },
      { token: token(4) },
      { token: elsewhere },
      { token: forged },
      { token: altered },
      { token: genuine.toLowerCase() },
      { token: 'ABC' },
      { token: missing },
      { reference: 'MQ-ZZZZZZZZZZ' },
    ])
      verdicts.push((await scan(scanned)).verdict)

    expect(verdicts).toEqual([
      ...['WRONG_SHOW', 'VOID', 'VOID', 'VOID', 'NOT_GENUINE', 'NOT_GENUINE'],
      ...['NOT_GENUINE', 'NOT_GENUINE', 'NOT_FOUND', 'NOT_FOUND'],
    ])
    expect((await list(showtimeId)).bookings[0]?.admitted).toBe(0)
  })

  test('a typed reference admits the party, and blocked places are not found', async () => {
    const { reference } = await createParty()
    const { scan } = await openDoor()
    const { client } = await office().pair('counter')
    const { showtimeId, seats } = await createShowtime(context().ctx)
    const blocked = { placeIds: seats.slice(0, 1), reason: 'broken' }
    await client.post(`/api/office/shows/${showtimeId}/block`, blocked)
    const { reference: ofHouse } = await context()
      .ctx.db.selectFrom('bookings')
      .select('reference')
      .where('showtime_id', '=', showtimeId)
      .executeTakeFirstOrThrow()

    expect(await scan({ reference: ofHouse })).toMatchObject({ verdict: 'NOT_FOUND' })
    expect(await scan({ reference: ` ${reference.slice(3).toLowerCase()} ` })).toMatchObject({
      verdict: 'ADMITTED',
      admittedNow: 3,
    })
  })

  test('undoAdmission adds a row within a minute, for its device or a manager [S-246]', async () => {
    const { token } = await createParty()
    const door = await openDoor()
    const other = await openDoor('Door B')
    const manager = callsOf((await office().pair('manager')).client)
    const { scanId } = await door.scan({ token: token(0) })

    expect((await other.undo(scanId)).statusCode).toBe(403)
    const undone = await Promise.all([door.undo(scanId), door.undo(scanId)])
    for (const response of undone) expect(response.json()).toEqual({ success: true, admitted: 0 })
    const again = await door.scan({ token: token(0), count: 2 })
    expect(again).toMatchObject({ verdict: 'ADMITTED', admittedNow: 2 })
    expect((await manager.undo(again.scanId)).json()).toMatchObject({ admitted: 0 })
    expect((await door.undo(crypto.randomUUID())).statusCode).toBe(404)

    const { scanId: late } = await door.scan({ token: token(0) })
    await context().clock.advance(61 * SECOND)
    expect((await door.undo(late, now())).json()).toMatchObject({ code: 'CLOSED' })
    const rows = await context()
      .ctx.db.selectFrom('admissions')
      .select('count')
      .where('scan_id', 'in', [scanId, again.scanId, late])
      .execute()
    expect(rows.map(({ count }) => count).toSorted()).toEqual([-2, -3, 2, 3, 3])
  })

  /** A door admits a party offline, takes it back after some seconds, and sends the scan ten minutes later and the undo after that. */
  async function undoOffline({
    undoneAfter,
    sentAfter,
  }: {
    undoneAfter: number
    sentAfter: number
  }) {
    const { token } = await createParty()
    const { scan, undo } = await openDoor()
    const scannedAt = now()
    const undoneAt = new Date(context().clock.now() + undoneAfter * SECOND).toISOString()
    await context().clock.advance(600 * SECOND)
    const { scanId } = await scan({ token: token(0), scannedAt, isOffline: true })
    await context().clock.advance(sentAfter * SECOND)
    return (await undo(scanId, undoneAt)).json()
  }

  test('undoAdmission takes an offline admission back that was undone within a minute and is sent with its scan [S-718]', async () => {
    expect(await undoOffline({ undoneAfter: 30, sentAfter: 5 })).toEqual({
      success: true,
      admitted: 0,
    })
  })

  test.each([
    ['sent hours after its scan', { undoneAfter: 30, sentAfter: 7200 }],
    ['sent two minutes after its scan', { undoneAfter: 30, sentAfter: 120 }],
    ['made two minutes after the scan', { undoneAfter: 120, sentAfter: 5 }],
    ['made before the scan', { undoneAfter: -10, sentAfter: 5 }],
  ])(
    'undoAdmission refuses an undo of an offline admission that was %s [S-246][S-718]',
    async (_, times) => {
      expect(await undoOffline(times)).toMatchObject({ code: 'CLOSED' })
    },
  )

  test('two doors that admit a pass offline are both told, and the people count once', async () => {
    const { token, showtimeId, reference } = await createParty()
    const [first, second] = [await openDoor(), await openDoor('Door B')]
    const offline = { token: token(0), count: 2, isOffline: true, showtimeId }
    await first.scan(offline)
    const scanId = crypto.randomUUID()

    const answer = await second.scan({ ...offline, scanId })

    expect(answer).toMatchObject({ verdict: 'EXCESS', admittedNow: 1, pass: { admitted: 3 } })
    expect(await second.scan({ ...offline, scanId })).toMatchObject({
      verdict: 'EXCESS',
      admittedNow: 1,
    })
    for (const door of [first, second]) {
      const { bookings, excessAdmissions } = await door.list(showtimeId)
      expect(bookings).toMatchObject([{ reference, admitted: 3 }])
      expect(excessAdmissions).toMatchObject([
        {
          reference,
          label: 'Admit 3',
          count: 1,
          first: { device: { name: 'Door A' } },
          second: { scanId, device: { name: 'Door B' } },
        },
      ])
    }
  })

  test('people of a part that was cancelled are counted when a door offline has let them in [S-440]', async () => {
    const { token, showtimeId, cancelSeats } = await createParty()
    const { scan, list } = await openDoor()
    await cancelSeats(2)
    const offline = { count: 2, isOffline: true, showtimeId, scanId: crypto.randomUUID() }

    const old = [
      await scan({ ...offline, token: token(0) }),
      await scan({ ...offline, token: token(0) }),
      await scan({ token: token(1), showtimeId }),
    ]

    expect(old.map(({ verdict, admittedNow }) => [verdict, admittedNow])).toEqual([
      ['EXCESS', 1],
      ['EXCESS', 1],
      ['VOID', 0],
    ])
    expect(await scan({ token: token(3), showtimeId })).toMatchObject({
      verdict: 'ALREADY_ADMITTED',
      admittedNow: 0,
    })
    expect(await list(showtimeId)).toMatchObject({
      bookings: [{ admitted: 1, admittedPasses: [] }],
      excessAdmissions: [{ label: 'Admit 1', count: 1 }],
    })
  })

  test('a seat pass that is void and that a door offline has let in counts for the party [S-440]', async () => {
    const { token, showtimeId, cancelSeats } = await createParty()
    const { scan } = await openDoor()
    await cancelSeats(1)

    const offline = await scan({ token: token(1), count: 1, isOffline: true, showtimeId })
    const [seat, other] = [
      await scan({ token: token(2), showtimeId }),
      await scan({ token: token(3), showtimeId }),
    ]

    expect([offline, seat, other].map(({ verdict }) => verdict)).toEqual([
      ...['ADMITTED', 'ADMITTED', 'ALREADY_ADMITTED'],
    ])
  })

  test('people of a cancelled booking are listed when a door offline has let them in [S-440]', async () => {
    const { token, showtimeId, reference, cancelSeats } = await createParty()
    const { scan, list, deviceId } = await openDoor()
    await cancelSeats(3)
    const offline = { isOffline: true, showtimeId, scanId: crypto.randomUUID() }

    const verdicts = [
      (await scan({ ...offline, token: token(0), count: 3 })).verdict,
      (await scan({ ...offline, token: token(0), count: 3 })).verdict,
      (await scan({ ...offline, scanId: crypto.randomUUID(), reference })).verdict,
      (await scan({ token: token(0), showtimeId })).verdict,
    ]

    expect(verdicts).toEqual(['EXCESS', 'EXCESS', 'EXCESS', 'CANCELLED'])
    expect(await list(showtimeId)).toMatchObject({
      bookings: [{ reference, seats: [], admitted: 0 }],
      excessAdmissions: [
        { reference, label: '', count: 3, first: null, second: { device: { _id: deviceId } } },
        { count: 1, first: null },
      ],
    })
  })

  test('the door list has passes, counts and keys, and no names, prices or phone numbers', async () => {
    const { showtimeId, reference, token } = await createParty()
    const { scan, client } = await openDoor()
    await scan({ token: token(2) })

    const response = await client.get(`/api/office/door/${showtimeId}`)

    expect(response.json()).toMatchObject({
      showtimeId,
      endTime: expect.any(String),
      excessAdmissions: [],
      bookings: [
        {
          reference,
          issue: 1,
          seats: ['A1', 'A2', 'A3'],
          slots: [],
          admitted: 1,
          admittedPasses: [2],
          lastAdmission: { device: { name: 'Door A' } },
        },
      ],
      keys: context().ctx.passKeys.publicKeys,
    })
    expect(response.text).not.toMatch(/9876543210|Asha|@example/)
    expect((await client.get('/api/office/door/none')).statusCode).toBe(404)
  })

  test('the map of the counter marks the seat of an admitted pass also after a seat has left the booking [S-244]', async () => {
    const { showtimeId, token, cancelSeats } = await createParty()
    await cancelSeats(1)
    const { scan } = await openDoor()
    await scan({ token: token(2) })
    const { client } = await office().pair('counter')

    const response = await client.get(`/api/office/shows/${showtimeId}`)

    const { places } = response.json() as { places: StaffPlace[] }
    expect(places.filter(({ isAdmitted }) => isAdmitted).map(({ label }) => label)).toEqual(['A2'])
  })

  test('scans are told to other devices', async () => {
    const { token, showtimeId } = await createParty()
    const { scan } = await openDoor()
    const changed: string[] = []
    const listen = (id: string) => changed.push(id)
    context().ctx.events.on('showChanged', listen)

    await scan({ token: token(0) })
    await scan({ token: token(0) })

    context().ctx.events.off('showChanged', listen)
    expect(changed).toEqual([showtimeId])
  })
})
