import type { Show } from '@marquee/contract/office/shows/shows'
import {
  endWaitingRoom,
  getWaitingRoom,
  type StaffWaitingRoom,
  setWaitingRoom,
} from '@marquee/contract/office/shows/waiting-rooms'
import { formatDateTime, parseLocalTime } from '@marquee/contract/time'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { DateField } from '@marquee/ui-kit/ui/date-field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { mayManageShows } from '#lib/access.ts'
import { useScopes, useTimeZone } from '#lib/device.queries.ts'
import { dateTimeOf } from '#lib/format.ts'
import { showKeys } from '#lib/shows.queries.ts'
import { type Fact, Facts } from '#ui/facts.tsx'

/** Nothing tells the office of visitors who wait. */
const REFETCH_MS = 5000

const roomKey = (showtimeId: string) => showKeys.detail(showtimeId, 'waiting-room')

const useWaitingRoom = (showtimeId: string) =>
  useQuery({
    queryKey: roomKey(showtimeId),
    queryFn: ({ signal }) => call(getWaitingRoom, { params: { showtimeId } }, signal),
    refetchInterval: REFETCH_MS,
  })

const useSetWaitingRoom = (showtimeId: string, onSet: () => void) =>
  useMutation({
    mutationFn: (opensAt: string) =>
      call(setWaitingRoom, { params: { showtimeId }, body: { opensAt } }),
    onSuccess: onSet,
    onSettled: () => queryClient.invalidateQueries({ queryKey: roomKey(showtimeId) }),
  })

const useEndWaitingRoom = (showtimeId: string) =>
  useMutation({
    mutationFn: () => call(endWaitingRoom, { params: { showtimeId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: roomKey(showtimeId) }),
  })

/** The waiting room of a show: who waits, and when booking opens. */
export function WaitingRoomPanel({ show }: { show: Show }) {
  const { data } = useWaitingRoom(show._id)
  const mayManage = mayManageShows(useScopes())
  const room = data?.room
  if (!room && !(data && mayManage)) return null
  return (
    <section aria-labelledby="waiting-room" className="mt-4 grid gap-3 border-t border-rule pt-4">
      <h2 id="waiting-room" className="font-semibold">
        Waiting room
      </h2>
      {room ? (
        <OpenRoom showtimeId={show._id} room={room} mayManage={mayManage} />
      ) : (
        <p className="text-ash">
          Visitors choose at once. A waiting room starts by itself when too many come.
        </p>
      )}
      {mayManage && !room?.hasOpened && <Opening showtimeId={show._id} isSet={room != null} />}
    </section>
  )
}

interface OpenRoomProps {
  showtimeId: string
  room: StaffWaitingRoom
  mayManage: boolean
}

function OpenRoom({ showtimeId, room, mayManage }: OpenRoomProps) {
  const timeZone = useTimeZone()
  const end = useEndWaitingRoom(showtimeId)
  const facts: Fact[] = [
    ['Waiting', room.waiting],
    ['Choosing', room.turns],
    ['Served a minute', room.servedPerMinute],
  ]
  return (
    <>
      <Facts facts={facts} className="grid-cols-[repeat(3,auto)] justify-between gap-x-4" />
      {!room.hasOpened && room.opensAt && (
        <p className="text-ash">Booking opens {dateTimeOf(room.opensAt, timeZone)}.</p>
      )}
      {end.error && <ErrorText>{end.error.message}</ErrorText>}
      {mayManage && (
        <Button
          variant="secondary"
          className="justify-self-start"
          busy={end.isPending}
          onClick={() => end.mutate()}
        >
          End waiting room
        </Button>
      )}
    </>
  )
}

interface OpeningProps {
  showtimeId: string
  /** There is a time already. */
  isSet: boolean
}

/** Sets when booking opens. */
function Opening({ showtimeId, isSet }: OpeningProps) {
  const timeZone = useTimeZone()
  const [isEditing, setEditing] = useState(false)
  const set = useSetWaitingRoom(showtimeId, () => setEditing(false))
  const { register, handleSubmit, watch } = useForm({ defaultValues: { opensAt: '' } })
  const opensAt = watch('opensAt')
  const submit = handleSubmit(() => {
    const [day = '', time = ''] = opensAt.split('T')
    set.mutate(new Date(parseLocalTime(day, time, timeZone)).toISOString())
  })
  if (!isEditing)
    return (
      <Button variant="secondary" className="justify-self-start" onClick={() => setEditing(true)}>
        {isSet ? 'Change when booking opens…' : 'Set when booking opens…'}
      </Button>
    )
  return (
    <form onSubmit={submit} noValidate className="grid gap-3" aria-label="When booking opens">
      <DateField
        label="Booking opens"
        type="datetime-local"
        format={formatDateTime}
        hint="Until then no seats can be held. The order of all who are there by then is drawn by lot."
        {...register('opensAt')}
        value={opensAt}
      />
      {set.error && <ErrorText>{set.error.message}</ErrorText>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={set.isPending} disabled={opensAt === ''}>
          Set the time
        </Button>
        <Button variant="quiet" disabled={set.isPending} onClick={() => setEditing(false)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
