import CircleHelp from 'lucide-react/icons/circle-help'
import { NavLink } from 'react-router'
import { PAGES, type PageName } from '#lib/access.ts'
import { useCurrentDevice } from '#lib/device.queries.ts'
import { NAVIGATION } from './navigation.ts'
import { ThemeButton } from './theme-button.tsx'

interface Props {
  pages: PageName[]
  onHelp: () => void
}

/** The navigation of wide windows. */
export function SideBar({ pages, onHelp }: Props) {
  const { device, brandName } = useCurrentDevice()
  return (
    <header className="sticky top-0 hidden h-svh flex-col gap-6 border-e border-rule bg-velvet p-4 lg:flex">
      <p className="px-3 pt-1 leading-tight">
        <span className="block text-lg font-semibold">{brandName}</span>
        <span className="text-sm text-ash">Office</span>
      </p>
      <nav aria-label="Pages">
        <ul className="grid gap-0.5">
          {pages.map((page) => (
            <li key={page}>
              <PageLink page={page} />
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-auto grid gap-3 border-t border-rule pt-3">
        <p className="px-3 text-sm leading-tight">
          <span className="block font-semibold">{device.name}</span>
          <span className="text-ash capitalize">{device.scope}</span>
        </p>
        <div className="flex gap-1">
          <ThemeButton />
          <button
            type="button"
            aria-label="Help and shortcuts"
            title="Help and shortcuts (?)"
            onClick={onHelp}
            className="grid size-11 place-items-center rounded hover:bg-ash/15"
          >
            <CircleHelp aria-hidden="true" className="size-5" />
          </button>
        </div>
      </div>
    </header>
  )
}

function PageLink({ page }: { page: PageName }) {
  const { icon: Icon, shortcut } = NAVIGATION[page]
  const { path, name } = PAGES[page]
  return (
    <NavLink
      to={path}
      end={path === '/'}
      className="group flex min-h-10 items-center gap-3 rounded px-3 font-medium text-ash hover:bg-ash/10 hover:text-ivory aria-[current=page]:bg-ivory aria-[current=page]:text-velvet"
    >
      <Icon aria-hidden="true" className="size-5" />
      <span>{name}</span>
      <span
        aria-hidden="true"
        className="ms-auto font-sans text-sm uppercase opacity-0 group-hover:opacity-70 group-focus-visible:opacity-70"
      >
        {shortcut}
      </span>
    </NavLink>
  )
}
