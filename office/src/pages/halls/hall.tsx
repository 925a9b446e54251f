import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import type { HallLayout, listLayouts } from '@marquee/contract/office/programme/screens'
import { countOf } from '@marquee/contract/text/count'
import { formatDate, formatIsoDate } from '@marquee/contract/time'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { DateField } from '@marquee/ui-kit/ui/date-field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { HallEditor, ROW_ANSWERS } from '#features/halls/hall-editor.tsx'
import { normalizeRow } from '#features/halls/hall-row.ts'
import {
  fetchLayoutPlan,
  type NewLayout,
  useApplyLayout,
  useLayouts,
} from '#features/halls/halls.queries.ts'
import { LayoutPlanView } from '#features/halls/layout-plan.tsx'
import { LayoutVersions } from '#features/halls/layout-versions.tsx'
import {
  areSameFields,
  type EditedHall,
  type LayoutFields,
  useHall,
} from '#features/halls/use-hall.ts'
import { isPlanRefused, usePlan } from '#features/seat-plan/use-plan.ts'
import { outagesPath } from '#lib/access.ts'
import { useTimeZone } from '#lib/device.queries.ts'
import { HowDoI } from '#ui/how-do-i.tsx'
import { LeaveGuard } from '#ui/leave-guard.tsx'
import { Page } from '#ui/page.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { HallHeading } from './hall-heading.tsx'
import { NewHall } from './new-hall.tsx'

/** The hall of the path, or a new one. */
export function HallPage() {
  const { screenId = '' } = useParams()
  return screenId === 'new' ? <NewHall /> : <StoredHall key={screenId} screenId={screenId} />
}

function StoredHall({ screenId }: { screenId: string }) {
  const { data, error, refetch } = useLayouts(screenId)
  const latest = data?.layouts[0]
  if (latest) return <EditHall {...data} latest={latest} />
  return (
    <Page title="Hall">
      {error ? <LoadError error={error} onRetry={() => void refetch()} /> : <SkeletonRows />}
    </Page>
  )
}

const layoutFieldsOf = ({ rows, parking }: HallLayout): LayoutFields => ({
  rows: rows.map(normalizeRow),
  parking,
})

interface Props extends ResponseBody<typeof listLayouts> {
  latest: HallLayout
}

/** First the layout, then the plan for the shows to come, then its application. */
function EditHall({ screen, layouts, latest }: Props) {
  const hall = useHall(layoutFieldsOf(latest))
  const { rows, parking, change } = hall
  const [version, setVersion] = useState(latest.version)
  const [saved, setSaved] = useState<LayoutFields>({ rows, parking })
  const open = (layout: HallLayout) => {
    setVersion(latest.version)
    if (layout === latest) setSaved(layoutFieldsOf(latest))
    change(() => layoutFieldsOf(layout))
  }
  return (
    <Page title={screen.name} heading={<HallHeading name={screen.name} />}>
      <LeaveGuard
        hasChanges={hall.hasMistakes || !areSameFields({ rows, parking }, saved)}
        text="The changes of this hall are not applied. Leaving discards them."
      />
      <div className="grid gap-6">
        {version < latest.version && (
          <p role="status" className="panel flex flex-wrap items-center gap-3 border-wait p-4">
            <span>
              Version {latest.version} was applied meanwhile. The editor has an earlier one.
            </span>
            <Button variant="secondary" onClick={() => open(latest)}>
              Put version {latest.version} into the editor
            </Button>
          </p>
        )}
        <HallEditor hall={hall} />
        <PlanLayout
          screenId={screen._id}
          hall={hall}
          onApplied={() => {
            setVersion(latest.version + 1)
            setSaved({ rows, parking })
          }}
        />
        <section aria-labelledby="versions" className="grid gap-2">
          <h2 id="versions" className="font-semibold">
            Versions
          </h2>
          <LayoutVersions layouts={layouts} onOpen={open} />
          <Link
            to={outagesPath(screen._id)}
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            Seats out of service…
          </Link>
        </section>
      </div>
      <HowDoI
        answers={[
          ...ROW_ANSWERS,
          [
            'keep a broken seat from sale',
            'Do not remove it from the hall: take it out of service, with the link above. Visitors who have booked it get another seat or their money.',
          ],
        ]}
      />
    </Page>
  )
}

interface PlanProps {
  screenId: string
  hall: EditedHall
  onApplied: () => void
}

/** The plan belongs to the layout that it was made for. */
function PlanLayout({ screenId, hall, onApplied }: PlanProps) {
  const today = formatIsoDate(serverNow(), useTimeZone())
  const [validFrom, setValidFrom] = useState(today)
  const { rows, parking } = hall
  const layout: NewLayout = { rows, parking, validFrom }
  const [planned, setPlanned] = useState<NewLayout>()
  const { plan, ...planning } = usePlan((body: NewLayout) => fetchLayoutPlan(screenId, body))
  const apply = useApplyLayout(screenId, () => {
    planning.forget()
    onApplied()
  })
  const isCurrent =
    planned?.rows === rows && planned.parking === parking && planned.validFrom === validFrom
  const showPlan = () => {
    setPlanned(layout)
    planning.request(layout)
  }
  const confirm = (planId: string) =>
    apply.mutate(planId, { onError: (error) => isPlanRefused(error) && planning.request(layout) })
  const getting = plan?.shows.filter(({ keeps }) => !keeps).length ?? 0
  return (
    <section aria-label="Apply the layout" className="grid gap-4">
      <form
        noValidate
        className="panel flex flex-wrap items-end gap-3 p-4"
        onSubmit={(event) => {
          event.preventDefault()
          apply.reset()
          showPlan()
        }}
      >
        <DateField
          label="Valid from"
          type="date"
          format={formatDate}
          className="w-56"
          min={today}
          value={validFrom}
          onChange={({ target }) => setValidFrom(target.value || today)}
        />
        <Button
          type="submit"
          variant="secondary"
          busy={planning.isPending}
          disabled={hall.hasMistakes}
        >
          Show the plan
        </Button>
        {hall.hasMistakes && (
          <p className="self-center text-danger">Correct the text of the rows first.</p>
        )}
      </form>
      {planning.error && <ErrorText>{planning.error.message}</ErrorText>}
      {apply.error && <ErrorText>{apply.error.message}</ErrorText>}
      {plan && isCurrent && !hall.hasMistakes && (
        <LayoutPlanView
          plan={plan}
          action={
            plan.changes.length > 0 && (
              <Button
                className="justify-self-start"
                busy={apply.isPending || planning.isPending}
                onClick={() => confirm(plan.planId)}
              >
                {getting === 0
                  ? 'Apply the layout'
                  : `Apply the layout to ${countOf(getting, 'show')}`}
              </Button>
            )
          }
        />
      )}
    </section>
  )
}
