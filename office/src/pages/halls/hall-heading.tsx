import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link } from 'react-router'
import { OFFICE_PAGES } from '#lib/access.ts'

/** The name of a hall, below the way back to all halls. */
export function HallHeading({ name }: { name: string }) {
  return (
    <div>
      <Link
        to={OFFICE_PAGES.halls.path}
        className="inline-flex min-h-9 items-center gap-1.5 text-sm pointer-coarse:min-h-11 font-medium text-ash hover:text-ivory"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        <span>{OFFICE_PAGES.halls.name}</span>
      </Link>
      <h1 className="text-xl">{name}</h1>
    </div>
  )
}
