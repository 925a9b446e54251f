import type { StaffPlace } from '@marquee/contract/office/shows'
import { useEffect, useEffectEvent, useState } from 'react'
import { notify } from '#ui/notify.ts'
import { EMPTY_SELECTION, selectedPlaces, togglePlace } from './selection.ts'

export type ShowSelection = ReturnType<typeof useShowSelection>

/** The places that staff has chosen on the map, and the booking of a sold place. */
export function useShowSelection(places: StaffPlace[], mayChoose: boolean) {
  const [ids, setIds] = useState(EMPTY_SELECTION)
  const [reference, setReference] = useState<string>()
  const [refusal, setRefusal] = useState<{ placeId: string }>()
  const selected = selectedPlaces(ids, places)
  const lostCount = ids.size - selected.length

  const forgetLost = useEffectEvent(() => {
    setIds(new Set(selected.map(({ _id }) => _id)))
    notify('Somebody else has taken a chosen place.')
  })
  useEffect(() => {
    if (lostCount > 0) forgetLost()
  }, [lostCount])

  const toggle = (placeId: string) => {
    const place = places.find(({ _id }) => _id === placeId)
    if (!place || !mayChoose) return
    setReference(place.status === 'SOLD' ? place.reference : undefined)
    setIds((last) => togglePlace(last, place, places))
  }
  const clear = () => {
    setIds(EMPTY_SELECTION)
    setReference(undefined)
  }
  return {
    ids,
    places: selected,
    reference,
    refusal,
    toggle,
    clear,
    refuse: (placeId: string) => setRefusal({ placeId }),
  }
}
