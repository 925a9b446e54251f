import { DEFAULT_PROFILE_PICTURE } from '@marquee/contract/accounts/pictures'
import { isAuthPage, PAGES } from '@marquee/contract/pages'
import { Link, useLocation } from 'react-router'
import { useSession } from '#features/session/session.store.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Avatar } from '#ui/pictures/avatar.tsx'

/** The profile picture of the signed-in user or the placeholder for it, or a Sign In button. */
export function AccountLink() {
  const user = useSession((session) => session.currentUser)
  const { pathname } = useLocation()

  if (!user) {
    return (
      <LinkButton
        to={PAGES.signIn}
        replace={isAuthPage(pathname)}
        variant="secondary"
        className="ml-3"
      >
        Sign In
      </LinkButton>
    )
  }
  return (
    <Link
      to={PAGES.profile}
      aria-label="Profile"
      className="ml-3 shrink-0 rounded-full transition-shadow hover:ring-2 hover:ring-brass-bright"
    >
      <Avatar
        picture={user.profilePicture}
        placeholder={DEFAULT_PROFILE_PICTURE}
        className="size-11"
      />
    </Link>
  )
}
