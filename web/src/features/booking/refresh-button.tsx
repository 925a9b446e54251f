import { useQueryClient } from '@tanstack/react-query'
import Refresh from 'lucide-react/icons/refresh-cw'
import { useState } from 'react'
import { changeAllPlaces, refetchPlaces } from '#lib/place-cache.ts'
import { distrusted } from '#lib/places.ts'
import { announce } from '#ui/announcer.tsx'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/notify.ts'

/** For a visitor who doubts the map: what was known no longer counts, only what comes now. */
export function RefreshButton({ showtimeId }: { showtimeId: string }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function refresh() {
    setBusy(true)
    changeAllPlaces(client, showtimeId, distrusted)
    const failure = await refetchPlaces(client, showtimeId, { throwOnError: true }).catch(
      (error: Error) => error,
    )
    setBusy(false)
    if (failure) notify(failure.message, 'refresh')
    else announce('The seats are up to date.')
  }

  return (
    <Button variant="quiet" busy={busy} onClick={refresh}>
      <Refresh aria-hidden="true" className={`size-4 ${busy ? 'animate-spin' : ''}`} />
      Force Refresh Seats
    </Button>
  )
}
