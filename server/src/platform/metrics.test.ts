import { expect, test } from 'vitest'
import { findBookableSeats, postBooking, signUpAndSignIn } from '#test/support/booking-flow.ts'
import { describeServers } from '#test/support/database-environments.ts'
import { createHttpClient } from '#test/support/http-client.ts'
import { connectSocketClient } from '#test/support/socket-client.ts'

const METRICS_TOKEN = 'a token that only tests use, long enough'

describeServers('metrics', { METRICS_TOKEN }, (served, kind) => {
  /** The value of each series. Labels are sorted. */
  async function readMetrics() {
    const response = await createHttpClient(served().server.url).get('/metrics', {
      authorization: `Bearer ${METRICS_TOKEN}`,
    })
    const lines = response.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    return new Map(
      lines.map((line) => {
        const [, name = '', labels = '', value] = /^(\w+)(?:\{(.*)\})? (.+)$/.exec(line) ?? []
        return [`${name}{${labels.split(',').toSorted().join()}}`, Number(value)]
      }),
    )
  }

  test('count holds, bookings, refusals, pushes, sockets, the process, and all unknown paths in one series [S-687]', async () => {
    const { url } = served().server
    const client = createHttpClient(url)
    const userId = await signUpAndSignIn(client, 'asha@example.com')
    const selection = await findBookableSeats(client)
    const [seat, other] = selection.seats.map(({ _id }) => ({
      showtimeId: selection.showtimeId,
      seatId: _id,
    }))
    if (!seat || !other) throw new Error('Nothing to hold')
    const asha = await connectSocketClient(url, client.cookies())
    const ravi = await connectSocketClient(url)

    await ravi.ask('joinShowtime', seat.showtimeId)
    await asha.ask('holdSeat', seat)
    await asha.ask('holdSeat', other)
    await ravi.ask('holdSeat', seat)
    await ravi.ask('unknownEvent' as never, seat as never)
    await ravi.next('seatsUpdated')
    const order = { ...selection, seats: selection.seats.slice(0, 1) }
    await postBooking(client, userId, order)
    await postBooking(client, userId, order)
    await client.get('/api/movies/nothing-like-it')
    for (const name of ['one', 'two', 'three']) await client.get(`/api/${name}`)

    const metrics = await readMetrics()
    expect(metrics.get('marquee_holds_total{outcome="ok"}')).toBe(2)
    expect(metrics.get('marquee_holds_total{outcome="TAKEN"}')).toBe(1)
    expect(metrics.get('marquee_bookings_total{outcome="ok"}')).toBe(1)
    expect(metrics.get('marquee_bookings_total{outcome="ALREADY_BOOKED"}')).toBe(1)
    expect(metrics.get('marquee_refusals_total{by="event",code="TAKEN"}')).toBe(1)
    expect(metrics.get('marquee_refusals_total{by="call",code="ALREADY_BOOKED"}')).toBe(1)
    expect(metrics.get('marquee_refusals_total{by="call",code="NOT_FOUND"}')).toBe(4)
    expect(metrics.get('marquee_event_seconds_count{event="holdSeat"}')).toBe(3)
    expect(metrics.get('marquee_event_seconds_count{event="unknown"}')).toBe(1)
    const call = 'marquee_call_seconds_count{route="GET /api/movies/:movieId",status="404"}'
    expect(metrics.get(call)).toBe(1)
    const notFound = [...metrics.keys()].filter((name) =>
      /call_seconds_count.*status="404"/.test(name),
    )
    expect(notFound).toHaveLength(2)
    expect(metrics.get('marquee_pushes_total{outcome="ok"}')).toBeGreaterThan(0)
    expect(metrics.get('marquee_push_seconds_count{}')).toBeGreaterThan(0)
    expect(metrics.get('marquee_sockets{}')).toBe(2)
    expect(metrics.get('marquee_ready{}')).toBe(1)
    expect(metrics.get('marquee_live_holds{}')).toBe(1)
    const readMetric = async (name: string) => (await readMetrics()).get(name)
    // Jobs commit and use connections as well.
    await expect.poll(() => readMetric('marquee_commits_waiting{}')).toBe(0)
    const lastExpiry = 'marquee_last_expiry_timestamp_seconds{}'
    await expect.poll(() => readMetric(lastExpiry)).toBeGreaterThan(0)
    expect(metrics.get('marquee_database_bytes{}')).toBeGreaterThan(0)
    expect(metrics.get('marquee_disk_free_bytes{}')).toBeGreaterThan(0)
    expect(metrics.get('marquee_last_backup_timestamp_seconds{}')).toBe(
      kind === 'PostgreSQL' ? undefined : 0,
    )
    expect(metrics.get('nodejs_eventloop_lag_p99_seconds{}')).toBeGreaterThan(0)
    expect(metrics.get('process_resident_memory_bytes{}')).toBeGreaterThan(0)
    const idle = 'marquee_database_connections{pool="writing",state="idle"}'
    if (kind === 'PostgreSQL') await expect.poll(() => readMetric(idle)).toBeGreaterThan(0)
    else expect(metrics.get(idle)).toBeUndefined()

    asha.close()
    ravi.close()
  })
})
