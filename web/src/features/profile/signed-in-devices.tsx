import {
  endAllSessions,
  endSession,
  type ListedSession,
  listSessions,
} from '@marquee/contract/accounts/session-list'
import { formatDate, HOUR_MS } from '@marquee/contract/time'
import { isSessionRefusal } from '@marquee/ui-kit/lib/api.ts'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { ErrorText, Skeleton } from '@marquee/ui-kit/ui/states.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { callAsUser } from '#lib/api/api.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { Accordion } from '#ui/accordion.tsx'
import { useDialog } from '#ui/dialogs/use-dialog.ts'

const devicesKey = (userId: string) => ['devices', userId]

/** The signed-in devices of a user are the active sessions. */
const useSignedInDevices = (userId: string) =>
  useQuery({
    queryKey: devicesKey(userId),
    queryFn: ({ signal }) => callAsUser(listSessions, {}, userId, signal),
    // Always fetched again: another device may have signed in or out.
    staleTime: 0,
  })

/** Signs out another device and fetches the list again, also when the device was signed out before. */
function useSignOutDevice(userId: string, onSettled: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ _id }: ListedSession) =>
      callAsUser(endSession, { params: { sessionId: _id } }, userId),
    onSuccess: (_, device) => notify(`${deviceName(device)} is signed out.`),
    onError: (error) => notify(error.message),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: devicesKey(userId) })
      onSettled()
    },
  })
}

const useSignOutEverywhere = (userId: string, onSuccess: () => void) =>
  useMutation({
    mutationFn: () => callAsUser(endAllSessions, {}, userId),
    onSuccess: ({ message }) => {
      notify(message)
      onSuccess()
    },
    onError: (error) => notify(error.message),
  })

const deviceName = ({ browser }: ListedSession) => browser ?? 'Unknown browser'

interface Props {
  userId: string
  /** Signs out this device, and leads to sign-in. */
  onSignOut: () => void
  /** Called when all devices are signed out, this one included. */
  onSignedOutEverywhere: () => void
}

/** The devices that are signed in to the account. */
export const SignedInDevices = (props: Props) => (
  <Accordion items={[{ heading: 'Signed-In Devices', content: <Devices {...props} /> }]} />
)

function Devices({ userId, onSignOut, onSignedOutEverywhere }: Props) {
  const { data: devices, error, isFetching, refetch } = useSignedInDevices(userId)
  const list = useRef<HTMLUListElement>(null)
  // The button that had the focus is gone.
  const focusList = () => list.current?.focus()

  const needsSignIn = isSessionRefusal(error)
  if (error && !isFetching && (!devices || needsSignIn)) {
    return (
      <div className="grid justify-items-start gap-4">
        <ErrorText>{error.message}</ErrorText>
        <Button variant="secondary" onClick={() => (needsSignIn ? onSignOut() : refetch())}>
          {needsSignIn ? 'Sign In Again' : 'Try Again'}
        </Button>
      </div>
    )
  }
  if (!devices) return <DevicesLoading />

  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="Signed-in devices" className="-mt-2">
        {devices.map((device) =>
          device.isCurrent ? (
            <SignedInDevice key={device._id} device={device} onSignOut={onSignOut} />
          ) : (
            <OtherDevice key={device._id} userId={userId} device={device} onSettled={focusList} />
          ),
        )}
      </ul>
      {devices.length > 1 ? (
        <SignOutEverywhere userId={userId} onSignedOut={onSignedOutEverywhere} />
      ) : (
        <p className="pt-4 text-sm">No other device is signed in.</p>
      )}
    </>
  )
}

function DevicesLoading() {
  return (
    <div className="grid gap-4">
      <p role="status">Loading your devices...</p>
      <Skeleton className="h-16" />
    </div>
  )
}

interface DeviceProps {
  device: ListedSession
  onSignOut: () => void
  busy?: boolean
}

function SignedInDevice({ device, onSignOut, busy = false }: DeviceProps) {
  const { createdAt, lastSeenAt, isCurrent } = device
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-brass/15 py-4">
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium text-ivory">
          {deviceName(device)}
          {isCurrent && (
            <span className="rounded border border-brass/50 px-2 text-sm text-brass">
              This device
            </span>
          )}
        </p>
        <p className="mt-1 text-sm">
          <span className="block">
            {isCurrent ? 'Active now' : formatLastSeen(Date.parse(lastSeenAt), serverNow())}
          </span>
          <span className="block">
            Signed in {formatDate(Date.parse(createdAt), siteSettings.timeZone)}
          </span>
        </p>
      </div>
      <Button
        variant="secondary"
        busy={busy}
        onClick={onSignOut}
        aria-label={`Sign Out ${deviceName(device)}`}
      >
        Sign Out
      </Button>
    </li>
  )
}

interface OtherDeviceProps {
  userId: string
  device: ListedSession
  onSettled: () => void
}

function OtherDevice({ userId, device, onSettled }: OtherDeviceProps) {
  const { mutate, isPending } = useSignOutDevice(userId, onSettled)
  return <SignedInDevice device={device} busy={isPending} onSignOut={() => mutate(device)} />
}

function SignOutEverywhere({ userId, onSignedOut }: { userId: string; onSignedOut: () => void }) {
  const openDialog = useDialog()
  const { mutate, isPending } = useSignOutEverywhere(userId, onSignedOut)

  const confirm = async () => {
    const choice = await openDialog({
      title: 'Sign Out Everywhere',
      text: 'This signs out all devices, including this one.',
      actions: [
        { label: 'Sign Out Everywhere', value: 'sign-out', variant: 'danger' },
        { label: 'Cancel', value: 'cancel', variant: 'secondary' },
      ],
    })
    if (choice === 'sign-out') mutate()
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-4 pt-5">
      <p className="max-w-sm text-sm">
        Don't recognize a device? Sign out everywhere, then choose a new password.
      </p>
      <Button variant="danger" busy={isPending} onClick={confirm}>
        Sign Out Everywhere
      </Button>
    </div>
  )
}

const HOURS_PER_DAY = 24

const relativeTime = new Intl.RelativeTimeFormat('en')

/** Both times are epoch milliseconds. In whole hours or days, because the time of the last use is known to 15 minutes only. */
export function formatLastSeen(lastSeenAt: number, now: number) {
  const hours = Math.floor((now - lastSeenAt) / HOUR_MS)
  if (hours < 1) return 'Last seen within the last hour'
  if (hours < HOURS_PER_DAY) return `Last seen ${relativeTime.format(-hours, 'hour')}`
  return `Last seen ${relativeTime.format(-Math.floor(hours / HOURS_PER_DAY), 'day')}`
}
