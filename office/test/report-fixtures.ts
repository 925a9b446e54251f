import { addDays, formatDate } from '@marquee/contract/time'
import { vi } from 'vitest'

/** The business day that goes on: a Thursday. */
export const TODAY = '2026-11-26'

const dayLabel = (day: string) => formatDate(Date.parse(`${day}T12:00:00Z`), 'UTC')

const takings = (key: string, label: string, net: number) => ({
  key,
  label,
  net,
  gross: net,
  refunds: 0,
  tickets: net / 150,
  refundedTickets: 0,
  average: net > 0 ? 150 : null,
})

const totalsOf = (rows: { net: number }[]) => {
  const {
    key: _,
    label: _label,
    ...totals
  } = takings(
    '',
    '',
    rows.reduce((sum, row) => sum + row.net, 0),
  )
  return totals
}

/** The Saturday of last week took 300 rupees less than the one before, because of Amaran. */
function movieRows(from: string) {
  const isBefore = from < '2026-11-20'
  return [
    takings('m1', 'Amaran', isBefore ? 800 : 400),
    takings('m2', 'Lucky Baskhar', isBefore ? 400 : 500),
  ]
}

function reportOf(path: string, query: URLSearchParams) {
  const from = query.get('from') ?? TODAY
  const to = query.get('to') ?? TODAY
  const days = Array.from({ length: 400 }, (_, index) => addDays(from, index)).filter(
    (day) => day <= to,
  )
  if (path.endsWith('/takings')) {
    const rows =
      query.get('by') === 'day'
        ? days.map((day) => takings(day, dayLabel(day), from < '2026-11-18' ? 1200 : 900))
        : movieRows(from)
    return { from, to, rows, totals: totalsOf(rows) }
  }
  if (path.endsWith('/reports/bookings')) return { bookings: [BOOKING], next: null }
  return { from, to, ...OTHERS[path.split('/').at(-1) ?? ''] }
}

const BOOKING = {
  reference: 'MQ-7KX2M9PQRS',
  at: '2026-11-21T12:00:00.000Z',
  movie: 'Amaran',
  screen: 'Screen 1',
  startTime: '2026-11-21T15:00:00.000Z',
  gross: 300,
  refunds: 0,
  net: 300,
  tickets: 2,
  refundedTickets: 0,
  average: 150,
}

const conversion = {
  selections: 10,
  checkouts: 6,
  bookings: 4,
  released: 2,
  expired: 1,
  abandoned: 1,
  paymentReleased: 1,
  paymentExpired: 1,
  paymentAbandoned: 0,
  endedByCinema: 1,
  rate: 40,
}
const occupancy = { shows: 1, capacity: 100, sold: 40, share: 40 }
const visits = { tickets: 40, admitted: 35, noShows: 5, late: 3 }

const OTHERS: Record<string, object> = {
  occupancy: { rows: [{ key: '6-18', label: 'Sat 6 PM', ...occupancy }], totals: occupancy },
  seats: {
    screen: { _id: 's1', name: 'Screen 1' },
    screens: [{ _id: 's1', name: 'Screen 1' }],
    rows: ['A1', 'A2', 'A3', 'A4'].map((label, index) => ({
      key: label,
      label,
      category: 'Standard',
      sold: index,
      share: 25 * index,
      rank: index === 0 ? null : 10 * index,
    })),
    totals: { shows: 4, seats: 4, sold: 6, share: 37.5 },
  },
  visits: {
    rows: [{ key: 'show-1', label: 'Amaran, Screen 1', ...visits }],
    totals: visits,
    arrivals: [
      { minute: -5, people: 32 },
      { minute: 0, people: 3 },
    ],
  },
  sales: {
    rows: [
      { key: '1', label: '1 day before', tickets: 10, total: 10, share: 25 },
      { key: '0', label: 'Day of the show', tickets: 30, total: 40, share: 100 },
    ],
    totals: { shows: 1, tickets: 40 },
  },
  conversion: { rows: [{ key: TODAY, label: dayLabel(TODAY), ...conversion }], totals: conversion },
}

const day = {
  date: TODAY,
  startsAt: '2026-11-25T23:30:00.000Z',
  endsAt: '2026-11-26T23:30:00.000Z',
  closed: null as object | null,
  devices: [
    {
      device: { _id: 'd2', name: 'Box office' },
      float: 500,
      sales: 450,
      payouts: 150,
      expected: 800,
      signedOff: null as number | null,
      counted: null as number | null,
      difference: null as number | null,
    },
  ],
}

/** Answers the calls of reports. Returns the requests in their order. */
export function mockReports(cash: { signedOff?: number } = {}) {
  const requests: URL[] = []
  let current = { ...day, devices: day.devices.map((device) => ({ ...device, ...cash })) }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = new URL(String(input), 'http://localhost')
    requests.push(url)
    const { pathname, searchParams } = url
    if (pathname.endsWith('/day-close')) {
      if (init?.method === 'POST') {
        const { counts, note } = JSON.parse(String(init.body)) as {
          counts: { cash: number }[]
          note?: string
        }
        const counted = counts[0]?.cash ?? 0
        current = {
          ...day,
          closed: {
            at: '2026-11-26T18:00:00.000Z',
            device: { _id: 'd1', name: 'Manager' },
            note: note ?? null,
          },
          devices: day.devices.map((cash) => ({
            ...cash,
            counted,
            difference: counted - cash.expected,
          })),
        }
      }
      // A day that is closed before its end is followed by the next one.
      const isNext = current.closed !== null && init?.method !== 'POST' && !searchParams.has('date')
      return Response.json(isNext ? { ...day, date: addDays(TODAY, 1), devices: [] } : current)
    }
    return Response.json(reportOf(pathname, searchParams))
  })
  return requests
}
