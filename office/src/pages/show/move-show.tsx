import type { CallInput, ResponseBody } from '@marquee/contract/calls/endpoint'
import {
  type MovePlan,
  type MoveTarget,
  moveShow,
  planMove,
} from '@marquee/contract/office/shows/show-moves'
import type { getShow, StaffPlace } from '@marquee/contract/office/shows/shows'
import { countOf } from '@marquee/contract/text/count'
import { formatRupees } from '@marquee/contract/text/money'
import { call } from '@marquee/ui-kit/lib/api.ts'
import type { MapSeat } from '@marquee/ui-kit/seat-map/map-seat.ts'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate, useParams } from 'react-router'
import { ConfirmPlan } from '#features/seat-plan/confirm-plan.tsx'
import { MoveTargetForm } from '#features/seat-plan/move-target-form.tsx'
import { PlanFacts } from '#features/seat-plan/plan-facts.tsx'
import { hallSeat, PlanMaps, staffSeat } from '#features/seat-plan/plan-maps.tsx'
import { PlanTable } from '#features/seat-plan/plan-table.tsx'
import { isPlanRefused, usePlan } from '#features/seat-plan/use-plan.ts'
import { placeNote } from '#features/show/place-state.ts'
import { showPath } from '#lib/access.ts'
import { useTimeZone } from '#lib/device.queries.ts'
import { andSend, dateTimeOf } from '#lib/format.ts'
import { refetchShows, showQuery } from '#lib/shows.queries.ts'
import type { Fact } from '#ui/facts.tsx'
import { HowDoI } from '#ui/how-do-i.tsx'
import { Page } from '#ui/page.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'

/** What a move would do. */
const fetchMovePlan = (showtimeId: string, body: MoveTarget) =>
  call(planMove, { params: { showtimeId }, body })

const useMoveShow = (showtimeId: string, onSuccess: () => void) =>
  useMutation({
    mutationFn: (body: CallInput<typeof moveShow>['body']) =>
      call(moveShow, { params: { showtimeId }, body }),
    onSuccess: async () => {
      onSuccess()
      await refetchShows(showtimeId)
    },
  })

/** Moves a show to another screen or time: first the plan, then the confirmation. */
export function MoveShowPage() {
  const { showtimeId = '' } = useParams()
  const { data, error, refetch } = useQuery(showQuery(showtimeId))
  if (data) return <MoveShow key={showtimeId} {...data} />
  return (
    <Page title="Move show">
      {error ? <LoadError error={error} onRetry={() => void refetch()} /> : <SkeletonRows />}
    </Page>
  )
}

function MoveShow({ show, places }: ResponseBody<typeof getShow>) {
  const timeZone = useTimeZone()
  const navigate = useNavigate()
  const [target, setTarget] = useState<MoveTarget>({})
  const form = useForm({ defaultValues: { reason: '' } })
  const { plan, ...planning } = usePlan((to: MoveTarget) => fetchMovePlan(show._id, to))
  const move = useMoveShow(show._id, () => {
    notify('The show was moved.')
    void navigate(showPath(show._id))
  })
  const showPlan = (next: MoveTarget) => {
    setTarget(next)
    move.reset()
    planning.request(next)
  }
  const confirm = (fields: { planHash: string; reason: string; refundUnseated: boolean }) =>
    move.mutate(
      { ...target, ...fields },
      { onError: (error) => isPlanRefused(error) && planning.request(target) },
    )
  const heading = (
    <div>
      <Link
        to={showPath(show._id)}
        className="inline-flex min-h-9 items-center gap-1.5 text-sm pointer-coarse:min-h-11 font-medium text-ash hover:text-ivory"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        <span>{show.movie.name}</span>
      </Link>
      <h1 className="text-xl">Move show</h1>
      <p className="text-ash">
        {dateTimeOf(show.startTime, timeZone)} · {show.screen.name}
      </p>
    </div>
  )
  return (
    <Page title="Move show" heading={heading}>
      <div className="grid gap-4">
        <MoveTargetForm
          show={show}
          isBusy={planning.isPending}
          error={planning.error}
          onChange={planning.forget}
          onSubmit={showPlan}
        />
        {plan?.isUnchanged && <p role="status">The show is already on that screen at that time.</p>}
        {plan && !plan.isUnchanged && (
          <>
            <PlanFacts {...factsOf(plan, timeZone)} />
            {plan.bookings.length > 0 && (
              <PlanTable name="Bookings of the show" bookings={plan.bookings} />
            )}
            {plan.from.screen._id !== plan.to.screen._id && (
              <MoveMaps plan={plan} places={places} />
            )}
            <ConfirmPlan
              {...textsOf(plan)}
              planKey={plan.planHash}
              form={form}
              error={move.error}
              isBusy={move.isPending || planning.isPending}
              onConfirm={(reason, refundUnseated) =>
                confirm({ planHash: plan.planHash, reason, refundUnseated })
              }
            />
          </>
        )}
      </div>
      <HowDoI
        answers={[
          ['see what happens first', 'Press Show the plan. Nothing changes before you confirm it.'],
          [
            'move a show whose parties do not fit',
            'Choose a larger screen, or confirm that the parties without seats are refunded.',
          ],
        ]}
      />
    </Page>
  )
}

const LEGEND = [
  ['available', 'Free'],
  ['sold', 'Booked'],
  ['selected', 'Chosen party'],
  ['unavailable', 'Without seats'],
] as const
const FREE = ['available', 'free'] as const
const BEFORE = [...LEGEND, ['held', 'Not for sale']] as const

function factsOf({ to, counts, refundUntil }: MovePlan, timeZone: string) {
  const facts: Fact[] = [
    ['Bookings', counts.bookings],
    ['People', counts.people],
    ['Without seats', counts.unseatedPeople],
    ['Parties split', counts.splitBookings],
    ['Refunds', formatRupees(counts.refund)],
    ['Emails', counts.mails],
    ['Holds that end', counts.held],
    ['Places unblocked', counts.blocked],
  ]
  return {
    title: `To ${to.screen.name}, ${dateTimeOf(to.startTime, timeZone)}`,
    facts,
    note:
      refundUntil !== null &&
      `Visitors can cancel for a full refund until ${dateTimeOf(refundUntil, timeZone)}.`,
  }
}

function MoveMaps({ plan, places }: { plan: MovePlan; places: StaffPlace[] }) {
  const timeZone = useTimeZone()
  const { from, to, bookings, hall } = plan
  const before = useMemo(
    () => places.filter(({ kind }) => kind === 'seat').map(staffSeat),
    [places],
  )
  const byId = useMemo(() => new Map(places.map((place) => [place._id, place])), [places])
  const after = useMemo(() => hall.map(hallSeat), [hall])
  const otherSeatNow = ({ _id }: MapSeat) => {
    const place = byId.get(_id)
    if (!place || place.status === 'AVAILABLE') return FREE
    return [place.status === 'SOLD' ? 'sold' : 'held', placeNote(place, timeZone)] as const
  }
  return (
    <PlanMaps
      bookings={bookings}
      before={{
        title: `Now: ${from.screen.name}`,
        seats: before,
        legend: BEFORE,
        otherSeat: otherSeatNow,
      }}
      after={{
        title: `Then: ${to.screen.name}`,
        seats: after,
        legend: LEGEND,
        otherSeat: () => FREE,
      }}
    />
  )
}

const textsOf = ({ counts: { unseatedBookings, mails } }: MovePlan) => ({
  action: `Move the show${andSend(mails)}`,
  refundLabel:
    unseatedBookings > 0
      ? `Cancel and refund ${countOf(unseatedBookings, 'booking')} without seats`
      : undefined,
})
