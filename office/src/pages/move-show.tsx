import type { ResponseBody } from '@marquee/contract/endpoint'
import type { MoveTarget } from '@marquee/contract/office/show-moves'
import type { getShow } from '@marquee/contract/office/shows'
import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { ConfirmMove } from '#features/move-show/confirm-move.tsx'
import { useMoveShow, usePlanMove } from '#features/move-show/move.queries.ts'
import { MovePlanFacts } from '#features/move-show/move-plan-facts.tsx'
import { MovePlanMaps } from '#features/move-show/move-plan-maps.tsx'
import { MovePlanTable } from '#features/move-show/move-plan-table.tsx'
import { MoveTargetForm } from '#features/move-show/move-target-form.tsx'
import { showPath } from '#lib/access.ts'
import { useTimeZone } from '#lib/device.queries.ts'
import { dateTimeOf } from '#lib/format.ts'
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
            {plan.data.bookings.length > 0 && <MovePlanTable bookings={plan.data.bookings} />}
            <MovePlanMaps plan={plan.data} places={places} />
            <ConfirmMove
              counts={plan.data.counts}
              isBusy={move.isPending}
              error={move.error}
              onConfirm={(confirmed) =>
                move.mutate({ ...target, ...confirmed, planId: plan.data.planId })
              }
            />
          </>
        )}
      </div>
    </Page>
  )
}
