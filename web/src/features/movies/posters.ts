import type { Movie } from '@marquee/contract/movies/movies'
import {
  POSTER_UPLOADS_PATH,
  POSTER_WIDTHS,
  posterPath,
} from '@marquee/contract/movies/poster-path'

// The main colour of each poster.
const posterTints: Record<string, string> = {
  'a-trip-to-the-moon.jpg': '#3b3f78',
  'amaran.jpg': '#2f5563',
  'brother.jpg': '#8a3a45',
  'default.jpg': '#6b1a26',
  'metropolis.jpg': '#6b5c42',
  'mission.jpg': '#1f6b6c',
  'new.jpg': '#3a2f86',
  'nosferatu.jpg': '#4d6154',
  'pushpa.jpg': '#8e2416',
  'safety-last.jpg': '#2b5078',
  'the-general.jpg': '#3d5a4a',
}

/** Built-in artwork (its file name without the extension), or the URL of any other image. */
export type Poster = { artwork: string } | { src: string }
export type PosterSource = Pick<Movie, 'name' | 'imageUrl'> & {
  poster?: string | undefined
  image?: string | undefined
}

const ARTWORK_BY_NAME = ['pushpa', 'amaran', 'brother', 'mission', 'new']
const DEFAULT_ARTWORK = 'default'

/** Chooses `imageUrl`, then `poster`, then `image`, then the artwork by name (specification §2). */
export function getPoster(movie: PosterSource): Poster {
  const image = [movie.imageUrl, movie.poster, movie.image].find((value) => value?.trim())
  return image ? fromImage(image.trim()) : getArtworkByName(movie.name)
}

/** Matches whole words of the name only: `Newton` does not match `new`. Returns the default without a match. */
export function getArtworkByName(name: string): Poster {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return { artwork: ARTWORK_BY_NAME.find((word) => words.includes(word)) ?? DEFAULT_ARTWORK }
}

/** The glow colour of built-in artwork. Other posters have none. */
export const getPosterTint = (poster: Poster) =>
  'artwork' in poster ? posterTints[`${poster.artwork}.jpg`] : undefined

/** The URL of the largest JPEG of a poster. */
export const getPosterSrc = (poster: Poster) =>
  'artwork' in poster ? `/posters/${poster.artwork}.jpg` : poster.src

/** The `srcset` of a poster that exists in several sizes: built-in artwork, and posters that were uploaded in the office. */
export function getAvifSrcSet(poster: Poster) {
  const path = getPosterSrc(poster)
  if (!('artwork' in poster) && !path.startsWith(POSTER_UPLOADS_PATH)) return undefined
  const base = path.replace(/\.jpg$/, '')
  return POSTER_WIDTHS.map((width) => `${base}-${width}.avif ${width}w`).join(', ')
}

function fromImage(image: string): Poster {
  const file = image.toLowerCase()
  return Object.hasOwn(posterTints, file)
    ? { artwork: file.replace(/\.jpg$/, '') }
    : { src: posterPath(image) }
}
