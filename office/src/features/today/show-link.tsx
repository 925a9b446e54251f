import type { Show } from '@marquee/contract/office/shows/shows'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { maySeeShow, showPath } from '#lib/access.ts'
import { useScopes } from '#lib/device.queries.ts'

interface Props {
  show: Show
  className: string
  children: ReactNode
}

/** A link to the show, for devices that may open it. */
export function ShowLink({ show, className, children }: Props) {
  const title = `${show.movie.name}, ${show.screen.name}`
  if (!maySeeShow(useScopes())) {
    return (
      <div title={title} className={className}>
        {children}
      </div>
    )
  }
  return (
    <Link to={showPath(show._id)} title={title} className={`${className} hover:border-ivory`}>
      {children}
    </Link>
  )
}
