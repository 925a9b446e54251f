import { takenText } from '@marquee/contract/office/shows/place-names'
import type { StaffPlace } from '@marquee/contract/office/shows/shows'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { chosenPlaces, EMPTY_SELECTION, togglePlace } from './selection.ts'

export type ShowSelection = ReturnType<typeof useShowSelection>

/** The places that staff has chosen on the map, and the booking of a sold place. */
export function useShowSelection(places: StaffPlace[], mayChoose: boolean) {
  const [ids, setIds] = useState(EMPTY_SELECTION)
  const [reference, setReference] = useState<string>()
  const [lost, setLost] = useState<StaffPlace[]>([])
  const [refusal, setRefusal] = useState<{ placeId: string }>()
  // The places of a sale that has no answer yet. The server may have sold them to this device.
  const [selling, setSelling] = useState<StaffPlace[]>()
  const selected = selling ?? chosenPlaces(ids, places)
  const lostCount = selling ? 0 : ids.size - selected.length

  const forgetLost = useEffectEvent(() => {
    const newlyLost = places.filter(({ _id }) => ids.has(_id) && !isIn(selected, _id))
    setIds(new Set(selected.map(({ _id }) => _id)))
    setLost([...lost, ...newlyLost])
    // Otherwise the panel of the chosen places says it.
    if (selected.length === 0) notify(takenText(newlyLost))
  })
  useEffect(() => {
    if (lostCount > 0) forgetLost()
  }, [lostCount])

  const toggle = (placeId: string) => {
    const place = places.find(({ _id }) => _id === placeId)
    if (!place || !mayChoose) return
    setReference(place.status === 'SOLD' ? place.reference : undefined)
    setLost([])
    setSelling(undefined)
    setIds((last) => togglePlace(last, place, places))
  }
  /** Chooses exactly these places, which are all available or all blocked. */
  const choose = (placeIds: readonly string[]) => {
    if (!mayChoose) return
    clear()
    setIds(new Set(placeIds))
  }
  const clear = () => {
    setIds(EMPTY_SELECTION)
    setReference(undefined)
    setLost([])
    setSelling(undefined)
  }
  return {
    ids,
    places: selected,
    lost,
    acceptLoss: () => setLost([]),
    reference,
    refusal,
    toggle,
    choose,
    clear,
    refuse: (placeId: string) => setRefusal({ placeId }),
    /** A sale of the chosen places was sent. They stay chosen until it has an answer. */
    startSale: () => setSelling(selected),
    endSale: () => setSelling(undefined),
  }
}

const isIn = (places: readonly StaffPlace[], placeId: string) =>
  places.some(({ _id }) => _id === placeId)
