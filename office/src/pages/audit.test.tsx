import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { AuditPage } from './audit.tsx'

const entry = (id: string, changes: object) => ({
  _id: id,
  at: '2026-12-01T13:00:00.000Z',
  device: { _id: 'd1', name: 'Counter 1' },
  action: 'booking.sell',
  before: null,
  after: null,
  reason: null,
  ...changes,
})
const ENTRIES = [
  entry('e1', { subjectType: 'booking', subject: 'b1', after: { placeIds: ['p1', 'p2'] } }),
  entry('e2', { subjectType: 'showtime', subject: 's1', action: 'places.block' }),
  entry('e3', { subjectType: 'screen', subject: 'c1', action: 'seats.out-of-service' }),
  entry('e4', { subjectType: 'device', subject: 'd1', action: 'device.pair' }),
  entry('e5', { subjectType: 'device', subject: 'd2', action: 'device.pair' }),
]
const NAMES = {
  b1: 'MQ-2222222222',
  s1: 'Amaran, Screen 1, Tue, 1 Dec 2026, 6:30 PM',
  c1: 'Screen 1',
  d1: 'Counter 1',
  d2: 'Device',
  p1: 'A1',
  p2: 'A2',
}

/** Opens the page. Returns the queries of its calls. */
function openAudit(path = '/audit') {
  const queries: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const { pathname, search } = new URL(String(input), 'http://localhost')
    if (pathname.endsWith('/devices')) return Response.json([])
    queries.push(search)
    return Response.json({ entries: ENTRIES, names: NAMES, next: null })
  })
  renderPage(path, <AuditPage />)
  return queries
}

test('the audit names bookings, shows, screens and devices, and links to their pages [S-722]', async () => {
  openAudit()
  const table = within(await screen.findByRole('table', { name: 'Actions' }))
  const links = table.getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Booking MQ-2222222222', '/bookings/MQ-2222222222'],
    ['Show Amaran, Screen 1, Tue, 1 Dec 2026, 6:30 PM', '/shows/s1'],
    ['Screen 1', '/out-of-service?screen=c1'],
    ['Device Counter 1', '/devices'],
    ['Device', '/devices'],
  ])
  table.getByText('places: A1 A2')
})

test('the audit lists the actions of a chosen day, and of a chosen subject [S-722]', async () => {
  const queries = openAudit()
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-12-01' } })
  await waitFor(() => expect(queries).toContain('?date=2026-12-01'))
  const [first] = await screen.findAllByRole('button', { name: 'Show only this subject' })
  if (first) fireEvent.click(first)
  await waitFor(() => expect(queries).toContain('?subject=b1&date=2026-12-01'))
  await screen.findByRole('button', { name: 'Only MQ-2222222222: show all' })
})
