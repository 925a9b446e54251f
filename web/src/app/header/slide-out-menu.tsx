import { DEFAULT_PROFILE_PICTURE } from '@marquee/contract/accounts/pictures'
import { isAuthPage, PAGES } from '@marquee/contract/pages'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useReturnFocus } from '@marquee/ui-kit/ui/use-return-focus.ts'
import LogOut from 'lucide-react/icons/log-out'
import Settings from 'lucide-react/icons/settings'
import Ticket from 'lucide-react/icons/ticket'
import X from 'lucide-react/icons/x'
import * as Radix from 'radix-ui/dialog'
import { Link, useLocation, useNavigate } from 'react-router'
import { useSignOut } from '#features/session/session.mutations.ts'
import { type SessionUser, session, useSession } from '#features/session/session.store.ts'
import { removeCheckouts } from '#lib/checkout-storage.ts'
import { MY_BOOKINGS_PATH } from '#lib/paths.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Ornament } from '#ui/ornament.tsx'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { NAVIGATION, NavigationLink } from './navigation-link.tsx'

export function SlideOutMenu({ onClose }: { onClose: () => void }) {
  const returnFocus = useReturnFocus()
  const { pathname } = useLocation()
  const user = useSession(({ currentUser }) => currentUser)

  return (
    <Radix.Root open onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="reveal fixed inset-0 z-40 bg-ink/70 backdrop-blur-sm" />
        <Radix.Content
          onCloseAutoFocus={returnFocus}
          aria-describedby={undefined}
          className="slide-out fixed inset-y-0 right-0 z-40 flex w-72 max-w-[85vw] flex-col gap-6 overflow-y-auto border-l border-brass/30 bg-velvet p-6"
        >
          <div className="flex items-center justify-between">
            <Radix.Title className="display text-2xl text-brass">
              {siteSettings.brandName}
            </Radix.Title>
            <Radix.Close
              aria-label="Close menu"
              className="-mr-2 grid size-11 place-items-center rounded text-brass hover:text-brass-bright"
            >
              <X aria-hidden="true" />
            </Radix.Close>
          </div>
          <Ornament />
          <nav aria-label="Menu" className="grid gap-6 text-lg">
            <ul className="grid justify-items-start gap-2">
              {NAVIGATION.map((link) => (
                <li key={link.to}>
                  <NavigationLink {...link} onClick={onClose} />
                </li>
              ))}
            </ul>
            {user ? (
              <MenuAccount user={user} onClose={onClose} />
            ) : (
              <LinkButton
                to={PAGES.signIn}
                replace={isAuthPage(pathname)}
                variant="secondary"
                onClick={onClose}
              >
                Sign In
              </LinkButton>
            )}
          </nav>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const ITEM =
  'flex min-h-12 w-full items-center gap-3 px-4 font-medium text-ivory transition-colors hover:text-brass-bright'

interface MenuAccountProps {
  user: SessionUser
  onClose: () => void
}

/** The signed-in user and the pages of the account, in the menu of small screens. */
function MenuAccount({ user, onClose }: MenuAccountProps) {
  const navigate = useNavigate()
  const { mutate, isPending } = useSignOut()
  const signOut = () =>
    mutate(undefined, {
      onSuccess: () => {
        removeCheckouts()
        session.clearUser()
        void navigate(PAGES.signIn)
      },
      onError: (error) => notify(error.message),
    })

  return (
    <section aria-label="Your account" className="border-t border-brass/25 pt-5">
      <div className="mb-3 flex items-center gap-3 px-4">
        <Avatar
          picture={user.profilePicture}
          placeholder={DEFAULT_PROFILE_PICTURE}
          className="size-11"
        />
        <div className="min-w-0">
          <p className="wrap-anywhere text-base font-medium">{user.username}</p>
          <p className="wrap-anywhere text-sm text-ash">{user.email}</p>
        </div>
      </div>
      <ul className="grid gap-1">
        <li>
          <Link to={MY_BOOKINGS_PATH} onClick={onClose} className={ITEM}>
            <Ticket aria-hidden="true" className="size-5 text-brass" />
            <span>My Bookings</span>
          </Link>
        </li>
        <li>
          <Link to={PAGES.profile} onClick={onClose} className={ITEM}>
            <Settings aria-hidden="true" className="size-5 text-brass" />
            <span>Profile Settings</span>
          </Link>
        </li>
        <li>
          <button type="button" disabled={isPending} onClick={signOut} className={ITEM}>
            <LogOut aria-hidden="true" className="size-5 text-brass" />
            <span>Sign Out</span>
          </button>
        </li>
      </ul>
    </section>
  )
}
