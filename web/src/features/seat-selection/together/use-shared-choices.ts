import type { ParkingSlot } from '@marquee/contract/parking'
import type { Seat } from '@marquee/contract/seats/seats'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { tabStorage } from '@marquee/ui-kit/lib/storage.ts'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { hasGivenUp } from '#features/seat-selection/selection/pending-requests.ts'
import { FRIEND_PASSES_KEY } from '#lib/api/friend-passes.queries.ts'
import { announce } from '#ui/announcer.tsx'
import {
  type Choice,
  groupByPerson,
  isAllPaid,
  NO_CHOICES,
  newlyLost,
  newlyPaid,
  type SharedChoices,
  updateChoices,
} from './shared-choices.ts'
import { leaveEndedSelection } from './together-requests.ts'

interface Places {
  seats: readonly Seat[]
  slots: readonly ParkingSlot[]
}

/** In the storage of the tab: a place of this visitor was paid, so that the tickets are shown also after a reload. */
const paidKey = (showtimeId: string) => `together-paid:${showtimeId}`
const isTrue = (stored: unknown) => (stored === true ? stored : undefined)

/** Who has chosen and paid what in the shared selection of this visitor. Tells the changes. */
export function useSharedChoices(showtimeId: string, { seats, slots }: Places) {
  const places = useMemo(() => [...seats, ...slots], [seats, slots])
  const [state, setState] = useState(() => ({ places, shared: updateChoices(NO_CHOICES, places) }))
  if (state.places !== places) setState({ places, shared: updateChoices(state.shared, places) })
  const { shared } = state
  useNotifyOfChanges(showtimeId, shared)

  const { hasEnded } = shared
  const isPaid = shared.choices.some((choice) => choice.isPaid && choice.friend === undefined)
  const hasPaidSeat = isPaid || tabStorage.read(paidKey(showtimeId), isTrue) === true
  useEffect(() => {
    if (isPaid) tabStorage.write(paidKey(showtimeId), true)
  }, [isPaid, showtimeId])
  useEffect(() => {
    if (!hasEnded) return
    void leaveEndedSelection(showtimeId)
  }, [hasEnded, showtimeId])

  return { ...shared, hasPaidSeat, dismissEnd: () => setState({ places, shared: NO_CHOICES }) }
}

/** Tells what was paid, what the friend who started the selection has released, and its end unless everything is paid. */
function useNotifyOfChanges(showtimeId: string, shared: SharedChoices) {
  const client = useQueryClient()
  const previous = useRef(shared)
  const tell = useEffectEvent((next: SharedChoices) => {
    const before = previous.current
    previous.current = next
    for (const [friend, choices] of groupByPerson(newlyPaid(before, next)))
      notify(
        friend ? `${friend}: ${labelsOf(choices)} paid.` : `Paid for you: ${labelsOf(choices)}.`,
      )
    const hasPaid = newlyPaid(before, next).some(({ friend }) => friend === undefined)
    if (hasPaid) void client.invalidateQueries({ queryKey: FRIEND_PASSES_KEY })
    if (next.hasEnded && !before.hasEnded && !isAllPaid(before, next))
      announce("Your friend's selection has ended.")
    const released = newlyLost(before, next, serverNow()).filter(
      ({ key }) => !hasGivenUp(client, showtimeId, key),
    )
    if (released.length > 0) notify(`Your friend has released ${labelsOf(released)}.`)
  })
  useEffect(() => tell(shared), [shared])
}

const labelsOf = (choices: readonly Choice[]) => choices.map(({ label }) => label).join(', ')
