import type { Movie } from '@marquee/contract/movies/movies'
import { moviePath } from '@marquee/contract/pages'
import { Link } from 'react-router'

/** The name, as a link to the movie's page if it has one. */
export const MovieName = ({ movie }: { movie: Movie }) =>
  movie.slug ? (
    <Link
      to={moviePath(movie.slug)}
      className="underline-offset-4 transition-colors hover:text-brass-bright hover:underline"
    >
      {movie.name}
    </Link>
  ) : (
    movie.name
  )
