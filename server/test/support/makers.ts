import type { AccessType } from '@marquee/contract/seats/seats'
import type { Context } from '../../src/context.ts'
import type { PlaceColumns, PlaceType } from '../../src/database/schema.ts'

const HOUR = 3_600_000
const ROWS = [
  ['A', 'Standard'],
  ['B', 'Premium'],
  ['C', 'VIP'],
] as const
const SEATS_PER_ROW = 8
const SLOTS_PER_KIND = 6

export type CreatedShowtime = Awaited<ReturnType<typeof createShowtime>>

interface ShowtimeOptions {
  /** Milliseconds from now. */
  startsIn?: number
  cutoffMinutes?: number
  /** The access of some seats, by their labels. */
  access?: Record<string, AccessType>
}

/** Creates a showtime with its own movie and screen: 24 seats in rows A to C, six slots of each kind. */
export async function createShowtime(
  ctx: Context,
  { startsIn = 3 * HOUR, cutoffMinutes, access = {} }: ShowtimeOptions = {},
) {
  const [screenId, showtimeId] = [crypto.randomUUID() as string, crypto.randomUUID() as string]
  const movieId = await createMovie(ctx)
  await ctx.db
    .insertInto('screens')
    .values({ id: screenId, name: `Screen ${screenId}`, places_revision: 0 })
    .execute()
  await ctx.db
    .insertInto('showtimes')
    .values({
      id: showtimeId,
      movie_id: movieId,
      layout_id: screenId,
      starts_at: ctx.now() + startsIn,
      cutoff_minutes: cutoffMinutes ?? null,
      rev: 0,
    })
    .execute()

  const places = createPlaces(screenId).map((place) => ({
    ...place,
    access: access[place.label] ?? null,
  }))
  await ctx.db.insertInto('places').values(places).execute()
  const ids = (kind: PlaceType) => places.filter((place) => place.kind === kind).map(({ id }) => id)
  return {
    showtimeId,
    movieId,
    screenId,
    seats: ids('seat'),
    twoWheelers: ids('twoWheeler'),
    fourWheelers: ids('fourWheeler'),
  }
}

/** Creates a showtime on a screen with this many seats, without parking. */
export async function createShowtimeWithSeats(
  ctx: Context,
  seatCount: number,
  options: ShowtimeOptions = {},
) {
  const showtime = await createShowtime(ctx, options)
  const more = Array.from({ length: Math.max(0, seatCount - showtime.seats.length) }, (_, n) => ({
    id: crypto.randomUUID() as string,
    layout_id: showtime.screenId,
    kind: 'seat' as const,
    label: `H${n}`,
    category: 'Standard',
    position: 1000 + n,
    retired: 0,
  }))
  if (more.length > 0) await ctx.db.insertInto('places').values(more).execute()
  const removed = showtime.seats.slice(seatCount)
  if (removed.length > 0) await ctx.db.deleteFrom('places').where('id', 'in', removed).execute()
  const seats = [...showtime.seats.slice(0, seatCount), ...more.map(({ id }) => id)]
  return { ...showtime, seats }
}

/** The body of a call that books the first seat of a showtime. */
export const bookingRequest = (
  { movieId, showtimeId, seats }: { movieId: string; showtimeId: string; seats: string[] },
  userId: string,
  changes: object = {},
) => ({
  movieId,
  showtimeId,
  userId,
  seatIds: seats.slice(0, 1),
  parkingSlotIds: [],
  totalCost: 150,
  phone: '9876543210',
  ...changes,
})

async function createMovie(ctx: Context) {
  const id = crypto.randomUUID()
  await ctx.db
    .insertInto('movies')
    .values({
      id,
      name: `Movie ${id}`,
      genre: 'Drama',
      cast_names: '["Buster Keaton"]',
      summary: 'A train is stolen.',
      ratings: 8.1,
      votes: 100,
      language: 'Silent',
      duration: 79,
      rating: 'U',
      image_url: 'the-general.jpg',
      position: 0,
      retired: 0,
    })
    .execute()
  return id
}

/** The email of a user that `createUser` has made. */
export const emailOf = (userId: string) => `${userId}@example.com`

export async function createUser(ctx: Context) {
  const id = crypto.randomUUID()
  await ctx.db
    .insertInto('users')
    .values({
      id,
      username: 'Asha',
      email: emailOf(id),
      phone_verified: 0,
      created_at: ctx.now(),
    })
    .execute()
  return id
}

export const confirmUser = (ctx: Context, userId: string) =>
  ctx.db
    .updateTable('users')
    .set({ email_confirmed_at: ctx.now() })
    .where('id', '=', userId)
    .execute()

function createPlaces(screenId: string): Omit<PlaceColumns, 'access' | 'x'>[] {
  const place = (kind: PlaceType, label: string, category: string | null) => ({
    id: crypto.randomUUID(),
    layout_id: screenId,
    kind,
    label,
    category,
    retired: 0,
  })
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1)
  return [
    ...ROWS.flatMap(([row, category]) =>
      numbers(SEATS_PER_ROW).map((n) => place('seat', `${row}${n}`, category)),
    ),
    ...numbers(SLOTS_PER_KIND).map((n) => place('twoWheeler', `T${n}`, null)),
    ...numbers(SLOTS_PER_KIND).map((n) => place('fourWheeler', `F${n}`, null)),
  ].map((created, position) => ({ ...created, position }))
}
