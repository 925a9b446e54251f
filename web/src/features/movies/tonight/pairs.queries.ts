import type { PairProposal, proposePairs } from '@marquee/contract/movies/programme'
import { PROPOSE_PAIRS_ROUTE } from '@marquee/contract/movies/programme-route'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { emitWithProof } from '#lib/socket/emit-with-proof.ts'

/** `date`: 2026-12-01. */
export const usePairs = (date: string) =>
  useQuery({
    queryKey: ['pairs', date],
    queryFn: ({ signal }) =>
      call<typeof proposePairs>(PROPOSE_PAIRS_ROUTE, { querystring: { date } }, signal),
    staleTime: 0,
  })

interface HoldPairCallbacks {
  onHeld: (pair: PairProposal) => void
  onRefused: () => void
}

/** Holds the pair, or the best one that is left. Tells the visitor of a refusal. */
export const useHoldPair = ({ onHeld, onRefused }: HoldPairCallbacks) =>
  useMutation({
    mutationFn: holdPair,
    onSuccess: ({ ack, isOtherPair }, pair) => {
      if (ack.ok) {
        if (isOtherPair) notify(`${pair.seats} was just taken. You have the next best pair.`)
        return onHeld(pair)
      }
      notify(ack.message, { kind: 'refusal' })
      onRefused()
    },
  })

async function holdPair({ showtime, seatIds }: PairProposal) {
  const request = { showtimeId: showtime._id, replace: true }
  const ack = await emitWithProof('holdBlock', { ...request, seatIds })
  if (ack.ok || ack.code !== 'TAKEN') return { ack, isOtherPair: false }
  const other = await emitWithProof('holdBest', { ...request, seats: 2, together: true })
  return { ack: other, isOtherPair: true }
}
