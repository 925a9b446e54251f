import type { ProgrammeChange } from '@marquee/contract/office/programme/changes'
import { countOf } from '@marquee/contract/text/count'
import { formatRupees } from '@marquee/contract/text/money'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { EmptyState } from '@marquee/ui-kit/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { type EditedDraft, useDraft } from '#features/programme/draft/draft.queries.ts'
import { type Plan, planQuery, useApplyPlan } from '#features/programme/plan/plan.queries.ts'
import {
  AllChanges,
  Conflicts,
  Differences,
  PlanTables,
  Warnings,
} from '#features/programme/plan/plan-lists.tsx'
import { ConfirmPlan } from '#features/seat-plan/confirm-plan.tsx'
import { PlanFacts } from '#features/seat-plan/plan-facts.tsx'
import { isPlanRefused } from '#features/seat-plan/use-plan.ts'
import { OFFICE_PAGES } from '#lib/access.ts'
import { andSend } from '#lib/format.ts'
import type { Fact } from '#ui/facts.tsx'
import { HowDoI } from '#ui/how-do-i.tsx'
import { Page } from '#ui/page.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { BackToProgramme } from './back-to-programme.tsx'

/** What the draft would do, before it is applied. */
export function ProgrammePlanPage() {
  const draft = useDraft(undefined)
  if (draft.isPending)
    return (
      <PlanPage>
        <SkeletonRows />
      </PlanPage>
    )
  if (draft.changes.length === 0)
    return (
      <PlanPage>
        <EmptyState
          title="There are no changes"
          text="Change the week first: the plan then says what that would do."
        />
      </PlanPage>
    )
  return <DraftPlan draft={draft} changes={draft.changes} />
}

const PlanPage = ({ children }: { children: ReactNode }) => (
  <Page title="Plan of the programme" heading={<BackToProgramme title="The plan" />}>
    {children}
    <HowDoI
      answers={[
        [
          'remove a conflict',
          'Go back to the week, change the show that it names, and plan again.',
        ],
        [
          'undo a plan that is applied',
          'Move, add or remove the shows again, and apply that plan. Refunds are not taken back.',
        ],
      ]}
    />
  </Page>
)

interface DraftPlanProps {
  draft: EditedDraft
  changes: readonly ProgrammeChange[]
}

function DraftPlan({ draft, changes }: DraftPlanProps) {
  const navigate = useNavigate()
  const form = useForm({ defaultValues: { reason: '' } })
  const { data: plan, error, refetch, isFetching } = useQuery(planQuery(changes))
  /** The plan before the current one, if it was out of date. */
  const [outdatedPlan, setOutdatedPlan] = useState<Plan>()
  const apply = useApplyPlan()

  const planAgain = async (before: Plan) => {
    const { data } = await refetch()
    if (data) setOutdatedPlan(before)
  }
  const confirm = (before: Plan, reason: string, refundUnseated: boolean) =>
    apply.mutate(
      {
        planId: before.planId,
        ...(before.needsReason && { reason }),
        ...(refundUnseated && { refundUnseated }),
      },
      {
        onSuccess: () => {
          draft.clear()
          notify('The programme is changed.')
          void navigate(OFFICE_PAGES.programme.path)
        },
        onError: (refusal) => {
          if (isPlanRefused(refusal)) void planAgain(before)
        },
      },
    )
  if (!plan)
    return (
      <PlanPage>
        {error ? <LoadError error={error} onRetry={() => void refetch()} /> : <SkeletonRows />}
      </PlanPage>
    )
  return (
    <PlanPage>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {outdatedPlan && <Differences before={outdatedPlan} after={plan} />}
        <PlanFacts title={countOf(changes.length, 'change')} facts={factsOf(plan)} />
        <Conflicts conflicts={plan.conflicts} />
        <Warnings warnings={plan.warnings} />
        {plan.conflicts.length > 0 ? (
          <p>Nothing is applied while there are conflicts. Change the week, then plan again.</p>
        ) : (
          <ConfirmPlan
            planKey={plan.planId}
            action={`Apply ${countOf(changes.length, 'change')}${andSend(plan.consequences.mails)}`}
            refundLabel={refundLabelOf(plan)}
            form={form}
            needsReason={plan.needsReason}
            isBusy={apply.isPending || isFetching}
            error={apply.error}
            onConfirm={(reason, refundUnseated) => confirm(plan, reason, refundUnseated)}
          />
        )}
        <PlanTables plan={plan} />
        {plan.changes.length > 0 && <AllChanges changes={plan.changes} />}
      </div>
    </PlanPage>
  )
}

const factsOf = ({ adds, moves, removes, consequences }: Plan): Fact[] => [
  ['Shows added', adds.length],
  ['Moved', moves.length],
  ['Removed', removes.length],
  ['Bookings', consequences.bookings],
  ['People', consequences.people],
  ['Refunds', formatRupees(consequences.refunds)],
  ['Emails', consequences.mails],
]

function refundLabelOf({ moves }: Plan) {
  const unseated = moves.reduce((sum, { unseatedBookings }) => sum + unseatedBookings, 0)
  return unseated === 0
    ? undefined
    : `Cancel and refund ${countOf(unseated, 'booking')} without seats`
}
