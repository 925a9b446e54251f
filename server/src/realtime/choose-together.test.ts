import { expect, test } from 'vitest'
import { createShowtime } from '#test/support/makers.ts'
import { describeContext } from '#test/support/test-context.ts'
import { setupServerPerTest } from '#test/support/test-server.ts'

describeContext('shareSelection and joinSelection', (context) => {
  const server = setupServerPerTest(context)

  /** Asha holds the first seat, and Ravi has joined her selection. */
  async function chooseTogether() {
    const { showtimeId, seats } = await createShowtime(context().ctx)
    const [first, second] = seats as [string, string]
    const asha = await server().join(crypto.randomUUID(), showtimeId)
    const ravi = await server().join(crypto.randomUUID(), showtimeId)
    await asha.ask('holdSeat', { showtimeId, seatId: first })
    const shared = await asha.ask('shareSelection', { showtimeId })
    const token = (shared.ok ? shared.link : '')?.split('#together=')[1] ?? ''
    await ravi.ask('joinSelection', { token, name: 'Ravi' })
    return { showtimeId, first, second, asha, ravi, token }
  }

  test('friends see what the others choose, with names, and no one else does [S-360][S-366]', async () => {
    const { showtimeId, seats } = await createShowtime(context().ctx)
    const [first, second] = seats as [string, string]
    const ids = { asha: crypto.randomUUID(), ravi: crypto.randomUUID(), bala: crypto.randomUUID() }
    const asha = await server().join(ids.asha, showtimeId)
    const ravi = await server().join(ids.ravi, showtimeId)
    const bala = await server().join(ids.bala, showtimeId)
    await asha.ask('holdSeat', { showtimeId, seatId: first })
    const shared = await asha.ask('shareSelection', { showtimeId })
    const token = (shared.ok ? shared.link : '')?.split('#together=')[1] ?? ''

    const joined = await ravi.ask('joinSelection', { token, name: ' Ravi ' })
    const held = await ravi.ask('holdSeat', { showtimeId, seatId: second })

    expect(joined).toMatchObject({ ok: true, showtimeId, holdUntil: expect.any(String) })
    expect(held).toMatchObject({ ok: true, holdUntil: joined.ok && joined.holdUntil })
    const pushOf = async (client: typeof asha) => {
      const isSecond = ({ _id }: { _id: string }) => _id === second
      const push = await client.next('seatsUpdated', ({ seats: sent }) => sent.some(isSecond))
      return push.seats.find(isSecond)
    }
    expect(await pushOf(asha)).toMatchObject({ status: 'HELD', friend: 'Ravi', releasable: true })
    expect(await pushOf(ravi)).toMatchObject({ status: 'HELD', heldByMe: true })
    const seen = await pushOf(bala)
    expect(seen).toMatchObject({ status: 'HELD' })
    expect(seen).not.toHaveProperty('friend')
    for (const client of [asha, ravi, bala]) {
      const received = JSON.stringify(client.all('seatsUpdated'))
      for (const id of Object.values(ids)) expect(received).not.toContain(id)
    }
    const again = await ravi.ask('shareSelection', { showtimeId })
    expect(again).toMatchObject({ ok: false, code: 'NOT_OWNER' })
    const wrong = await bala.ask('joinSelection', { token: 'x'.repeat(32), name: 'Bala' })
    expect(wrong).toMatchObject({ ok: false, code: 'NOT_FOUND' })
  })

  test('a friend keeps choosing in the selection after a reconnect, until it ends [S-363]', async () => {
    const { showtimeId, seats } = await createShowtime(context().ctx)
    const [first, second, third] = seats as [string, string, string]
    const [host, friend] = [crypto.randomUUID(), crypto.randomUUID()]
    const asha = await server().join(host, showtimeId)
    const ravi = await server().connect(friend)
    await asha.ask('holdSeat', { showtimeId, seatId: first })
    const shared = await asha.ask('shareSelection', { showtimeId })
    const token = (shared.ok ? shared.link : '')?.split('#together=')[1] ?? ''
    await ravi.ask('joinSelection', { token, name: 'Ravi' })

    const again = await server().join(friend, showtimeId)
    await again.ask('holdSeat', { showtimeId, seatId: second })
    const isOfFriend = ({ _id, friend: name }: { _id: string; friend?: string | undefined }) =>
      _id === second && name === 'Ravi'
    await asha.next('seatsUpdated', ({ seats: sent }) => sent.some(isOfFriend))

    await asha.ask('releaseSeat', { showtimeId, seatId: first })
    await asha.ask('releaseSeat', { showtimeId, seatId: second })
    expect(await again.ask('holdSeat', { showtimeId, seatId: third })).toMatchObject({
      ok: false,
      code: 'NOT_OWNER',
    })
    expect(await again.ask('holdSeat', { showtimeId, seatId: third })).toMatchObject({ ok: true })
    expect(asha.all('seatsUpdated').flatMap(({ seats: sent }) => sent)).not.toContainEqual(
      expect.objectContaining({ _id: third, friend: 'Ravi' }),
    )
  })

  test('a friend who joins the showtime again after the end chooses for themselves [S-387]', async () => {
    const { showtimeId, first, second, asha, ravi } = await chooseTogether()
    await asha.ask('releaseSeat', { showtimeId, seatId: first })

    await ravi.ask('joinShowtime', showtimeId)

    expect(await ravi.ask('holdSeat', { showtimeId, seatId: second })).toMatchObject({ ok: true })
    expect(await ravi.ask('shareSelection', { showtimeId })).toMatchObject({ ok: true })
  })

  test('a friend whose shared selection has ended is told nothing of the next selection of its holder [S-942]', async () => {
    const { showtimeId, first, second, asha, ravi } = await chooseTogether()
    await asha.ask('releaseSeat', { showtimeId, seatId: first })
    await asha.ask('holdSeat', { showtimeId, seatId: second })

    const left = await ravi.ask('leaveShowtime', showtimeId)
    const invited = await ravi.ask('shareSelection', { showtimeId })

    expect(left).toMatchObject({ ok: true, holdUntil: null })
    expect(invited).toMatchObject({
      code: 'NOT_OWNER',
      message: 'Choose a seat first. Then you can invite friends.',
    })
    expect(await asha.ask('extendHold', { showtimeId })).toMatchObject({
      holdUntil: expect.any(String),
    })
  })

  test('a friend who joins again with another name has it in the maps of the others at once [S-941]', async () => {
    const { showtimeId, second, asha, ravi, token } = await chooseTogether()
    const bala = await server().join(crypto.randomUUID(), showtimeId)
    await ravi.ask('holdSeat', { showtimeId, seatId: second })
    const nextWith = (name: string) =>
      asha.next('seatsUpdated', ({ seats: sent }) =>
        sent.some((seat) => seat._id === second && seat.friend === name),
      )
    await nextWith('Ravi')

    await ravi.ask('joinSelection', { token, name: 'Ravi K' })

    await nextWith('Ravi K')
    expect(JSON.stringify(bala.all('seatsUpdated'))).not.toContain('Ravi')
  })

  test('friends see at once that the host pays for all, and also when they load the map [S-646]', async () => {
    const { showtimeId, second, asha, ravi } = await chooseTogether()
    await ravi.ask('holdSeat', { showtimeId, seatId: second })
    const nextWith = (client: typeof asha, friendPays: true | undefined) =>
      client.next('seatsUpdated', ({ seats: sent }) =>
        sent.some((seat) => seat._id === second && seat.friendPays === friendPays),
      )

    await ravi.ask('setPayer', { showtimeId, paysForAll: true })
    await nextWith(asha, undefined)
    await asha.ask('setPayer', { showtimeId, paysForAll: true })
    await nextWith(ravi, true)
    await nextWith(asha, true)

    const received = ravi.all('seatsUpdated').length
    await asha.ask('setPayer', { showtimeId, paysForAll: false })
    await ravi.next(
      'seatsUpdated',
      ({ seats: sent }) =>
        ravi.all('seatsUpdated').length > received &&
        sent.some((seat) => seat._id === second && seat.friendPays === undefined),
    )
  })
})
