import { PAGES } from '@marquee/contract/pages'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { LinkButton } from '#ui/link-button.tsx'

/** Leads to the sign-in page, and from there back to this address. */
export function SignInLink({ children }: { children: ReactNode }) {
  const { pathname, search, hash } = useLocation()
  return (
    <div>
      <LinkButton to={PAGES.signIn} state={{ from: pathname + search + hash }}>
        {children}
      </LinkButton>
    </div>
  )
}
