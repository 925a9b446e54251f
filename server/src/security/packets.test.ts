import { beforeEach, expect, test } from 'vitest'
import { readClaims } from '#test/support/hold-calls.ts'
import { type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { BINARY, frame, openRawSocket, type RawSocket } from '#test/support/raw-connection.ts'
import type { SocketClient } from '#test/support/socket-client.ts'
import { describeContext } from '#test/support/test-context.ts'
import { setupTestServer } from '#test/support/test-server.ts'

const INVALID = { ok: false, code: 'INVALID', message: 'We could not read that request.' }

describeContext('socket packets', (context) => {
  const server = setupTestServer(context)
  let show: CreatedShowtime

  beforeEach(async () => {
    show = await createShowtime(context().ctx)
  })

  const openRaw = () => openRawSocket(server().port)
  const emit = (socket: SocketClient, event: string, ...args: unknown[]) =>
    socket.emitWithAck(event, ...args)

  /** Other sockets still get acknowledgements. */
  async function expectOthersServed() {
    const other = await server().openSocket(server().visitor())
    expect(await other.ask('joinShowtime', show.showtimeId)).toMatchObject({ ok: true })
    other.close()
  }

  const HOLD_EVENTS = ['holdSeat', 'releaseSeat', 'holdParkingSlot', 'extendHold', 'beginCheckout']
  const UNKNOWN_EVENTS = ['holdEverything', 'error', 'constructor', '__proto__', 'toString', '']

  test('an unknown event is answered with INVALID [S-98]', async () => {
    const socket = await server().openSocket(server().visitor())
    const request = { showtimeId: show.showtimeId }

    for (const event of [...UNKNOWN_EVENTS, 'seatsUpdated', 'newListenr']) {
      expect(await server().unchanged(() => emit(socket, event, request))).toEqual(INVALID)
    }
  })

  test.each([
    ['null', null],
    ['a number', 7],
    ['a text', 'holdSeat'],
    ['a list', [1, 2, 3]],
    ['an empty object', {}],
    ['bytes', Buffer.from('holdSeat')],
    ['ids that are objects', { showtimeId: { $ne: null }, seatId: { $ne: null } }],
    ['ids that are lists', { showtimeId: ['x'], seatId: ['x'] }],
    ['ids that are bytes', { showtimeId: Buffer.from('x'), seatId: Buffer.from('x') }],
    ['an id with a zero character', { showtimeId: 'a\0b', seatId: 'x' }],
    ['a lone surrogate', { showtimeId: 'a\ud83d', seatId: 'x' }],
    ['a very long id', { showtimeId: 'x'.repeat(10_000), seatId: 'x' }],
    ['nothing', undefined],
    ['no argument'],
  ])('a payload of %s is answered with INVALID [S-99][S-100]', async (_, ...payload) => {
    const socket = await server().openSocket(server().visitor())

    for (const event of HOLD_EVENTS) {
      expect(await server().unchanged(() => emit(socket, event, ...payload))).toEqual(INVALID)
    }
    socket.close()
  })

  test('extra fields and arguments are ignored [S-101]', async () => {
    const { showtimeId, seats } = show
    const socket = await server().openSocket(server().visitor())
    const request = { showtimeId, seatId: seats[0], holder: 'asha', price: 1, __proto__: { x: 1 } }

    expect(await emit(socket, 'holdSeat', request, { more: true }, 'more')).toMatchObject({
      ok: true,
    })
    const held = await readClaims(context().ctx, show)
    expect(held).toHaveLength(1)
    expect(held[0]?.holder).not.toBe('asha')
  })

  test('too many places are refused, and ten thousand close the socket [S-102]', async () => {
    const { showtimeId } = show
    const request = (many: number) => {
      const seatIds = Array.from({ length: many }, (_, n) => `${n}`)
      return { showtimeId, seatIds, slotIds: [] }
    }
    const socket = await server().openSocket(server().visitor())
    const closed = socket.disconnected

    for (const many of [11, 1000, 0]) {
      const ask = () => emit(socket, 'beginCheckout', request(many))
      expect(await server().unchanged(ask)).toEqual(INVALID)
    }
    await server().unchanged(async () => {
      socket.emit('beginCheckout', request(10_000))
      expect(await closed).toBe('transport close')
    })
    await expectOthersServed()
  })

  const MALFORMED: [string, (socket: RawSocket) => void][] = [
    ['that is too large', ({ send }) => send(`42["joinShowtime","${'x'.repeat(20_000)}"]`)],
    ['of broken JSON', ({ send }) => send('42["holdSeat",{')],
    ['of an unknown type', ({ send }) => send('49["holdSeat"]')],
    ['without an event name', ({ send }) => send('42[]')],
    ['whose event name is an object', ({ send }) => send('42[{"toString":"holdSeat"}]')],
    ['with the reserved event connect', ({ send }) => send('42["connect"]')],
    ['with the reserved event disconnect', ({ send }) => send('42["disconnect"]')],
    ['with an invalid acknowledgement id', ({ send }) => send('429999999999x["holdSeat"]')],
    ['with endless announced attachments', ({ send }) => send('45999999-["holdSeat"]')],
    ['of bytes that were not announced', ({ stream }) => stream.write(frame('bytes', BINARY))],
    ['of another protocol', ({ send }) => send('9')],
    ['that is an incomplete frame', ({ stream }) => stream.write(Buffer.from([0xff, 0xff]))],
    ['that is not masked', ({ stream }) => stream.write(Buffer.from([0x81, 0x02, 0x34, 0x30]))],
  ]

  test.each(MALFORMED)('a packet %s closes its own socket only [S-103]', async (_, send) => {
    const socket = await openRaw()

    await server().unchanged(async () => {
      send(socket)
      await socket.closed
    })
    await expectOthersServed()
  })

  test('another namespace is refused [S-105]', async () => {
    const { send, waitForText, stream } = await openRaw()
    send('40/admin,')

    expect(await waitForText(/44\/admin/)).toContain('44/admin,{"message":"Invalid namespace"}')
    stream.destroy()
  })

  test('an acknowledgement without a request is ignored [S-106]', async () => {
    const { send, waitForText, stream } = await openRaw()
    await server().unchanged(async () => {
      send('4399["x"]')
      send(`421["joinShowtime","${show.showtimeId}"]`)
      await waitForText(/431\[\{"ok":true/)
    })
    stream.destroy()
  })

  test('a large packet by polling is refused with 413 [S-104]', async () => {
    const client = server().visitor()
    const opened = await client.get('/socket.io/?EIO=4&transport=polling')
    const { sid } = JSON.parse(opened.text.slice(1)) as { sid: string }
    const path = `/socket.io/?EIO=4&transport=polling&sid=${sid}`
    const packet = `42["joinShowtime","${'x'.repeat(20_000)}"]`

    const response = await server().unchanged(() =>
      client.send('POST', path, packet, { 'content-type': 'text/plain' }),
    )

    expect(response.statusCode).toBe(413)
  })

  test('a guessed session id is refused [S-107]', async () => {
    for (const sid of ['guessed', '__proto__', 'x'.repeat(1000)]) {
      const response = await server()
        .visitor()
        .get(`/socket.io/?EIO=4&transport=polling&sid=${sid}`)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toEqual({ code: 1, message: 'Session ID unknown' })
    }
  })
})
