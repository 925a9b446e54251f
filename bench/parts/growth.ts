import type { Seat } from '@marquee/contract/seats'
import { createHttpClient } from '../../server/test/support/http-client.ts'
import { fillBooks } from '../books.ts'
import { type Cinema, HALLS, openCinema, type Show } from '../cinema.ts'
import { short } from '../row.ts'
import { median } from '../times.ts'
import { aWindow, manyWindows } from '../window.ts'

const TIMES = 60
const BOOKINGS = 15
const PRICE = 150

/** What one visitor waits for, median, in milliseconds. */
interface Waits {
  hold: number
  booking: number
  /** After a change: what is kept has fallen. */
  map: number
  listing: number
}

/** How long one visitor waits in a quiet cinema as everything around them grows: what stays flat, and what does not. */
export async function growth(): Promise<string> {
  const lines: string[] = []
  const note = (what: string, size: number, { hold, booking, map, listing }: Waits) => {
    const waits = [hold, booking, map, listing].map((wait) => `${short(wait)} ms`)
    lines.push(`| ${[what, size.toLocaleString('en'), ...waits].join(' | ')} |`)
  }
  await inCinema({ showtimes: 10, bookings: 0 }, async (cinema) => {
    for (const hall of Object.values(HALLS)) {
      const [show] = (await cinema.showsIn(hall)) as [Show]
      note('seats of the hall', show.seats.length, await waitsAt(cinema, show))
    }
    const [, show] = (await cinema.showsIn(HALLS.usual)) as [Show, Show]
    for (const viewers of [0, 100, 1000]) {
      const windows = await manyWindows(cinema.url, viewers)
      for (const window of windows) await window.ask('joinShowtime', show.showtimeId)
      note('windows watching it', viewers, await waitsAt(cinema, show))
      for (const window of windows) window.close()
    }
  })
  for (const showtimes of [10, 1000, 100_000]) {
    await inCinema({ showtimes, bookings: 0 }, async (cinema) => {
      note('showtimes that are over', showtimes, await waitsAtFirst(cinema))
    })
  }
  for (const bookings of [10_000, 1_000_000]) {
    await inCinema({ showtimes: 100_000, bookings }, async (cinema) => {
      note('bookings of 100,000 showtimes', bookings, await waitsAtFirst(cinema))
    })
  }
  return [HEAD, ...lines].join('\n')
}

const HEAD = `What one visitor waits in a quiet cinema on SQLite, median, as what is around them grows.

| what grows | to | hold | booking of one seat | map after a change | listing of films |
|---|---|---|---|---|---|`

async function inCinema(
  past: Parameters<typeof fillBooks>[0],
  act: (cinema: Cinema) => Promise<void>,
) {
  const cinema = await openCinema('sqlite', fillBooks(past))
  try {
    await act(cinema)
  } finally {
    await cinema.close()
  }
}

async function waitsAtFirst(cinema: Cinema) {
  const [show] = (await cinema.showsIn(HALLS.usual)) as [Show]
  return waitsAt(cinema, show)
}

async function waitsAt({ url }: Cinema, { movieId, showtimeId, seats }: Show): Promise<Waits> {
  const client = createHttpClient(url)
  const account = { email: `${crypto.randomUUID()}@example.com`, password: 'a train, stolen' }
  await client.post('/api/auth/signup', { ...account, username: 'Asha' })
  const answer = await client.post('/api/auth/signin', account)
  const { user } = answer.json() as { user: { _id: string } }
  const window = await aWindow(url)
  const seatId = seats.at(-1)?._id
  const path = `/api/seats/showtime/${showtimeId}`
  const holds: number[] = []
  const maps: number[] = []
  for (let n = 0; n < TIMES; n += 1) {
    holds.push(await took(() => window.ask('holdSeat', { showtimeId, seatId })))
    maps.push(await took(() => client.get(path)))
    await window.ask('releaseSeat', { showtimeId, seatId })
  }
  window.close()
  const listings = await times(TIMES, () => client.get('/api/movies'))
  const free = ((await client.get(path)).json() as Seat[]).filter(
    ({ status }) => status === 'AVAILABLE',
  )
  const order = { movieId, showtimeId, userId: user._id, phone: '9876543210' }
  const bookings = await times(BOOKINGS, async (n) => {
    const places = { seatIds: [free[n]?._id], parkingSlotIds: [], totalCost: PRICE }
    const { statusCode, text } = await client.post('/api/bookings', { ...order, ...places })
    if (statusCode !== 200) throw new Error(`A booking was answered with ${statusCode}: ${text}`)
  })
  return {
    ...{ hold: median(holds), map: median(maps) },
    ...{ listing: median(listings), booking: median(bookings) },
  }
}

async function times(count: number, act: (n: number) => Promise<unknown>) {
  const all: number[] = []
  for (let n = 0; n < count; n += 1) all.push(await took(() => act(n)))
  return all
}

async function took(act: () => Promise<unknown>) {
  const begun = performance.now()
  await act()
  return performance.now() - begun
}
