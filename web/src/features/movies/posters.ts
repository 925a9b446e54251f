import type { Movie } from '@marquee/contract/movies'
import { posterTints } from '#features/movies/poster-tints.ts'

/** Artwork of the house, by its file's name without the ending, comes in several sizes; any other picture as it is. */
export type Poster = { artwork: string } | { src: string }
export type PosterSource = Pick<Movie, 'name' | 'imageUrl'> & {
  poster?: string | undefined
  image?: string | undefined
}

const NAMED = ['pushpa', 'amaran', 'brother', 'mission', 'new']
const DEFAULT_ARTWORK = 'default'

/**
 * The picture for a movie: its image file, else `poster`, else `image`, else by name, else the default
 * (specification, section 2).
 */
export function getPoster(movie: PosterSource): Poster {
  const given = [movie.imageUrl, movie.poster, movie.image].find((picture) => picture?.trim())
  return given ? fromPicture(given.trim()) : getArtworkByName(movie.name)
}

/** The artwork whose word is one of the words of the name, so that `Newton` is not `new`. */
export function getArtworkByName(name: string): Poster {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return { artwork: NAMED.find((named) => words.includes(named)) ?? DEFAULT_ARTWORK }
}

/** The colour of a poster's light, where the house drew the poster. */
export const getPosterTint = (poster: Poster) =>
  'artwork' in poster ? posterTints[`${poster.artwork}.jpg`] : undefined

function fromPicture(picture: string): Poster {
  if (/^(https?:\/\/|\/|data:image\/)/i.test(picture)) return { src: picture }
  const file = picture.toLowerCase()
  return Object.hasOwn(posterTints, file)
    ? { artwork: file.replace(/\.jpg$/, '') }
    : { src: `/posters/${encodeURIComponent(picture)}` }
}
