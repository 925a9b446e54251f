import { placeName } from '@marquee/contract/office/shows/place-names'
import {
  blockPlaces,
  type Show,
  type StaffPlace,
  unblockPlaces,
} from '@marquee/contract/office/shows/shows'
import { countOf } from '@marquee/contract/text/count'
import { MINUTE_MS } from '@marquee/contract/time'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Field, SelectField } from '@marquee/ui-kit/ui/field.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTimeZone } from '#lib/device.queries.ts'
import { timeOf } from '#lib/format.ts'
import { refetchShows } from '#lib/shows.queries.ts'
import { ReasonField } from '#ui/reason-field.tsx'

interface PlacesToBlock {
  placeIds: string[]
  reason: string
  /** For whom. */
  name?: string
  /** ISO 8601. Null: the places stay blocked. */
  giveBackAt: string | null
}

const requestBlock = (showtimeId: string, body: PlacesToBlock) =>
  call(blockPlaces, { params: { showtimeId }, body })

const useBlockPlaces = (showtimeId: string, onSuccess: () => void) =>
  useMutation({
    mutationFn: (block: PlacesToBlock) => requestBlock(showtimeId, block),
    onSuccess: async ({ blocked }, { placeIds }) => {
      notify(`${countOf(blocked, 'place')} blocked.`, {
        action: { name: 'Undo', run: () => void undoBlock(showtimeId, placeIds) },
      })
      onSuccess()
      await refetchShows(showtimeId)
    },
    onError: () => refetchShows(showtimeId),
  })

async function undoBlock(showtimeId: string, placeIds: string[]) {
  await showFailure(call(unblockPlaces, { params: { showtimeId }, body: { placeIds } }))
  await refetchShows(showtimeId)
}

export const useUnblockPlaces = (showtimeId: string, onSuccess: () => void) =>
  useMutation({
    mutationFn: (places: StaffPlace[]) =>
      call(unblockPlaces, {
        params: { showtimeId },
        body: { placeIds: places.map(({ _id }) => _id) },
      }),
    onSuccess: async ({ unblocked }, places) => {
      notify(`${countOf(unblocked, 'place')} unblocked.`, {
        action: { name: 'Undo', run: () => void undoUnblock(showtimeId, places) },
      })
      onSuccess()
      await refetchShows(showtimeId)
    },
    onError: ({ message }) => notify(message),
  })

/** Blocks the places again, each group with its reason, name and time as before. */
async function undoUnblock(showtimeId: string, places: StaffPlace[]) {
  const groups = Map.groupBy(places, ({ reason, name, until }) =>
    JSON.stringify([reason, name, until]),
  )
  for (const group of groups.values()) {
    const [{ reason = 'Unblocked by mistake', name, until = null } = {}] = group
    const placeIds = group.map(({ _id }) => _id)
    await showFailure(
      requestBlock(showtimeId, { placeIds, reason, ...(name && { name }), giveBackAt: until }),
    )
  }
  await refetchShows(showtimeId)
}

const showFailure = (request: Promise<unknown>) =>
  request.catch((error: unknown) => notify(error instanceof Error ? error.message : 'Failed.'))

const REASONS = ['Broken seat', 'House seats', 'Wheelchair space', 'Group reservation']
/** Minutes before the start. */
const UNBLOCK_MINUTES = [60, 30, 15, 0]

interface Props {
  show: Show
  places: StaffPlace[]
  onDone: () => void
  onCancel: () => void
}

/** Takes places out of the sale, with a reason and optionally until a moment. */
export function HouseSeatsForm({ show, places, onDone, onCancel }: Props) {
  const timeZone = useTimeZone()
  const { register, handleSubmit } = useForm({
    defaultValues: { reason: '', name: '', giveBackAt: '' },
  })
  const block = useBlockPlaces(show._id, onDone)
  const options = UNBLOCK_MINUTES.map((minutes) =>
    new Date(Date.parse(show.startTime) - minutes * MINUTE_MS).toISOString(),
  ).filter((instant) => Date.parse(instant) > serverNow())

  const submit = handleSubmit(({ reason, name, giveBackAt }) => {
    const placeIds = places.map(({ _id }) => _id)
    block.mutate({
      placeIds,
      reason,
      ...(name.trim() && { name }),
      giveBackAt: giveBackAt || null,
    })
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-4" aria-label="Block places">
      <h2 className="font-semibold">
        Block {countOf(places.length, 'place')}: {places.map(placeName).join(' ')}
      </h2>
      <ReasonField
        suggestions={REASONS}
        autoFocus
        error={block.error?.message}
        hint="Stays in the audit: no names of visitors."
        {...register('reason')}
      />
      <Field
        label="For whom, optional"
        maxLength={80}
        autoComplete="off"
        hint="The name of the group that pays later. Then choose its places again and press Sell."
        {...register('name')}
      />
      <SelectField label="Unblock by itself" {...register('giveBackAt')}>
        <option value="">Never</option>
        {options.map((instant) => (
          <option key={instant} value={instant}>
            At {timeOf(instant, timeZone)}
            {instant === show.startTime ? ', the start' : ''}
          </option>
        ))}
      </SelectField>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={block.isPending}>
          Block
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
