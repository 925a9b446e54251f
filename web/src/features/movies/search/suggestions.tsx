import type { Movie } from '@marquee/contract/movies/movies'
import { useEffect } from 'react'
import { ListingGrid } from '#features/movies/listing/listing-grid.tsx'
import { MovieCard } from '#features/movies/listing/movie-card.tsx'
import { NoMoviesFound, suggestionHeading } from '#features/movies/listing/no-movies-found.tsx'
import { announce } from '#ui/announcer.tsx'
import { suggestMovies } from './suggest-movies.ts'

interface Props {
  movies: Movie[]
  text: string
  posterSizes: string
  onClear: () => void
}

/** What a search that finds no name may mean. */
export function Suggestions({ movies, text, posterSizes, onClear }: Props) {
  const suggestions = suggestMovies(movies, text)
  const heading = suggestionHeading(text, suggestions)
  const names = suggestions.map(({ movie }) => movie.name).join(', ')
  useEffect(() => announce(`${heading} ${names}`), [heading, names])

  return (
    <>
      <NoMoviesFound text={text} onClear={onClear} suggestions={suggestions} />
      <ListingGrid aria-label="Suggested movies" className="center-last-card">
        {suggestions.map(({ movie }, index) => (
          <li key={movie._id}>
            <MovieCard movie={movie} posterSizes={posterSizes} priority={index === 0} />
          </li>
        ))}
      </ListingGrid>
    </>
  )
}
