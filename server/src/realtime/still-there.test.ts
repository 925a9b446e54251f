import type { Seat } from '@marquee/contract/seats'
import { expect, test } from 'vitest'
import { createShowtime } from '#test/support/makers.ts'
import type { SocketClient } from '#test/support/socket-client.ts'
import { describeContext } from '#test/support/test-context.ts'
import { setupServerPerTest } from '#test/support/test-server.ts'
import { expireHolds } from '../inventory/hold-cleanup.service.ts'

const HOLD_MS = 600_000
const QUESTION_MS = 20_000

describeContext(
  'stillThere',
  (context) => {
    const server = setupServerPerTest(context)

    /** Waits until the last push of a seat has this status. */
    const sees = (client: SocketClient, seatId: string, status: Seat['status']) =>
      client.next('seatsUpdated', () => {
        const pushed = client.all('seatsUpdated').flatMap(({ seats }) => seats)
        return pushed.findLast(({ _id }) => _id === seatId)?.status === status
      })

    /** Asha holds two seats, and her clock runs out. Ravi watches. */
    async function setUp() {
      const { ctx, clock } = context()
      const { showtimeId, seats } = await createShowtime(ctx)
      const [seatId, otherId] = seats as [string, string]
      const holder = crypto.randomUUID()
      const asha = await server().join(holder, showtimeId)
      const ravi = await server().join('ravi', showtimeId)
      await asha.ask('holdSeat', { showtimeId, seatId })
      await asha.ask('holdSeat', { showtimeId, seatId: otherId })
      await sees(ravi, otherId, 'HELD')
      await clock.advance(HOLD_MS)
      await expireHolds(ctx)
      await sees(ravi, otherId, 'AVAILABLE')
      const ask = () => ravi.ask('holdSeat', { showtimeId, seatId })
      return { showtimeId, seatId, holder, asha, ravi, ask }
    }

    test('reaches all sockets of the holder and no other, and the room sees the place as HELD [S-341]', async () => {
      const { showtimeId, seatId, holder, asha, ravi, ask } = await setUp()
      const secondTab = await server().connect(holder)
      expect(asha.all('holdExpired')).toEqual([])

      const ack = await ask()

      expect(ack).toMatchObject({ ok: false, code: 'TAKEN' })
      const until = ack.ok ? undefined : ack.retryAt
      expect(await asha.next('stillThere')).toEqual({ showtimeId, until })
      expect(await secondTab.next('stillThere')).toEqual({ showtimeId, until })
      await sees(ravi, seatId, 'HELD')
      expect(ravi.all('stillThere')).toEqual([])
    })

    test('without an answer is followed by holdExpired for the place that was asked for [S-342]', async () => {
      const { showtimeId, seatId, asha, ravi, ask } = await setUp()
      await ask()
      await asha.next('stillThere')
      await context().clock.advance(QUESTION_MS)

      await expireHolds(context().ctx)

      await sees(ravi, seatId, 'AVAILABLE')
      const { holdUntil = '', askedAt = '', ...push } = await asha.next('holdExpired')
      expect(push).toEqual({ type: 'seat', itemId: seatId, showtimeId, label: 'A1' })
      expect(Date.parse(askedAt)).toBe(Date.parse(holdUntil))
      expect(asha.all('holdExpired')).toHaveLength(1)
      expect(await ask()).toMatchObject({ ok: true })
    })

    test('answered by extendHold keeps the selection, and its holder gets a new clock [S-343]', async () => {
      const { showtimeId, asha, ask } = await setUp()
      await ask()
      await asha.next('stillThere')

      const ack = await asha.ask('extendHold', { showtimeId })

      expect(ack).toMatchObject({ ok: true, keptUntil: expect.any(String) })
      await context().clock.advance(QUESTION_MS)
      await expireHolds(context().ctx)
      expect(await ask()).toMatchObject({ ok: false, code: 'TAKEN' })
      await asha.ask('joinShowtime', showtimeId)
      expect(asha.all('holdExpired')).toEqual([])
    })

    test('is sent again to a holder who connects while the question is open', async () => {
      const { showtimeId, holder, ask } = await setUp()
      const ack = await ask()

      const secondTab = await server().connect(holder)

      const until = ack.ok ? undefined : ack.retryAt
      expect(await secondTab.next('stillThere')).toEqual({ showtimeId, until })
    })
  },
  { SOFT_EXPIRY: 'on' },
)
