import { INVALID_DATE } from '@marquee/contract/calls/ids'
import type { Show, StaffPlace } from '@marquee/contract/office/shows/shows'
import { formatIsoDate } from '@marquee/contract/time'
import { expect, test } from 'vitest'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { createHoldCalls } from '#test/support/hold-calls.ts'
import { createShowtime } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { describeContext } from '#test/support/test-context.ts'
import { listProgramme } from '../catalogue/programme.service.ts'

const MINUTE = 60_000

describeContext('shows of the office', (context) => {
  const office = setupTestOffice(context)
  const { createOrder, book } = createBookingCalls(context)
  const { hold } = createHoldCalls(context)

  /** A counter with calls for one show. */
  async function openCounter(options?: Parameters<typeof createShowtime>[1]) {
    const showtime = await createShowtime(context().ctx, options)
    const { client } = await office().pair('counter')
    const path = `/api/office/shows/${showtime.showtimeId}`
    const read = async () =>
      (await client.get(path)).json() as { show: Show; places: StaffPlace[]; rev: number }
    return { showtime, client, path, read }
  }
  const stateOf = (places: StaffPlace[], id: string | undefined) =>
    places.find(({ _id }) => _id === id)

  test('getShow shows staff what visitors do not see: deadlines, references, channels, reasons', async () => {
    const { showtime, client, path, read } = await openCounter()
    const [held, web, counter, blocked, free] = showtime.seats
    await hold('asha', showtime, held)
    const { bookingReference } = await book(await createOrder(showtime, [web]))
    await client.post(`${path}/sell`, { placeIds: [counter], payment: 'cash', totalCost: 150 })
    const giveBackAt = new Date(context().clock.now() + 10 * MINUTE).toISOString()
    await client.post(`${path}/block`, { placeIds: [blocked], reason: 'broken arm', giveBackAt })

    const { show, places } = await read()

    expect(places).toHaveLength(36)
    expect(stateOf(places, held)).toMatchObject({ status: 'HELD', until: expect.any(String) })
    expect(stateOf(places, web)).toMatchObject({
      status: 'SOLD',
      channel: 'web',
      reference: bookingReference,
      isAdmitted: false,
    })
    expect(stateOf(places, counter)).toMatchObject({ status: 'SOLD', channel: 'counter' })
    expect(stateOf(places, blocked)).toMatchObject({
      status: 'BLOCKED',
      reason: 'broken arm',
      until: giveBackAt,
    })
    expect(stateOf(places, free)).toMatchObject({ status: 'AVAILABLE', label: 'A5', price: 150 })
    expect(show).toMatchObject({
      seats: { capacity: 24, sold: 2, held: 1, blocked: 1 },
      slots: { capacity: 12, sold: 0, held: 0, blocked: 0 },
      admitted: 0,
      attention: ['BLOCK_ENDING'],
    })
    expect(Date.parse(show.endTime) - Date.parse(show.startTime)).toBe(79 * MINUTE)
  })

  test('getShow shows a place as free once its hold is over, before a job has ended it', async () => {
    const { showtime, read } = await openCounter()
    const [held] = showtime.seats
    await hold('asha', showtime, held)
    expect(stateOf((await read()).places, held)).toMatchObject({ status: 'HELD' })

    await context().clock.advance(60 * MINUTE)

    const { show, places } = await read()
    expect(stateOf(places, held)).toMatchObject({ status: 'AVAILABLE' })
    expect(show.seats).toMatchObject({ held: 0 })
  })

  test('sellPlaces returns the booking with its passes, and the same again for a repeated key', async () => {
    const { showtime, client, path } = await openCounter()
    const [first, second] = showtime.seats
    const [slot] = showtime.fourWheelers
    const sale = {
      placeIds: [first, second, slot],
      payment: 'card',
      totalCost: 400,
      name: 'Asha',
      email: 'asha@example.com',
      phone: '98765 43210',
      vehicles: [{ placeId: slot, vehicleNumber: 'tn01ab1234' }],
    }
    const sell = () => client.post(`${path}/sell`, sale, { 'idempotency-key': 'till-12345' })

    const response = await sell()

    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({
      booking: {
        channel: 'counter',
        payment: 'card',
        totalCost: 400,
        admitted: 0,
        seats: [{ label: 'A1' }, { label: 'A2' }],
        slots: [{ label: 'F1', vehicleNumber: 'TN01AB1234', price: 100 }],
        contact: { name: 'Asha', email: 'asha@example.com', phone: '98765 43210' },
      },
      passes: [{ number: 0, label: 'Admit 2' }, { label: 'A1' }, { label: 'A2' }],
    })
    expect((await sell()).json()).toEqual(response.json())
  })

  test('sellPlaces of complimentary tickets needs a reason and keeps the price', async () => {
    const { showtime, client, path } = await openCounter()
    const sale = { placeIds: showtime.seats.slice(0, 1), payment: 'complimentary', totalCost: 150 }

    expect((await client.post(`${path}/sell`, sale)).statusCode).toBe(400)
    const sold = await client.post(`${path}/sell`, { ...sale, reason: 'press' })

    expect(sold.json()).toMatchObject({
      booking: { payment: 'complimentary', paymentReason: 'press', totalCost: 150 },
    })
  })

  test('listShows lists the shows of a day of the cinema with their counts', async () => {
    const { showtime, client } = await openCounter()
    await book(await createOrder(showtime, showtime.seats.slice(0, 2)))
    const start = context().clock.now() + 180 * MINUTE
    const day = formatIsoDate(start, 'Asia/Kolkata')

    const response = await client.get(`/api/office/shows?date=${day}`)

    const { date, shows } = response.json() as { date: string; shows: Show[] }
    expect(date).toBe(day)
    expect(shows.find(({ _id }) => _id === showtime.showtimeId)).toMatchObject({
      seats: { capacity: 24, sold: 2 },
    })
    const other = await client.get('/api/office/shows?date=2020-01-01')
    expect(other.json()).toMatchObject({ date: '2020-01-01', shows: [] })
    for (const date of ['tomorrow', '0002-01-01', '9999-12-31']) {
      const refused = await client.get(`/api/office/shows?date=${date}`)
      expect(refused.statusCode).toBe(400)
      expect(refused.json()).toMatchObject({ message: INVALID_DATE })
    }
  })

  test('listShows names what needs attention', async () => {
    const soon = await openCounter({ startsIn: 30 * MINUTE })
    const full = await openCounter()
    const placeIds = full.showtime.seats.slice(0, 22)
    await full.client.post(`${full.path}/block`, { placeIds, reason: 'school' })

    expect((await soon.read()).show.attention).toEqual(['HARDLY_SOLD'])
    expect((await full.read()).show.attention).toEqual(['NEARLY_SOLD_OUT'])
  })

  test('counts follow expired holds', async () => {
    const { showtime, read } = await openCounter()
    await hold('asha', showtime, showtime.seats[0])
    expect((await read()).show.seats.held).toBe(1)

    await context().clock.advance(11 * MINUTE)

    expect((await read()).show.seats.held).toBe(0)
  })
})

/** At 0:30 in Kolkata. */
const AFTER_MIDNIGHT = Date.parse('2026-12-02T00:30:00+05:30')

describeContext('today in the office, after midnight', (context) => {
  const office = setupTestOffice(context)
  const { createOrder, book } = createBookingCalls(context)

  test('Today, the door, the valet and the search by seat have the shows of the cinema day, and those that are not over [S-626]', async () => {
    const { ctx, clock } = context()
    const at = (time: string) => ({ startsIn: Date.parse(`${time}+05:30`) - clock.now() })
    const running = await createShowtime(ctx, at('2026-12-01T23:40:00'))
    const yesterday = await createShowtime(ctx, at('2026-12-01T04:00:00'))
    const morning = await createShowtime(ctx, at('2026-12-01T10:00:00'))
    const night = await createShowtime(ctx, at('2026-12-02T04:55:00'))
    const next = await createShowtime(ctx, at('2026-12-02T10:00:00'))
    const { bookingReference } = await book(await createOrder(running, running.seats.slice(0, 1)))
    const { client } = await office().pair('counter')
    const door = (await office().pair('door')).client
    const valet = (await office().pair('valet')).client
    const readIds = async (device: typeof client, path: string) => {
      const response = await device.get(path)
      const { date, shows } = response.json() as { date: string; shows: Show[] }
      return { date, ids: shows.map(({ _id }) => _id) }
    }
    const readToday = async () => {
      const today = await readIds(client, '/api/office/shows')
      expect(await readIds(door, '/api/office/shows')).toEqual(today)
      expect(await readIds(valet, '/api/office/valet')).toEqual(today)
      return today
    }
    const admit = async () => {
      const scan = { reference: bookingReference, showtimeId: running.showtimeId }
      const moment = { scanId: crypto.randomUUID(), scannedAt: new Date(clock.now()).toISOString() }
      const response = await door.post('/api/office/admissions', { ...scan, ...moment })
      return (response.json() as { verdict: string }).verdict
    }
    const search = async () => (await client.get('/api/office/bookings?q=A1')).text

    await clock.advance(AFTER_MIDNIGHT - clock.now())
    expect(await readToday()).toEqual({
      date: '2026-12-01',
      ids: [morning, running, night].map(({ showtimeId }) => showtimeId),
    })
    expect(await search()).toContain(bookingReference)
    expect(await admit()).toBe('ADMITTED')
    // At 5:30 the day has changed, and the night show is not over.
    await clock.advance(300 * MINUTE)
    expect(await readToday()).toEqual({
      date: '2026-12-02',
      ids: [night, next].map(({ showtimeId }) => showtimeId),
    })
    expect(await search()).not.toContain(bookingReference)
    const day = await client.get('/api/office/shows?date=2026-12-01')
    expect((day.json() as { shows: Show[] }).shows.map(({ _id }) => _id)).toEqual(
      [yesterday, morning, running].map(({ showtimeId }) => showtimeId),
    )
  })
})

describeContext('a screen with accessible places', (context) => {
  const office = setupTestOffice(context)

  test('getShow tells staff which places are accessible [S-720]', async () => {
    const access = { A1: 'wheelchair', A2: 'companion' } as const
    const { showtimeId } = await createShowtime(context().ctx, { access })
    const { client } = await office().pair('counter')

    const response = await client.get(`/api/office/shows/${showtimeId}`)

    const { places } = response.json() as { places: StaffPlace[] }
    const accessible = places.flatMap((place) =>
      place.accessible ? [[place.label, place.accessible, place.status]] : [],
    )
    expect(accessible).toEqual([
      ['A1', 'wheelchair', 'AVAILABLE'],
      ['A2', 'companion', 'AVAILABLE'],
    ])
  })
})

describeContext(
  'a day without a midnight',
  (context) => {
    const office = setupTestOffice(context)

    test('has its shows in the office and in the programme, and no others [S-625]', async () => {
      const { ctx, clock } = context()
      const create = (time: string) =>
        createShowtime(ctx, { startsIn: Date.parse(time) - clock.now() })
      const before = await create('2027-09-04T23:20:00-04:00')
      const first = await create('2027-09-05T01:40:00-03:00')
      const last = await create('2027-09-05T23:30:00-03:00')
      await create('2027-09-06T00:00:00-03:00')
      const { client } = await office().pair('counter')
      const idsOf = (shows: { _id: string }[]) => shows.map(({ _id }) => _id)
      const inOffice = async (date: string) => {
        const response = await client.get(`/api/office/shows?date=${date}`)
        return idsOf((response.json() as { shows: Show[] }).shows)
      }

      for (const list of [
        inOffice,
        async (date: string) => idsOf(await listProgramme(ctx, date)),
      ]) {
        expect(await list('2027-09-04')).toEqual([before.showtimeId])
        expect(await list('2027-09-05')).toEqual([first.showtimeId, last.showtimeId])
      }
    })
  },
  { CINEMA_TIME_ZONE: 'America/Santiago' },
)
