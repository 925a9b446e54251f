import type { CallInput } from '@marquee/contract/calls/endpoint'
import {
  addMovie,
  changeMovie,
  type StaffMovie,
  uploadPoster,
} from '@marquee/contract/office/programme/movies'
import { call, callWithFile } from '@marquee/ui-kit/lib/api.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { refetchProgramme } from '#lib/programme.queries.ts'
import type { MovieValues } from './movie-values.ts'

interface SavedMovie {
  values: MovieValues
  poster: File | undefined
}

/**
 * Adds a movie, or changes it if there is one. Then uploads its poster. A movie whose poster was refused is there already: another attempt
 * changes it.
 */
export function useSaveMovie(
  movie: StaffMovie | undefined,
  onSuccess: (movie: StaffMovie) => void,
) {
  const added = useRef<string>(undefined)
  return useMutation({
    mutationFn: async ({ values, poster }: SavedMovie) => {
      const saved = await saveFields(movie?._id ?? added.current, values)
      added.current = saved._id
      if (!poster) return saved
      return (await callWithFile(uploadPoster, poster, { movieId: saved._id })).movie
    },
    onSuccess,
    onSettled: refetchProgramme,
  })
}

async function saveFields(movieId: string | undefined, values: MovieValues) {
  if (movieId === undefined) return (await call(addMovie, { body: toMovie(values) })).movie
  const body: CallInput<typeof changeMovie>['body'] = toChange(values)
  return (await call(changeMovie, { params: { movieId }, body })).movie
}

const OPTIONAL = ['releaseDate', 'trailer', 'poster', 'image', 'screen', 'timing'] as const

const requiredOf = (values: MovieValues) => ({
  name: values.name,
  genre: values.genre,
  cast: values.cast
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== ''),
  summary: values.summary,
  language: values.language,
  duration: Number(values.duration),
  rating: values.rating,
  ratings: Number(values.ratings),
  votes: Number(values.votes),
  // Left empty: the server has a default one for a new movie, and keeps that of another.
  ...(values.imageUrl !== '' && { imageUrl: values.imageUrl }),
})

/** A new movie. Empty fields are left out. */
const toMovie = (values: MovieValues) => ({
  ...requiredOf(values),
  ...Object.fromEntries(
    OPTIONAL.filter((field) => values[field] !== '').map((field) => [field, values[field]]),
  ),
})

/** The fields of a movie. Null removes one. */
const toChange = (values: MovieValues) => ({
  ...requiredOf(values),
  ...Object.fromEntries(OPTIONAL.map((field) => [field, values[field] || null])),
})
