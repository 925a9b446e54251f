import { beforeEach, expect, test } from 'vitest'
import { type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { BINARY, frame, openRawSocket, type RawSocket } from '#test/support/raw-connection.ts'
import type { SocketClient } from '#test/support/socket-client.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { setupTestServer } from '#test/support/test-server.ts'

const INVALID = { ok: false, code: 'INVALID', message: 'We could not read that request.' }

describeDatabases('a packet', (world) => {
  const cinema = setupTestServer(world)
  let show: CreatedShowtime

  beforeEach(async () => {
    show = await createShowtime(world().ctx)
  })

  const bare = () => openRawSocket(cinema().port)
  const emit = (window: SocketClient, event: string, ...args: unknown[]) =>
    window.emitWithAck(event, ...args)

  /** Whatever somebody sent, others are served as before. */
  async function expectOthersServed() {
    const other = await cinema().window(cinema().visitor())
    expect(await other.ask('joinShowtime', show.showtimeId)).toMatchObject({ ok: true })
    other.close()
  }

  test.each([
    'holdEverything',
    'error',
    'constructor',
    '__proto__',
    'toString',
    'seatsUpdated',
    'newListenr',
    '',
  ])('of the event %j, which nobody knows, is answered and does nothing [S-98]', async (event) => {
    const window = await cinema().window(cinema().visitor())

    const ack = await cinema().unchanged(() => emit(window, event, { showtimeId: show.showtimeId }))

    expect(ack).toEqual(INVALID)
    window.close()
  })

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['a text', 'holdSeat'],
    ['a list', [1, 2, 3]],
    ['an empty object', {}],
    ['bytes', Buffer.from('holdSeat')],
    ['ids that are objects', { showtimeId: { $ne: null }, seatId: { $ne: null } }],
    ['ids that are lists', { showtimeId: ['x'], seatId: ['x'] }],
    ['ids that are bytes', { showtimeId: Buffer.from('x'), seatId: Buffer.from('x') }],
    ['an id with a zero sign', { showtimeId: 'a\0b', seatId: 'x' }],
    ['half a letter', { showtimeId: 'a\ud83d', seatId: 'x' }],
    ['an endless id', { showtimeId: 'x'.repeat(10_000), seatId: 'x' }],
  ])('of %s is refused [S-99]', async (_, payload) => {
    const window = await cinema().window(cinema().visitor())

    for (const event of [
      'holdSeat',
      'releaseSeat',
      'holdParkingSlot',
      'extendHold',
      'beginCheckout',
    ]) {
      expect(await cinema().unchanged(() => emit(window, event, payload))).toEqual(INVALID)
    }
    window.close()
  })

  test('without any content, with an answer wanted, is answered [S-100]', async () => {
    const window = await cinema().window(cinema().visitor())

    expect(await cinema().unchanged(() => emit(window, 'holdSeat'))).toEqual(INVALID)
  })

  test('with more content than asked for is read as far as it was asked for [S-101]', async () => {
    const { showtimeId, seats } = show
    const window = await cinema().window(cinema().visitor())
    const wish = { showtimeId, seatId: seats[0], holder: 'asha', price: 1, __proto__: { x: 1 } }

    expect(await emit(window, 'holdSeat', wish, { more: true }, 'more')).toMatchObject({ ok: true })
    const held = await world()
      .ctx.db.selectFrom('claims')
      .selectAll()
      .where('showtime_id', '=', showtimeId)
      .execute()
    expect(held).toHaveLength(1)
    expect(held[0]?.holder).not.toBe('asha')
  })

  test('of more places than anybody may have is refused, and of ten thousand cut off [S-102]', async () => {
    const { showtimeId } = show
    const ids = (many: number) => Array.from({ length: many }, (_, n) => `${n}`)
    const window = await cinema().window(cinema().visitor())
    const closed = window.disconnected

    for (const seatIds of [ids(11), ids(1000), []]) {
      const wish = { showtimeId, seatIds, slotIds: [] }
      expect(await cinema().unchanged(() => emit(window, 'beginCheckout', wish))).toEqual(INVALID)
    }
    await cinema().unchanged(async () => {
      window.emit('beginCheckout', { showtimeId, seatIds: ids(10_000), slotIds: [] })
      expect(await closed).toBe('transport close')
    })
    await expectOthersServed()
  })

  const MALFORMED: [string, (socket: RawSocket) => void][] = [
    ['that is larger than any', ({ send }) => send(`42["joinShowtime","${'x'.repeat(20_000)}"]`)],
    ['of broken JSON', ({ send }) => send('42["holdSeat",{')],
    ['of no kind', ({ send }) => send('49["holdSeat"]')],
    ['without a name', ({ send }) => send('42[]')],
    ['whose name is an object', ({ send }) => send('42[{"toString":"holdSeat"}]')],
    ['that pretends to be ours', ({ send }) => send('42["connect"]')],
    ['that says goodbye in our name', ({ send }) => send('42["disconnect"]')],
    ['with a number that is none', ({ send }) => send('429999999999x["holdSeat"]')],
    ['that announces endless bytes', ({ send }) => send('45999999-["holdSeat"]')],
    ['of bytes that nobody announced', ({ stream }) => stream.write(frame('bytes', BINARY))],
    ['of another protocol', ({ send }) => send('9')],
    [
      'that is half a frame of another size',
      ({ stream }) => stream.write(Buffer.from([0xff, 0xff])),
    ],
    ['that is not masked', ({ stream }) => stream.write(Buffer.from([0x81, 0x02, 0x34, 0x30]))],
  ]

  test.each(MALFORMED)('%s ends its own window and nobody else’s [S-103]', async (_, send) => {
    const socket = await bare()

    await cinema().unchanged(async () => {
      send(socket)
      await socket.closed
    })
    await expectOthersServed()
  })

  test('for another room than this one is refused [S-105]', async () => {
    const { send, waitForText, stream } = await bare()
    send('40/admin,')

    expect(await waitForText(/44\/admin/)).toContain('44/admin,{"message":"Invalid namespace"}')
    stream.destroy()
  })

  test('that answers what nobody asked does nothing [S-106]', async () => {
    const { send, waitForText, stream } = await bare()
    await cinema().unchanged(async () => {
      send('4399["x"]')
      send(`421["joinShowtime","${show.showtimeId}"]`)
      await waitForText(/431\[\{"ok":true/)
    })
    stream.destroy()
  })

  test('in many letters by polling is refused as one is [S-104]', async () => {
    const client = cinema().visitor()
    const opened = await client.get('/socket.io/?EIO=4&transport=polling')
    const { sid } = JSON.parse(opened.text.slice(1)) as { sid: string }
    const path = `/socket.io/?EIO=4&transport=polling&sid=${sid}`
    const packet = `42["joinShowtime","${'x'.repeat(20_000)}"]`

    const answer = await cinema().unchanged(() =>
      client.send('POST', path, packet, { 'content-type': 'text/plain' }),
    )

    expect(answer.statusCode).toBe(413)
  })

  test('over a window’s number that somebody guessed is refused [S-107]', async () => {
    for (const sid of ['guessed', '__proto__', 'x'.repeat(1000)]) {
      const answer = await cinema().visitor().get(`/socket.io/?EIO=4&transport=polling&sid=${sid}`)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toEqual({ code: 1, message: 'Session ID unknown' })
    }
  })
})
