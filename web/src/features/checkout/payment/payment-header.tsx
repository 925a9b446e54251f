import { PAGES } from '@marquee/contract/pages'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface Props {
  user: { username: string; email: string } | null
  countdown: ReactNode
}

export function PaymentHeader({ user, countdown }: Props) {
  return (
    <header className="mb-5 grid gap-1 short:mb-3">
      <h1 className="display text-2xl text-brass-bright lg:text-4xl short:text-2xl">
        Complete Your Payment
      </h1>
      <p className="flex flex-wrap gap-x-3 wrap-anywhere text-ash">
        {user ? `Signed in as ${user.username || user.email}` : 'Not signed in'}
        {!user && (
          <Link
            to={PAGES.signIn}
            state={{ from: PAGES.payment }}
            className="font-semibold text-brass underline underline-offset-4 hover:text-brass-bright"
          >
            Sign in to pay
          </Link>
        )}
      </p>
      {countdown}
    </header>
  )
}
