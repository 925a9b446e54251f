import { blockPlaces, type StaffPlace, unblockPlaces } from '@marquee/contract/office/shows/shows'
import { countOf } from '@marquee/contract/text/count'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useMutation } from '@tanstack/react-query'
import { refetchShows } from '#lib/shows.queries.ts'

interface PlacesToBlock {
  placeIds: string[]
  reason: string
  /** For whom. */
  name?: string
  /** ISO 8601. Null: the places stay blocked. */
  releaseAt: string | null
}

const requestBlock = (showtimeId: string, body: PlacesToBlock) =>
  call(blockPlaces, { params: { showtimeId }, body })

export const useBlockPlaces = (showtimeId: string, onSuccess: () => void) =>
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
      notify(`${countOf(unblocked, 'place')} released.`, {
        action: { name: 'Undo', run: () => void undoUnblock(showtimeId, places) },
      })
      onSuccess()
      await refetchShows(showtimeId)
    },
    onError: ({ message }) => notify(message),
  })

/** Blocks the places again, each group with its reason, name and release as before. */
async function undoUnblock(showtimeId: string, places: StaffPlace[]) {
  const groups = Map.groupBy(places, ({ reason, name, until }) =>
    JSON.stringify([reason, name, until]),
  )
  for (const group of groups.values()) {
    const [{ reason = 'Undone release', name, until = null } = {}] = group
    const placeIds = group.map(({ _id }) => _id)
    await showFailure(
      requestBlock(showtimeId, { placeIds, reason, ...(name && { name }), releaseAt: until }),
    )
  }
  await refetchShows(showtimeId)
}

const showFailure = (request: Promise<unknown>) =>
  request.catch((error: unknown) => notify(error instanceof Error ? error.message : 'Failed.'))
