import { DEFAULT_PROFILE_PICTURE } from '@marquee/contract/accounts/pictures'
import { PAGES } from '@marquee/contract/pages'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import LogOut from 'lucide-react/icons/log-out'
import Settings from 'lucide-react/icons/settings'
import Ticket from 'lucide-react/icons/ticket'
import { Link, useNavigate } from 'react-router'
import { useSignOut } from '#features/session/session.mutations.ts'
import { type SessionUser, session } from '#features/session/session.store.ts'
import { removeCheckouts } from '#lib/checkout-storage.ts'
import { MY_BOOKINGS_PATH } from '#lib/paths.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'

const ITEM =
  'flex min-h-12 w-full items-center gap-3 px-4 font-medium text-ivory transition-colors hover:text-brass-bright'

interface Props {
  user: SessionUser
  onClose: () => void
}

/** The signed-in user and the pages of the account, in the menu of small screens. */
export function MenuAccount({ user, onClose }: Props) {
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
