import type { Showtime } from '@marquee/contract/movies/showtimes'
import { Link } from 'react-router'

interface Props {
  showtimes: Showtime[]
  /** The showtime of the page. */
  currentId?: string
  toPath: (showtime: Showtime) => string
  toLabel: (showtime: Showtime) => string
  /** The links replace the page in the history. */
  replace?: boolean
  className?: string
}

/** Links to showtimes of a movie. */
export function ShowtimeLinks(props: Props) {
  const { showtimes, currentId, toPath, toLabel, replace = false, className = '' } = props
  return (
    <ul className={`flex flex-wrap gap-2 ${className}`}>
      {showtimes.map((showtime) => (
        <li key={showtime._id} className="min-w-0">
          <Link
            to={toPath(showtime)}
            replace={replace}
            aria-current={showtime._id === currentId ? 'page' : undefined}
            className="choice py-2 text-center font-semibold whitespace-normal! text-brass"
          >
            {toLabel(showtime)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
