import { NavLink } from 'react-router'

export const NAVIGATION = [
  { to: '/', label: 'Home' },
  { to: '/about', label: 'About' },
  { to: '/faq', label: 'FAQ' },
]

interface Props {
  to: string
  label: string
  onClick?: () => void
}

export function NavigationLink({ to, label, onClick }: Props) {
  return (
    <NavLink
      to={to}
      {...(onClick ? { onClick } : {})}
      className="nav-link inline-flex min-h-11 items-center px-4 font-medium tracking-label text-ivory transition-colors hover:text-brass-bright aria-[current=page]:text-brass"
    >
      {label}
    </NavLink>
  )
}
