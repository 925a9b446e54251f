import { startBare } from '../baselines/process.ts'
import { fillBooks, YEARS } from '../books.ts'
import { type Cinema, HALLS, openCinema, type Show } from '../cinema.ts'
import { aReader } from '../reader.ts'
import { type Row, ratio } from '../row.ts'
import { inTurns, rateOf, wideAwake } from '../times.ts'
import { aWindow } from '../window.ts'

const SECONDS = 3
const READERS = 50
const CHANGES_A_SECOND = 50

/** All seats of a showtime, read by fifty who hold nothing there. */
export async function maps(): Promise<Row[]> {
  const cinema = await openCinema('sqlite')
  try {
    const rows: Row[] = []
    for (const hall of [HALLS.usual, HALLS.big, HALLS.large])
      rows.push(...(await besideBare(cinema, hall)))
    return [...rows, await besideAnOldOne(cinema)]
  } finally {
    await cinema.close()
  }
}

async function besideBare(cinema: Cinema, hall: string): Promise<Row[]> {
  const [show] = (await cinema.showsIn(hall)) as [Show]
  const bare = await bareServerOf(cinema, show)
  const rateOfSide = await inTurns({
    bare: () => rateAt(`http://${bare.host}`, '/'),
    still: () => readRate(cinema, show),
    changing: () => whileChanging(cinema, show, () => readRate(cinema, show)),
  })
  await bare.close()
  const seats = `${show.seats.length} seats`
  const against = 'bare Fastify, the same head and body'
  return [
    ratio(
      `reading a map of ${seats}, nothing changing`,
      [rateOfSide('still'), rateOfSide('bare')],
      { per: 'reads/s', against, goal: { atLeast: 0.7 } },
    ),
    ratio(
      `reading a map of ${seats}, ${CHANGES_A_SECOND} claims a second`,
      [rateOfSide('changing'), rateOfSide('bare')],
      { per: 'reads/s', against, goal: { atLeast: 0.3 } },
    ),
  ]
}

/** The same with years of books behind it. */
async function besideAnOldOne(young: Cinema): Promise<Row> {
  const old = await openCinema('sqlite', fillBooks(YEARS))
  const reading = async (cinema: Cinema) => {
    const [show] = (await cinema.showsIn(HALLS.usual)) as [Show]
    return () => readRate(cinema, show)
  }
  try {
    const rateOfSide = await inTurns({ old: await reading(old), young: await reading(young) })
    const books = `${YEARS.showtimes.toLocaleString('en')} showtimes, ${YEARS.bookings.toLocaleString('en')} bookings`
    return ratio(`reading a map of 250 seats, ${books}`, [rateOfSide('old'), rateOfSide('young')], {
      per: 'reads/s',
      against: 'reads/s without',
      goal: { atLeast: 0.9 },
    })
  } finally {
    await old.close()
  }
}

const pathOf = ({ showtimeId }: Show) => `/api/seats/showtime/${showtimeId}`

const readRate = ({ url }: Cinema, show: Show) => rateAt(url, pathOf(show))

async function rateAt(url: string, path: string) {
  const readers = await Promise.all(Array.from({ length: READERS }, () => aReader(url, path)))
  const { perSecond } = await wideAwake(() =>
    rateOf(readers, SECONDS, async ({ read }) => {
      await read()
      return true
    }),
  )
  for (const reader of readers) reader.close()
  return perSecond
}

/** Head and body are the server's own, byte by byte but for what changes with each answer. */
async function bareServerOf({ url }: Cinema, show: Show) {
  const answer = await aReader(url, pathOf(show))
  const { head, body } = await answer.whole()
  answer.close()
  return startBare('bare-fastify', JSON.stringify(head), body.toString('base64'))
}

/** One who holds and gives back, so many times a second. */
async function whileChanging<T>(
  { url }: Cinema,
  { showtimeId, seats }: Show,
  act: () => Promise<T>,
) {
  const window = await aWindow(url)
  let n = 0
  const clock = setInterval(() => {
    const seatId = seats[Math.floor(n / 2) % seats.length]?._id
    void window.ask(n % 2 ? 'releaseSeat' : 'holdSeat', { showtimeId, seatId })
    n += 1
  }, 1000 / CHANGES_A_SECOND)
  const outcome = await act()
  clearInterval(clock)
  window.close()
  return outcome
}
