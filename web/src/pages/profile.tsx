import { PAGES } from '@marquee/contract/pages'
import { useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { MoviePoster } from '#features/movies/movie-poster.tsx'
import { DeleteAccount } from '#features/profile/delete-account.tsx'
import { MyBookings } from '#features/profile/my-bookings.tsx'
import { ProfilePanel } from '#features/profile/profile-panel.tsx'
import { type ProfileChanges, ProfileSettings } from '#features/profile/profile-settings.tsx'
import { deleteAccount, endSession, updateAccount } from '#features/session/session.actions.ts'
import { type SessionUser, session, useSession } from '#features/session/session.store.ts'
import { useAccount, useRememberAccount } from '#features/session/use-account.ts'
import { useAuthStatus } from '#features/session/use-auth-status.ts'
import { tabIn } from '#lib/addresses.ts'
import { pageTitle } from '#lib/page-title.ts'
import { Button } from '#ui/button.tsx'
import { CornerFrame } from '#ui/corner-frame.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Loading } from '#ui/loading.tsx'
import { notify } from '#ui/notify.ts'

/** Whoever leaves on purpose goes where they chose; anybody else is asked to sign in and comes back. */
export function ProfilePage() {
  const user = useSession(({ currentUser }) => currentUser)
  const [exit, setExit] = useState<string>()
  const { pathname, search } = useLocation()

  const leave = (to: string) => {
    setExit(to)
    session.signedOut()
  }

  if (user) return <Profile user={user} onLeave={leave} />
  if (exit) return <Navigate to={exit} replace />
  return <Navigate to={PAGES.signIn} state={{ from: pathname + search }} replace />
}

interface Props {
  user: SessionUser
  /** Signs the page out and takes it elsewhere. */
  onLeave: (to: string) => void
}

function Profile({ user, onLeave }: Props) {
  const tab = useTab()

  const signOut = () =>
    endSession().then(
      () => onLeave(PAGES.signIn),
      (error: Error) => notify(error.message),
    )
  const signInAgain = () =>
    endSession()
      .catch(() => undefined)
      .finally(() => onLeave('/signin'))

  return (
    <div className="mx-auto grid min-h-svh max-w-7xl grid-cols-1 content-start items-start gap-6 px-4 py-8 sm:px-8 md:py-14 lg:grid-cols-[16rem_1fr] lg:gap-10">
      <title>{pageTitle('Profile')}</title>
      <h1 className="sr-only">Profile</h1>
      <ProfilePanel user={user} tab={tab} onSignOut={signOut} />
      <section aria-labelledby="tab" className="min-w-0">
        <h2 id="tab" className="mb-6 text-2xl md:text-3xl">
          {tab === 'bookings' ? 'My Bookings' : 'Profile Settings'}
        </h2>
        {tab === 'bookings' ? (
          <MyBookings
            userId={user._id}
            poster={(movie) => <MoviePoster movie={movie} sizes="11rem" alt="" />}
            onSignInAgain={signInAgain}
          />
        ) : (
          <Settings userId={user._id} onDeleted={() => onLeave('/')} />
        )}
      </section>
    </div>
  )
}

/** In the address, so that the payment page can lead to the bookings and a reload stays there. */
function useTab() {
  const [search] = useSearchParams()
  return tabIn(search) === 'bookings' ? 'bookings' : 'settings'
}

interface SettingsProps {
  userId: string
  onDeleted: () => void
}

function Settings({ userId, onDeleted }: SettingsProps) {
  const { data: account, isFetching, error: unread, refetch } = useAccount(userId)
  const remember = useRememberAccount()
  const { loading, error } = useAuthStatus()

  if (!account && unread && !isFetching) {
    return (
      <ErrorState
        title={unread.message}
        actions={<Button onClick={() => refetch()}>Try Again</Button>}
      />
    )
  }
  if (!account) return <Loading>Loading your profile...</Loading>

  const update = async (changes: ProfileChanges) => {
    const updated = await updateAccount(userId, changes)
    if (updated) remember(updated)
    return updated
  }
  const remove = async () => {
    if (await deleteAccount(userId)) onDeleted()
  }

  return (
    <div className="panel relative px-5 py-12 sm:px-10">
      <CornerFrame />
      <ProfileSettings user={account} loading={loading} error={error} onUpdate={update} />
      <DeleteAccount loading={loading} onDelete={remove} />
    </div>
  )
}
