import type { Booking } from '@marquee/contract/bookings/bookings'
import { PAGES, ticketPath } from '@marquee/contract/pages'
import { fieldErrors } from '@marquee/ui-kit/lib/api.ts'
import { useIsLasting } from '@marquee/ui-kit/lib/use-is-lasting.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useQuery } from '@tanstack/react-query'
import QrCode from 'lucide-react/icons/qr-code'
import { useState } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { CancelBooking } from '#features/booking-changes/cancel-booking.tsx'
import { ChangeSeatsLink } from '#features/booking-changes/change-seats-link.tsx'
import { CinemaChange } from '#features/booking-changes/cinema-change.tsx'
import { MoviePoster } from '#features/movies/movie-poster.tsx'
import { MyBookings } from '#features/profile/my-bookings.tsx'
import { ProfilePanel } from '#features/profile/profile-panel.tsx'
import { SeatsFromFriends } from '#features/profile/seats-from-friends.tsx'
import { DeleteAccount } from '#features/profile/settings/delete-account.tsx'
import { KeepDetails, SearchShortcut } from '#features/profile/settings/device-settings.tsx'
import { PhoneVerification } from '#features/profile/settings/phone-verification.tsx'
import { ProfilePicture } from '#features/profile/settings/profile-picture.tsx'
import { ProfileSettings } from '#features/profile/settings/profile-settings.tsx'
import { SignedInDevices } from '#features/profile/signed-in-devices.tsx'
import { useAccount } from '#features/session/account.queries.ts'
import {
  useDeleteAccount,
  useSaveAccount,
  useSignOut,
  useUpdateAccount,
} from '#features/session/session.mutations.ts'
import { type SessionUser, session, useSession } from '#features/session/session.store.ts'
import { useAuthStatus } from '#features/session/use-auth-status.ts'
import { TICKET_ACTION } from '#features/tickets/action-style.ts'
import { keepTickets } from '#features/tickets/offline/keep-tickets.ts'
import { TicketsWhenOffline } from '#features/tickets/offline/tickets-when-offline.tsx'
import { RefusedEmail } from '#features/tickets/refused-email.tsx'
import { TicketActions } from '#features/tickets/ticket-actions.tsx'
import { WaitingEntries } from '#features/waiting-list/waiting-entries.tsx'
import { useWaitingEntries } from '#features/waiting-list/waiting-list.queries.ts'
import { useBookings } from '#lib/api/bookings.queries.ts'
import { friendPassesQuery } from '#lib/api/friend-passes.queries.ts'
import { removeCheckouts } from '#lib/checkout-storage.ts'
import { pageTitle } from '#lib/page/page-title.ts'
import { tabIn } from '#lib/paths.ts'
import { CornerFrame } from '#ui/corner-frame.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Loading } from '#ui/loading.tsx'
import { ErrorState } from '#ui/page-states.tsx'

/** Signed-out users go to the sign-in page and return after it, unless they have just signed out here. */
export function ProfilePage() {
  const user = useSession(({ currentUser }) => currentUser)
  const [exitPath, setExitPath] = useState<string>()
  const { pathname, search } = useLocation()

  const leave = (to: string) => {
    setExitPath(to)
    removeCheckouts()
    session.clearUser()
  }

  if (user) return <Profile user={user} onLeave={leave} />
  if (exitPath) return <Navigate to={exitPath} replace />
  return <Navigate to={PAGES.signIn} state={{ from: pathname + search }} replace />
}

interface Props {
  user: SessionUser
  /** Signs out in this browser and goes to another page. */
  onLeave: (to: string) => void
}

function Profile({ user, onLeave }: Props) {
  const tab = useTab()

  const { mutate } = useSignOut()
  const signOut = () =>
    mutate(undefined, {
      onSuccess: () => onLeave(PAGES.signIn),
      onError: (error) => notify(error.message),
    })
  const signInAgain = () => mutate(undefined, { onSettled: () => onLeave('/signin') })

  return (
    <div className="mx-auto grid min-h-svh max-w-7xl grid-cols-1 content-start items-start gap-6 px-4 py-5 sm:px-8 md:py-14 lg:grid-cols-[16rem_1fr] lg:gap-10 short:gap-4 short:py-4">
      <title>{pageTitle('Profile')}</title>
      <h1 className="sr-only">Profile</h1>
      <ProfilePanel user={user} tab={tab} onSignOut={signOut} />
      <section aria-labelledby="tab" className="min-w-0">
        <h2 id="tab" className="display mb-6 text-2xl md:text-3xl short:mb-3 short:text-2xl">
          {tab === 'bookings' ? 'My Bookings' : 'Profile Settings'}
        </h2>
        {tab === 'bookings' ? (
          <Bookings userId={user._id} onSignInAgain={signInAgain} />
        ) : (
          <Settings userId={user._id} onSignOut={signOut} onLeave={onLeave} />
        )}
      </section>
    </div>
  )
}

interface BookingsProps {
  userId: string
  onSignInAgain: () => void
}

function Bookings({ userId, onSignInAgain }: BookingsProps) {
  const others = [useWaitingEntries(userId), useQuery(friendPassesQuery(userId))]
  return (
    <>
      {/* The loading state of the bookings is hidden while saved tickets take its place, so that nothing moves. */}
      <div className="peer">
        <SavedTickets userId={userId} />
      </div>
      <MyBookings
        userId={userId}
        poster={(movie) => <MoviePoster movie={movie} sizes="11rem" alt="" />}
        message={(booking) => <BookingMessages userId={userId} booking={booking} />}
        link={({ bookingReference }) => (
          <LinkButton to={ticketPath(bookingReference)}>
            <QrCode aria-hidden="true" className="size-4" />
            <span>Show Ticket</span>
          </LinkButton>
        )}
        actions={(booking) => <BookingActions userId={userId} booking={booking} />}
        others={
          <div className="grid gap-6 empty:hidden">
            <WaitingEntries userId={userId} />
            <SeatsFromFriends userId={userId} />
          </div>
        }
        // The bookings do not wait until a failed request has been repeated.
        isLoadingOthers={others.some(
          ({ isPending, failureCount }) => isPending && failureCount === 0,
        )}
        onSignInAgain={onSignInAgain}
      />
    </>
  )
}

/** Saved tickets appear only after this time, so that they do not flash before a fast answer. */
const SLOW_MS = 700

/** The tickets on this device, until the bookings are fetched. */
function SavedTickets({ userId }: { userId: string }) {
  const { data, error } = useBookings(userId)
  const isWaiting = useIsLasting(!data && !error, SLOW_MS)
  return <TicketsWhenOffline userId={userId} error={error} isWaiting={isWaiting} />
}

/** What the cinema has changed, and an email that did not arrive. */
function BookingMessages({ userId, booking }: { userId: string; booking: Booking }) {
  const { bookingReference: reference, showtimeId, moved, lostSeats, fullRefundUntil } = booking
  const { startTime, screen } = showtimeId
  return (
    <>
      <CinemaChange
        userId={userId}
        booking={{
          reference,
          startTime,
          screen,
          ...(moved && { moved }),
          ...(lostSeats && { lostSeats }),
          ...(fullRefundUntil && { fullRefundUntil }),
        }}
        onCancelled={() => void keepTickets(userId)}
      />
      {booking.refusedEmail !== undefined && <RefusedEmail address={booking.refusedEmail} />}
    </>
  )
}

function BookingActions({ userId, booking }: { userId: string; booking: Booking }) {
  const { bookingReference: reference, movieId, showtimeId } = booking
  return (
    <>
      <TicketActions
        userId={userId}
        reference={reference}
        movie={movieId.name}
        startTime={showtimeId.startTime}
      />
      <ChangeSeatsLink booking={booking} className={TICKET_ACTION} />
      <CancelBooking
        userId={userId}
        booking={booking}
        className={TICKET_ACTION}
        onCancelled={() => void keepTickets(userId)}
      />
    </>
  )
}

/** The tab is part of the URL, so that other pages can link to it and a reload keeps it. */
function useTab() {
  const [search] = useSearchParams()
  return tabIn(search) === 'bookings' ? 'bookings' : 'settings'
}

interface SettingsProps extends Pick<Props, 'onLeave'> {
  userId: string
  onSignOut: () => void
}

function Settings({ userId, onSignOut, onLeave }: SettingsProps) {
  const { data: account, isFetching, error: loadError, refetch } = useAccount(userId)
  const { mutate: update, error: updateError } = useUpdateAccount(userId)
  const { mutate: remove } = useDeleteAccount(userId, () => onLeave('/'))
  const { loading, error } = useAuthStatus()
  const saveAccount = useSaveAccount(userId)

  if (!account && loadError && !isFetching) {
    return (
      <ErrorState
        title={loadError.message}
        actions={<Button onClick={() => refetch()}>Try Again</Button>}
      />
    )
  }
  if (!account) return <Loading>Loading your profile...</Loading>

  return (
    <div className="panel relative px-5 py-12 sm:px-10 short:py-7">
      <CornerFrame />
      <div className="mb-8">
        <ProfilePicture user={account} onChange={saveAccount} />
      </div>
      <ProfileSettings
        user={account}
        loading={loading}
        error={error}
        errors={fieldErrors(updateError)}
        onUpdate={update}
      />
      <div className="mt-10">
        <PhoneVerification user={account} onVerified={saveAccount} />
      </div>
      <div className="mt-6 grid gap-3">
        <KeepDetails />
        <SearchShortcut />
      </div>
      <div className="mt-10">
        <SignedInDevices
          userId={userId}
          onSignOut={onSignOut}
          onSignedOutEverywhere={() => onLeave(PAGES.signIn)}
        />
      </div>
      <DeleteAccount loading={loading} onDelete={remove} />
    </div>
  )
}
