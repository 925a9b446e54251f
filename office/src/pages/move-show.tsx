import type { ResponseBody } from '@marquee/contract/endpoint'
import type { MovePlan, MoveTarget } from '@marquee/contract/office/show-moves'
import type { getShow, StaffPlace } from '@marquee/contract/office/shows'
import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useMemo, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { useMoveShow, usePlanMove } from '#features/move-show/move.queries.ts'
import { MovePlanFacts } from '#features/move-show/move-plan-facts.tsx'
import { MoveTargetForm } from '#features/move-show/move-target-form.tsx'
import { ConfirmPlan } from '#features/seat-plan/confirm-plan.tsx'
import { hallSeat, PlanMaps, staffSeat } from '#features/seat-plan/plan-maps.tsx'
import { PlanTable } from '#features/seat-plan/plan-table.tsx'
import { showPath } from '#lib/access.ts'
import { useTimeZone } from '#lib/device.queries.ts'
import { countOf, dateTimeOf } from '#lib/format.ts'
import { showQuery } from '#lib/shows.queries.ts'
import { notify } from '#ui/notify.ts'
import { Page } from '#ui/page.tsx'
import { ErrorState, Skeleton } from '#ui/states.tsx'

/** Moves a show to another screen or time: first the plan, then the confirmation. */
export function MoveShowPage() {
  const { showtimeId = '' } = useParams()
  const { data, error, refetch } = useQuery(showQuery(showtimeId))
  if (data) return <MoveShow key={showtimeId} {...data} />
  return (
    <Page title="Move show">
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton />}
    </Page>
  )
}

function MoveShow({ show, places }: ResponseBody<typeof getShow>) {
  const timeZone = useTimeZone()
  const navigate = useNavigate()
  const [target, setTarget] = useState<MoveTarget>({})
  const plan = usePlanMove(show._id)
  const move = useMoveShow(show._id, () => {
    notify('The show was moved.')
    void navigate(showPath(show._id))
  })
  const showPlan = (next: MoveTarget) => {
    setTarget(next)
    move.reset()
    plan.mutate(next)
  }
  const heading = (
    <div>
      <Link
        to={showPath(show._id)}
        className="inline-flex min-h-9 items-center gap-1.5 text-sm font-medium text-ash hover:text-ivory"
      >
        <ArrowLeft aria-hidden="true" className="size-4" /> {show.movie.name}
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
          isBusy={plan.isPending}
          error={plan.error}
          onChange={() => plan.reset()}
          onSubmit={showPlan}
        />
        {plan.data?.isThere && (
          <p role="status">The show is already on that screen at that time.</p>
        )}
        {plan.data && !plan.data.isThere && (
          <>
            <MovePlanFacts plan={plan.data} />
            {plan.data.bookings.length > 0 && (
              <PlanTable name="Bookings of the show" bookings={plan.data.bookings} />
            )}
            <MoveMaps plan={plan.data} places={places} />
            <ConfirmPlan
              {...textsOf(plan.data)}
              isBusy={move.isPending}
              error={move.error}
              onConfirm={({ reason, isRefunded: refundUnseated }) =>
                move.mutate({ ...target, reason, refundUnseated, planId: plan.data.planId })
              }
            />
          </>
        )}
      </div>
    </Page>
  )
}

const LEGEND = [
  ['available', 'Free'],
  ['sold', 'Booked'],
  ['selected', 'Chosen party'],
  ['blocked', 'Without seats'],
] as const

function MoveMaps({ plan, places }: { plan: MovePlan; places: StaffPlace[] }) {
  const { from, to, bookings, hall } = plan
  const before = useMemo(
    () => places.filter(({ kind }) => kind === 'seat').map(staffSeat),
    [places],
  )
  const after = useMemo(() => hall.map(hallSeat), [hall])
  return (
    <PlanMaps
      bookings={bookings}
      before={{ title: `Now: ${from.screen.name}`, seats: before, legend: LEGEND }}
      after={{ title: `Then: ${to.screen.name}`, seats: after, legend: LEGEND }}
    />
  )
}

const textsOf = ({ counts: { unseatedBookings, mails } }: MovePlan) => ({
  action: `Move the show and send ${countOf(mails, 'mail')}`,
  refund:
    unseatedBookings > 0
      ? `Cancel and refund ${countOf(unseatedBookings, 'booking')} without seats`
      : undefined,
})
