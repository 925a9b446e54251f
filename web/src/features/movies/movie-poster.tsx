import { useState } from 'react'
import { preload } from 'react-dom'
import {
  getArtworkByName,
  getAvifSrcSet,
  getPoster,
  getPosterSrc,
  getPosterTint,
  type Poster,
  type PosterSource,
} from './posters.ts'

interface Props {
  movie: PosterSource
  /** The `sizes` attribute of the image. */
  sizes: string
  /** Loads the image first, because it is visible when the page opens. */
  priority?: boolean
  /** Empty if the name of the movie is next to the poster. */
  alt?: string
  className?: string
}

export function MoviePoster({ movie, sizes, priority = false, alt, className = '' }: Props) {
  const [failedSrc, setFailedSrc] = useState<string>()
  const preferred = getPoster(movie)
  const poster =
    'src' in preferred && preferred.src === failedSrc ? getArtworkByName(movie.name) : preferred

  const avifSrcSet = getAvifSrcSet(poster)

  if (priority) preloadPoster(poster, sizes)

  return (
    <picture>
      {avifSrcSet && <source type="image/avif" srcSet={avifSrcSet} sizes={sizes} />}
      <img
        src={getPosterSrc(poster)}
        alt={alt ?? `Poster of ${movie.name}`}
        width={800}
        height={1200}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'low'}
        decoding="async"
        onError={() => setFailedSrc(getPosterSrc(poster))}
        style={{ backgroundColor: getPosterTint(poster) }}
        className={`aspect-2/3 w-full bg-velvet object-cover ${className}`}
      />
    </picture>
  )
}

/** The link is in the head of a page that the server renders, in front of all else. */
function preloadPoster(poster: Poster, sizes: string) {
  const imageSrcSet = getAvifSrcSet(poster)
  const avif = imageSrcSet && { type: 'image/avif', imageSrcSet, imageSizes: sizes }
  preload(getPosterSrc(poster), { as: 'image', fetchPriority: 'high', ...avif })
}
