import { posterPath } from '@marquee/contract/movies/poster-path'
import type {
  changeMovie as changeMovieCall,
  StaffMovie,
} from '@marquee/contract/office/programme/movies'
import type * as z from 'zod/mini'
import { changeEntry, type Programme } from '#src/catalogue/changes/programme.ts'
import type { CatalogueMovie } from '#src/catalogue/file/catalogue.schema.ts'
import { readMovieStates } from '#src/catalogue/movie-state.ts'
import { catalogueFieldsOf } from '#src/catalogue/movies.view.ts'
import { createPoster, storePoster } from '#src/catalogue/posters/posters.service.ts'
import { cinemaClock } from '#src/catalogue/schedule/calendar.ts'
import type { Context } from '#src/context.ts'
import type { Db } from '#src/database/schema.ts'
import { movieNotFound } from '#src/errors.ts'
import { assertFreeName } from './assert-free-name.ts'
import { assertUnused } from './assert-unused.ts'
import { editProgramme } from './edit-programme.ts'

type MovieFields = Omit<CatalogueMovie, 'id' | 'was' | 'showtimes' | 'daily'>
type ChangedFields = z.output<typeof changeMovieCall.body>

/** The movies that are offered, in the order of the listing. */
export async function listMovies(ctx: Context): Promise<StaffMovie[]> {
  const rows = await readMovieStates(ctx.reader, cinemaClock(ctx))
  return rows.filter(({ retired }) => retired === 0).map(movieView)
}

const movieView = (row: Awaited<ReturnType<typeof readMovieStates>>[number]): StaffMovie => ({
  _id: row.id,
  ...catalogueFieldsOf(row),
  state: row.state,
  upcomingShows: row.upcomingShows,
  posterPath: posterPath(row.image_url),
})

async function readMovie(ctx: Context, id: string) {
  const movie = (await listMovies(ctx)).find(({ _id }) => _id === id)
  if (!movie) throw movieNotFound()
  return movie
}

/** Adds a movie at the end of the listing. Throws INVALID (422) if there is one with its name. */
export async function addMovie(ctx: Context, deviceId: string, fields: MovieFields) {
  const movieId = await editProgramme(ctx, {
    deviceId,
    action: 'movie.add',
    subjectType: 'movie',
    edit: (programme) => {
      assertFreeName({ entries: programme.movies, kind: 'movie', name: fields.name })
      const movie = { ...fields, was: null, showtimes: [], daily: [] }
      return { ...programme, movies: [...programme.movies, ['', movie]] }
    },
    finish: async (tx) => {
      const rows = await readMovieStates(tx, cinemaClock(ctx))
      return rows.find(({ name, retired }) => name === fields.name && retired === 0)?.id ?? ''
    },
  })
  return readMovie(ctx, movieId)
}

interface MovieChange {
  movieId: string
  deviceId: string
  fields: ChangedFields
}

/** Changes fields of a movie; null removes one. Throws NOT_FOUND, and INVALID (422) with the conflicts. */
export async function changeMovie(ctx: Context, { movieId, deviceId, fields }: MovieChange) {
  await editProgramme(ctx, {
    deviceId,
    action: 'movie.change',
    subjectType: 'movie',
    edit: (programme) => {
      if (fields.name !== undefined)
        assertFreeName({
          entries: programme.movies,
          kind: 'movie',
          name: fields.name,
          ownId: movieId,
        })
      const given = Object.entries(fields).map(([name, value]) => [name, value ?? undefined])
      return changeMovieFields(programme, movieId, Object.fromEntries(given))
    },
    finish: async () => movieId,
    after: { fields: Object.keys(fields) },
  })
  return readMovie(ctx, movieId)
}

/** Throws NOT_FOUND. */
function changeMovieFields(
  programme: Programme,
  movieId: string,
  fields: Partial<CatalogueMovie>,
): Programme {
  if (!programme.movies.some(([id]) => id === movieId)) throw movieNotFound()
  return { ...programme, movies: changeEntry(programme.movies, movieId, fields) }
}

/** Takes a movie out of the programme. Throws NOT_FOUND, and CLOSED if it has shows to come or daily showtimes. */
export async function removeMovie(ctx: Context, movieId: string, deviceId: string) {
  await editProgramme(ctx, {
    deviceId,
    action: 'movie.remove',
    subjectType: 'movie',
    edit: (programme) => {
      const entry = programme.movies.find(([id]) => id === movieId)
      if (!entry) throw movieNotFound()
      assertUnused(entry[1].name, programme, (one) => one.movieId === movieId)
      return { ...programme, movies: programme.movies.filter(([id]) => id !== movieId) }
    },
    finish: async () => movieId,
  })
}

interface PosterUpload {
  movieId: string
  deviceId: string
  file: Buffer
}

/** Replaces the poster of a movie. Throws NOT_FOUND, INVALID for a picture that cannot be used, and UNAVAILABLE. */
export async function replacePoster(ctx: Context, { movieId, deviceId, file }: PosterUpload) {
  await readMovie(ctx, movieId)
  const poster = await createPoster(movieId, file)
  await editProgramme(ctx, {
    deviceId,
    action: 'movie.poster',
    subjectType: 'movie',
    edit: (programme) =>
      changeMovieFields(programme, movieId, {
        imageUrl: poster.path,
        poster: undefined,
        image: undefined,
      }),
    finish: async (tx: Db) => {
      await storePoster(tx, movieId, poster)
      return movieId
    },
  })
  return readMovie(ctx, movieId)
}
