import { useState } from 'react'
import {
  getArtworkByName,
  getPoster,
  getPosterTint,
  type Poster,
  type PosterSource,
} from '#features/movies/posters.ts'

interface Props {
  movie: PosterSource
  /** How wide it is shown, in the words of the `sizes` attribute. */
  sizes: string
  /** In view when the page opens: fetched at once. */
  urgent?: boolean
  /** Empty where the name stands beside it. */
  alt?: string
  className?: string
}

export function MoviePoster({ movie, sizes, urgent = false, alt, className = '' }: Props) {
  const [lost, setLost] = useState<string>()
  const chosen = getPoster(movie)
  const poster = 'src' in chosen && chosen.src === lost ? getArtworkByName(movie.name) : chosen

  return (
    <picture>
      {'artwork' in poster && (
        <source type="image/avif" srcSet={avif(poster.artwork)} sizes={sizes} />
      )}
      <img
        src={pictureOf(poster)}
        alt={alt ?? `Poster of ${movie.name}`}
        width={800}
        height={1200}
        loading={urgent ? 'eager' : 'lazy'}
        fetchPriority={urgent ? 'high' : 'auto'}
        decoding="async"
        onError={() => setLost(pictureOf(poster))}
        style={{ backgroundColor: getPosterTint(poster) }}
        className={`aspect-2/3 w-full bg-velvet object-cover ${className}`}
      />
    </picture>
  )
}

const avif = (artwork: string) =>
  `/posters/${artwork}-400.avif 400w, /posters/${artwork}-800.avif 800w`

const pictureOf = (poster: Poster) =>
  'artwork' in poster ? `/posters/${poster.artwork}.jpg` : poster.src
