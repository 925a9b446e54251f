import type { ShowRow } from '#src/inventory/store/showtime-store.ts'
import type { Place } from '../../src/inventory/state.ts'
import type { Part, Root } from './memory-database.ts'
import type { ScreenRow } from './memory-store.ts'
import { START } from './scheduler.ts'

const MINUTE_MS = 60_000

/** In minutes from the start of a run: a show begins, closes, releases its accessible places, refunds less, or does nothing of it. */
const SHOW_STARTS = [241, 31.5, 61, 600, 3]

/** The screens and showtimes with which a run begins. */
export function createFirstRows(showtimeIds: readonly string[]): Root {
  const screens = [screenOf('s1', 6), screenOf('s2', 8)]
  const byId = (rows: { id: string }[]): Part => new Map(rows.map((row) => [row.id, row]))
  const shows = showtimeIds.map((id, index) => showOf(id, index))
  return new Map([
    ['screens', byId(screens)],
    ['showtimes', byId(shows)],
  ])
}

const showOf = (id: string, index: number): ShowRow => ({
  id,
  version: crypto.randomUUID(),
  rev: 0,
  movie_id: 'movie',
  movie: 'A film',
  genre: 'Drama',
  image_url: '/film.jpg',
  duration: 120,
  screen_id: index === 2 ? 's2' : 's1',
  layout_id: index === 2 ? 's2' : 's1',
  screen: 'Screen',
  places_revision: 0,
  starts_at: START + (SHOW_STARTS[index % SHOW_STARTS.length] ?? 0) * MINUTE_MS,
  cutoff_minutes: null,
  cancelled_at: null,
})

const SEATS_PER_ROW = 9
const CATEGORIES = ['Standard', 'Premium', 'VIP']
const SLOTS = 7

function screenOf(id: string, rows: number): ScreenRow {
  const place = (
    given: Pick<Place, 'id' | 'kind' | 'label' | 'position'> & Partial<Place>,
  ): Place => ({
    layout_id: id,
    category: null,
    retired: 0,
    access: null,
    x: null,
    out_of_service: 0,
    ...given,
  })
  const seats = Array.from({ length: rows * SEATS_PER_ROW }, (_, index) => {
    const row = Math.floor(index / SEATS_PER_ROW)
    const number = (index % SEATS_PER_ROW) + 1
    const label = `${String.fromCharCode(65 + row)}${number}`
    const access = row > 0 || number > 6 ? null : number % 2 === 1 ? 'wheelchair' : 'companion'
    return place({
      id: `${id}-${label}`,
      kind: 'seat',
      label,
      position: index,
      category: CATEGORIES[row % 3] ?? null,
      access,
    })
  })
  const slots = (['twoWheeler', 'fourWheeler'] as const).flatMap((kind) =>
    Array.from({ length: SLOTS }, (_, index) =>
      place({
        id: `${kind}-${id}-${index}`,
        kind,
        label: `${kind === 'twoWheeler' ? 'T' : 'F'}${index}`,
        position: index,
      }),
    ),
  )
  return { id, places_revision: 0, places: [...seats, ...slots] }
}
