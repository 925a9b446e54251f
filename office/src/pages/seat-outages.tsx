import type { OutagePlan } from '@marquee/contract/office/seat-outages'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { OutageList } from '#features/seat-outages/outage-list.tsx'
import { OutagePlanFacts } from '#features/seat-outages/outage-plan-facts.tsx'
import {
  usePlanOutage,
  useScreenSeats,
  useSeatOutages,
  useTakeOutOfService,
} from '#features/seat-outages/outages.queries.ts'
import { SeatPicker } from '#features/seat-outages/seat-picker.tsx'
import { ConfirmPlan } from '#features/seat-plan/confirm-plan.tsx'
import { hallSeat } from '#features/seat-plan/plan-maps.tsx'
import { countOf } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/field.tsx'
import { Page } from '#ui/page.tsx'
import { ErrorState, Skeleton } from '#ui/states.tsx'
import { ShowOutages } from './show-outages.tsx'

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
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton />}
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
    </Page>
  )
}

const NONE: ReadonlySet<string> = new Set()

/** First the seats, then the plan for their bookings, then the reason. */
function TakeSeats({ screenId }: { screenId: string }) {
  const { data, error, refetch } = useScreenSeats(screenId)
  const [chosen, setChosen] = useState(NONE)
  const plan = usePlanOutage(screenId)
  const seats = useMemo(() => data?.seats.map(hallSeat) ?? [], [data])
  const finish = () => {
    setChosen(NONE)
    plan.reset()
  }
  const take = useTakeOutOfService(screenId, finish)
  const toggle = (seatId: string) => {
    plan.reset()
    take.reset()
    setChosen((ids) => toggled(ids, seatId))
  }
  if (!data)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton />
  return (
    <>
      <SeatPicker seats={seats} outages={data.outages} chosen={chosen} onToggle={toggle} />
      {plan.error && (
        <p role="alert" className="text-danger">
          {plan.error.message}
        </p>
      )}
      <Button
        variant="secondary"
        className="justify-self-start"
        busy={plan.isPending}
        disabled={chosen.size === 0}
        onClick={() => plan.mutate([...chosen])}
      >
        {chosen.size === 0
          ? 'Choose seats on the map'
          : `Show the plan for ${countOf(chosen.size, 'seat')}`}
      </Button>
      {plan.data?.isDone && <p role="status">These seats are out of service already.</p>}
      {plan.data && !plan.data.isDone && (
        <>
          <OutagePlanFacts plan={plan.data} />
          <ShowOutages plan={plan.data} outages={data.outages} />
          <ConfirmPlan
            {...textsOf(plan.data)}
            isBusy={take.isPending}
            error={take.error}
            onConfirm={({ reason, isRefunded: refundLost }) =>
              take.mutate({ seatIds: [...chosen], reason, refundLost, planId: plan.data.planId })
            }
          />
        </>
      )}
    </>
  )
}

const toggled = (ids: ReadonlySet<string>, id: string) =>
  new Set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id])

const textsOf = ({ seats, counts: { lostPeople, mails } }: OutagePlan) => ({
  action: `Take ${countOf(seats.length, 'seat')} out of service and send ${countOf(mails, 'mail')}`,
  refund:
    lostPeople > 0 ? `Refund ${countOf(lostPeople, 'seat')} that cannot be replaced` : undefined,
})
