import type { CallInput } from '@marquee/contract/calls/endpoint'
import {
  getScreenSeats,
  listSeatOutages,
  type OutagePlan,
  planOutage,
  type SeatOutage,
  takeOutOfService,
} from '@marquee/contract/office/shows/seat-outages'
import { countOf } from '@marquee/contract/text/count'
import { formatRupees } from '@marquee/contract/text/money'
import { call } from '@marquee/ui-kit/lib/api.ts'
import type { MapSeat, SeatAppearance } from '@marquee/ui-kit/seat-map/map-seat.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { SelectField } from '@marquee/ui-kit/ui/field.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSearchParams } from 'react-router'
import { ConfirmPlan } from '#features/seat-plan/confirm-plan.tsx'
import { OutageList, outagesKey, refetchOutagesAndShows } from '#features/seat-plan/outage-list.tsx'
import { PlanFacts } from '#features/seat-plan/plan-facts.tsx'
import { hallSeat } from '#features/seat-plan/plan-maps.tsx'
import { isPlanRefused, usePlan } from '#features/seat-plan/use-plan.ts'
import { andSend } from '#lib/format.ts'
import type { Fact } from '#ui/facts.tsx'
import { HowDoI } from '#ui/how-do-i.tsx'
import { Page } from '#ui/page.tsx'
import { StaffSeatMap } from '#ui/staff-seat-map.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { ShowOutages } from './show-outages.tsx'

/** All screens with their seats that are out of service. */
const useSeatOutages = () =>
  useQuery({
    queryKey: [...outagesKey, 'list'],
    queryFn: ({ signal }) => call(listSeatOutages, {}, signal),
    staleTime: 0,
  })

/** The seats of a screen. */
const useScreenSeats = (screenId: string) =>
  useQuery({
    queryKey: [...outagesKey, 'screen', screenId],
    queryFn: ({ signal }) => call(getScreenSeats, { params: { screenId } }, signal),
    staleTime: 0,
  })

/** What taking seats out of service would do. */
const fetchOutagePlan = (screenId: string, seatIds: string[]) =>
  call(planOutage, { params: { screenId }, body: { seatIds } })

const useTakeOutOfService = (screenId: string, onSuccess: () => void) =>
  useMutation({
    mutationFn: (body: CallInput<typeof takeOutOfService>['body']) =>
      call(takeOutOfService, { params: { screenId }, body }),
    onSuccess: async ({ taken }) => {
      // None: the answer to an earlier attempt was lost.
      notify(
        taken === 0
          ? 'These seats are already out of service.'
          : `Out of service: ${countOf(taken, 'seat')}.`,
      )
      onSuccess()
      await refetchOutagesAndShows()
    },
  })

/** Takes seats out of service and puts them back. The screen is part of the URL, so that other pages can link to it. */
export function SeatOutagesPage() {
  const { data, error, refetch } = useSeatOutages()
  const [search, setSearch] = useSearchParams()
  const screens = data?.screens ?? []
  const screen = screens.find(({ _id }) => _id === search.get('screen')) ?? screens[0]
  const outages = screens.flatMap(({ outages: own, ...ofScreen }) =>
    own.map((outage) => ({ ...outage, screen: ofScreen })),
  )
  return (
    <Page title="Seats out of service">
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {screen && (
        <div className="grid gap-6">
          <OutageList outages={outages} />
          <section aria-labelledby="take-out" className="grid gap-4">
            <h2 id="take-out" className="font-semibold">
              Take seats out of service
            </h2>
            <SelectField
              label="Screen"
              className="max-w-sm"
              value={screen._id}
              onChange={({ target }) => setSearch({ screen: target.value }, { replace: true })}
            >
              {screens.map(({ _id, name }) => (
                <option key={_id} value={_id}>
                  {name}
                </option>
              ))}
            </SelectField>
            <TakeSeats key={screen._id} screenId={screen._id} />
          </section>
        </div>
      )}
      <HowDoI
        answers={[
          [
            'close a broken seat',
            'Choose its screen and the seat, and press Show the plan. It names who gets another seat.',
          ],
          ['open a seat again', 'Press Back in service in the list.'],
        ]}
      />
    </Page>
  )
}

const NONE: ReadonlySet<string> = new Set()

/** First the seats, then the plan for their bookings, then the reason. */
function TakeSeats({ screenId }: { screenId: string }) {
  const { data, error, refetch } = useScreenSeats(screenId)
  const [chosen, setChosen] = useState(NONE)
  const seatIds = [...chosen]
  const form = useForm({ defaultValues: { reason: '' } })
  const { plan, ...planning } = usePlan((ids: string[]) => fetchOutagePlan(screenId, ids))
  const seats = useMemo(() => data?.seats.map(hallSeat) ?? [], [data])
  const finish = () => {
    setChosen(NONE)
    form.reset()
    planning.forget()
  }
  const take = useTakeOutOfService(screenId, finish)
  const toggle = (seatId: string) => {
    planning.forget()
    take.reset()
    setChosen((ids) => toggled(ids, seatId))
  }
  const showPlan = () => {
    take.reset()
    planning.request(seatIds)
  }
  const confirm = (fields: { planHash: string; reason: string; refundLost: boolean }) =>
    take.mutate(
      { ...fields, seatIds },
      { onError: (refusal) => isPlanRefused(refusal) && planning.request(seatIds) },
    )
  if (!data)
    return error ? <LoadError error={error} onRetry={() => void refetch()} /> : <SkeletonRows />
  return (
    <>
      <SeatPicker seats={seats} outages={data.outages} chosen={chosen} onToggle={toggle} />
      {planning.error && <ErrorText>{planning.error.message}</ErrorText>}
      <Button
        variant="secondary"
        className="justify-self-start"
        busy={planning.isPending}
        disabled={chosen.size === 0}
        onClick={showPlan}
      >
        {chosen.size === 0
          ? 'Choose seats on the map'
          : `Show the plan for ${countOf(chosen.size, 'seat')}`}
      </Button>
      {plan?.isUnchanged && <p role="status">These seats are already out of service.</p>}
      {plan && !plan.isUnchanged && (
        <>
          <PlanFacts {...factsOf(plan)} />
          <ShowOutages plan={plan} outages={data.outages} />
          <ConfirmPlan
            {...textsOf(plan)}
            planKey={plan.planHash}
            form={form}
            error={take.error}
            isBusy={take.isPending || planning.isPending}
            onConfirm={(reason, refundLost) =>
              confirm({ planHash: plan.planHash, reason, refundLost })
            }
          />
        </>
      )}
    </>
  )
}

const toggled = (ids: ReadonlySet<string>, id: string) =>
  new Set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id])

function factsOf({ seats, screen, counts }: OutagePlan) {
  const facts: Fact[] = [
    ['Shows', counts.shows],
    ['Bookings', counts.bookings],
    ['People', counts.people],
    ['Lose a seat', counts.lostPeople],
    ['Parties split', counts.splitBookings],
    ['Refunds', formatRupees(counts.refund)],
    ['Emails', counts.mails],
    ['Holds that end', counts.held],
    ['Blocked places', counts.blocked],
  ]
  return {
    title: `Without ${seats.map(({ seatNumber }) => seatNumber).join(', ')} on ${screen.name}`,
    facts,
    note: counts.bookings === 0 && 'No one has booked these seats.',
  }
}

const textsOf = ({ seats, counts: { lostPeople, mails } }: OutagePlan) => ({
  action: `Take ${countOf(seats.length, 'seat')} out of service${andSend(mails)}`,
  refundLabel:
    lostPeople > 0 ? `Refund ${countOf(lostPeople, 'seat')} that cannot be replaced` : undefined,
})

const APPEARANCES = [
  ['available', 'In service'],
  ['selected', 'Chosen'],
  ['unavailable', 'Out of service'],
] as const

interface SeatPickerProps {
  seats: MapSeat[]
  outages: SeatOutage[]
  /** The ids of the chosen seats. */
  chosen: ReadonlySet<string>
  onToggle: (seatId: string) => void
}

/** The seats of a screen, to choose those that are broken. */
function SeatPicker({ seats, outages, chosen, onToggle }: SeatPickerProps) {
  const reasons = new Map(outages.map(({ seatId, reason }) => [seatId, reason]))
  const appearanceOf = ({ _id }: MapSeat): SeatAppearance => {
    if (reasons.has(_id)) return 'unavailable'
    return chosen.has(_id) ? 'selected' : 'available'
  }
  const stateOf = ({ _id }: MapSeat) => {
    const reason = reasons.get(_id)
    if (reason !== undefined) return `out of service, ${reason}`
    return chosen.has(_id) ? 'chosen' : 'in service'
  }
  const view = { appearanceOf, stateOf, isInactive: ({ _id }: MapSeat) => reasons.has(_id) }
  return (
    <div className="panel min-w-0 overflow-hidden pb-2">
      <StaffSeatMap
        legend={{ appearances: APPEARANCES }}
        map={{ seats, view, onToggle, noteOf: stateOf }}
      />
    </div>
  )
}
