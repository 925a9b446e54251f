import Ellipsis from 'lucide-react/icons/ellipsis'
import { NavLink } from 'react-router'
import { PAGES, type PageName } from '#lib/access.ts'
import { NAVIGATION } from './navigation.ts'

const MAX_TABS = 4
const TAB =
  'grid min-h-14 flex-1 place-items-center content-center gap-0.5 text-sm font-medium text-ash aria-[current=page]:text-ivory aria-[current=page]:shadow-[inset_0_2px_0_var(--color-ivory)]'

interface Props {
  pages: PageName[]
  onHelp: () => void
}

/** The navigation of phones. Further pages are in the help dialog. */
export function TabBar({ pages, onHelp }: Props) {
  return (
    <nav
      aria-label="Pages"
      className="fixed inset-x-0 bottom-0 z-20 flex border-t border-rule bg-velvet pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {pages.slice(0, MAX_TABS).map((page) => {
        const { icon: Icon } = NAVIGATION[page]
        const { path, name } = PAGES[page]
        return (
          <NavLink key={page} to={path} end={path === '/'} className={TAB}>
            <Icon aria-hidden="true" className="size-5" />
            <span>{name}</span>
          </NavLink>
        )
      })}
      <button type="button" className={TAB} onClick={onHelp}>
        <Ellipsis aria-hidden="true" className="size-5" />
        <span>More</span>
      </button>
    </nav>
  )
}
