import { expect, test } from 'vitest'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { createShowtime } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { describeContext } from '#test/support/test-context.ts'

const REPORTS = ['takings', 'occupancy', 'seats', 'visits', 'sales', 'conversion']

describeContext('the calls of reports', (context) => {
  const office = setupTestOffice(context)
  const { createOrder, book } = createBookingCalls(context)

  test.each(REPORTS)(
    'GET /reports/%s answers with rows and totals, and as a CSV file with the same rows [S-1011]',
    async (name) => {
      const showtime = await createShowtime(context().ctx)
      await book(await createOrder(showtime, showtime.seats.slice(0, 2)))
      const { client } = await office().pair('reports')
      const query = name === 'seats' ? `?screen=${showtime.screenId}` : ''

      const report = await client.get(`/api/office/reports/${name}${query}`)
      const file = await client.get(`/api/office/reports/${name}.csv${query}`)

      expect([report.statusCode, file.statusCode]).toEqual([200, 200])
      const { rows, totals } = report.json() as { rows: object[]; totals: object }
      expect(totals).toEqual(expect.any(Object))
      expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(file.headers.get('content-disposition')).toMatch(
        /^attachment; filename="[a-z]+-[\d-]+\.csv"$/,
      )
      const lines = file.text.split('\r\n')
      expect(lines[0]).toContain('key,label,')
      expect(lines).toHaveLength(rows.length + 3)
    },
  )

  test('a report of an unknown division or day is refused [S-1009]', async () => {
    const { client } = await office().pair('reports')
    for (const query of ['by=colour', 'from=yesterday', 'from=2026-12-02&to=2026-12-01'])
      expect((await client.get(`/api/office/reports/takings?${query}`)).statusCode).toBe(400)
  })

  test('the bookings behind a figure have no data of their buyers [S-1008]', async () => {
    const { client } = await office().pair('reports')
    const { text } = await client.get('/api/office/reports/bookings?by=channel&key=web')
    expect(text).toContain('MQ-')
    expect(text).not.toMatch(/9876543210|@example\.com|Asha/)
  })
})
