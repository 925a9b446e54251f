import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link } from 'react-router'
import { OFFICE_PAGES } from '#lib/access.ts'

interface Props {
  title: string
  /** The page above. Left out: the programme. */
  to?: readonly [path: string, name: string]
}

const PROGRAMME = [OFFICE_PAGES.programme.path, OFFICE_PAGES.programme.name] as const

/** The title of a page below the programme, with the way back. */
export const BackToProgramme = ({ title, to: [path, name] = PROGRAMME }: Props) => (
  <div>
    <Link
      to={path}
      className="inline-flex min-h-9 items-center gap-1.5 text-sm pointer-coarse:min-h-11 font-medium text-ash hover:text-ivory"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      <span>{name}</span>
    </Link>
    <h1 className="text-xl">{title}</h1>
  </div>
)
