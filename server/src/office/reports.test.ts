import { expect, test } from 'vitest'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { createShowtime } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { describeContext } from '#test/support/test-context.ts'

const REPORTS = ['takings', 'occupancy', 'seats', 'visits', 'sales', 'conversion']

/** The cells of a file as RFC 4180 says, read character by character. */
function parseCsv(text: string) {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? ''
    if (isQuoted && character === '"' && text[index + 1] === '"') {
      cell += '"'
      index += 1
    } else if (character === '"') isQuoted = !isQuoted
    else if (isQuoted || !',\r\n'.includes(character)) cell += character
    else if (character !== '\r') {
      row.push(cell)
      cell = ''
      if (character === '\n') {
        rows.push(row)
        row = []
      }
    }
  }
  return rows
}

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

  test.each(REPORTS)(
    'a spreadsheet reads the CSV file of %s as UTF-8, with numbers, and runs no formula of it [S-1010]',
    async (name) => {
      const { ctx } = context()
      const showtime = await createShowtime(ctx)
      await book(await createOrder(showtime, showtime.seats.slice(0, 2)))
      const formula = `=HYPERLINK("https://elsewhere.example","Café, ₹ ${name}")`
      await ctx.db
        .updateTable('movies')
        .set({ name: formula })
        .where('id', '=', showtime.movieId)
        .execute()
      const { client } = await office().pair('reports')
      const byMovie = ['takings', 'occupancy', 'visits'].includes(name)
      const query = byMovie ? '?by=movie' : name === 'seats' ? `?screen=${showtime.screenId}` : ''

      const { text } = await client.get(`/api/office/reports/${name}.csv${query}`)

      expect(text.startsWith('\uFEFF')).toBe(true)
      const [columns = [], ...rows] = parseCsv(text.slice(1))
      expect(rows.length).toBeGreaterThan(0)
      const texts = new Set(['key', 'label', 'category'])
      for (const row of rows) {
        expect(row).toHaveLength(columns.length)
        for (const [index, cell] of row.entries()) {
          if (texts.has(columns[index] ?? '')) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
          else expect(cell).toMatch(/^(-?\d+(\.\d+)?)?$/)
        }
      }
      if (byMovie) expect(rows.flat()).toContain(`'${formula}`)
    },
  )

  test.each([
    ['reports/day-close', 'date,device,float,sales,payouts,expected,counted,difference'],
    [
      'shifts',
      'device,opened,opened by,float,sales,payouts,expected,signed off,signed off by,counted,difference,note',
    ],
    ['vouchers', 'code,amount,left,issued,valid until,reason,booking'],
  ])('a spreadsheet reads the CSV file of %s too [S-1010][S-1011]', async (path, header) => {
    const { client } = await office().pair('manager', '=1+1')
    await client.post('/api/office/shift/open', { openingFloat: 500 })
    await client.post('/api/office/vouchers', { amount: 250, reason: '=1+1' })

    const file = await client.get(`/api/office/${path}.csv`)

    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(file.text.startsWith('\uFEFF')).toBe(true)
    const [columns, row] = parseCsv(file.text.slice(1))
    expect(columns?.join()).toBe(header)
    expect(row).toHaveLength(columns?.length ?? 0)
    expect(row).toContain("'=1+1")
    expect(row).toContain(path === 'vouchers' ? '250' : '500')
    expect(row?.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([])
  })

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
