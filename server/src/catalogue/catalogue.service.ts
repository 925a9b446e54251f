import type { Movie } from '@marquee/contract/movies/movies'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import { formatIsoDate, startOfDay } from '@marquee/contract/time'
import type { Context } from '../context.ts'
import type { MovieRow } from '../database/schema.ts'
import { movieNotFound, showtimeNotFound } from '../errors.ts'
import * as movies from './movies.sql.ts'
import { movieView } from './movies.view.ts'
import * as showtimes from './showtimes.sql.ts'
import { NO_SEAT_COUNTS, showtimeView, sortByBookability } from './showtimes.view.ts'

/** Lists the movies, each with its showtimes of today and later. */
export const listMovies = async (ctx: Context): Promise<Movie[]> =>
  withShowtimes(ctx, await listedMovies(ctx))

/** Returns a listed movie. Throws NOT_FOUND. */
export async function getMovieBySlug(ctx: Context, slug: string): Promise<Movie> {
  const rows = (await listedMovies(ctx)).filter((row) => row.slug === slug)
  const [movie] = await withShowtimes(ctx, rows)
  if (!movie) throw movieNotFound()
  return movie
}

async function listedMovies({ reader, now, config }: Context) {
  const { rows } = await movies.listedMovies(reader, formatIsoDate(now(), config.timeZone))
  const slugs = assignSlugs(rows.map(({ name }) => name))
  return rows.map((row, index) => ({ ...row, slug: slugs[index] }))
}

/** Returns a movie, even one that is no longer listed. Throws NOT_FOUND. */
export async function getMovie(ctx: Context, id: string): Promise<Movie> {
  const row = await movies.movieById(ctx.reader, id)
  const [movie] = await withShowtimes(ctx, row ? [row] : [])
  if (!movie) throw movieNotFound()
  return movie
}

/** Throws NOT_FOUND. */
export async function getShowtime(ctx: Context, id: string): Promise<Showtime> {
  const { rows } = await showtimes.showtimesById(ctx.reader, id)
  const [showtime] = await showtimeViews(ctx, rows)
  if (!showtime) throw showtimeNotFound()
  return ctx.queues.has(id) ? { ...showtime, isQueued: true } : showtime
}

async function withShowtimes(ctx: Context, rows: (MovieRow & { slug?: string | undefined })[]) {
  const { timeZone } = ctx.config
  const views = await showtimeViews(ctx, await showtimesFor(ctx, rows))
  const byMovie = Map.groupBy(views, ({ movieId }) => movieId)
  return rows.map((row) =>
    movieView(row, sortByBookability(byMovie.get(row.id) ?? [], ctx.now()), timeZone),
  )
}

/** Returns the showtimes of today and later. A movie without any gets its last one, so that its card reads as closed. */
async function showtimesFor({ reader, now, config }: Context, rows: MovieRow[]) {
  const ids = rows.map(({ id }) => id)
  const today = startOfDay(formatIsoDate(now(), config.timeZone), config.timeZone)
  const { rows: upcoming } = await showtimes.showtimesSince(reader, ids, today)
  const withUpcoming = new Set(upcoming.map(({ movie_id }) => movie_id))
  const { rows: last } = await showtimes.lastShowtimes(
    reader,
    ids.filter((id) => !withUpcoming.has(id)),
  )
  return [...upcoming, ...last]
}

async function showtimeViews(
  { loadSeatCounts, config }: Context,
  rows: showtimes.ShowtimeOnScreen[],
) {
  const counts = await loadSeatCounts(rows)
  return rows.map((row) => showtimeView(row, counts.get(row.id) ?? NO_SEAT_COUNTS, config.timeZone))
}

const MAX_SLUG_LENGTH = 100

/** Returns the readable part of the address of a movie's page: `safety-last`. `movie` if the name has no letters and digits. */
function movieSlug(name: string) {
  const words = name
    .normalize('NFKD')
    // Accents of Latin letters. Other scripts need their marks.
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word)
  return [...words.join('-')].slice(0, MAX_SLUG_LENGTH).join('') || 'movie'
}

/** Gives each name a slug of its own. The second of two equal ones gets a number: `safety-last-2`. */
export function assignSlugs(names: readonly string[]) {
  const taken = new Set<string>()
  return names.map((name) => {
    const base = movieSlug(name)
    let slug = base
    for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`
    taken.add(slug)
    return slug
  })
}
