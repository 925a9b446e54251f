import { isAuthPage, PAGES } from '@marquee/contract/pages'
import { DEFAULT_PROFILE_PICTURE } from '@marquee/contract/pictures'
import { Link, useLocation } from 'react-router'
import { useSession } from '#features/session/session.store.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Picture } from '#ui/picture.tsx'

/** The profile picture of the signed-in user, or a Sign In button. */
export function AccountLink({ onClick }: { onClick?: () => void }) {
  const user = useSession((session) => session.currentUser)
  const { pathname } = useLocation()
  const clickProps = onClick ? { onClick } : {}

  if (!user) {
    return (
      <LinkButton
        to={PAGES.signIn}
        replace={isAuthPage(pathname)}
        variant="quiet"
        className="ml-3"
        {...clickProps}
      >
        Sign In
      </LinkButton>
    )
  }
  return (
    <Link
      to={PAGES.profile}
      {...clickProps}
      className="ml-3 grid size-11 shrink-0 place-items-center rounded-full ring-1 ring-brass/60 transition-shadow hover:ring-2 hover:ring-brass-bright"
    >
      <Picture
        src={user.profilePicture}
        fallback={DEFAULT_PROFILE_PICTURE}
        alt="Profile"
        width={44}
        height={44}
        className="size-11 rounded-full bg-velvet object-cover"
      />
    </Link>
  )
}
