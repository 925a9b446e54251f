import {
  cancelShow,
  type FollowUp,
  previewShowCancellation,
  type RefundAs,
  type RefundFor,
  type RefundTotals,
  type ShowCancellation,
} from '@marquee/contract/office/shows/show-cancellations'
import type { Show } from '@marquee/contract/office/shows/shows'
import { countOf } from '@marquee/contract/text/count'
import { formatRupees } from '@marquee/contract/text/money'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { ChoiceField, Field } from '@marquee/ui-kit/ui/field.tsx'
import { keepPreviousData, useIsMutating, useMutation, useQuery } from '@tanstack/react-query'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { useTimeZone } from '#lib/device.queries.ts'
import { dateTimeOf } from '#lib/format.ts'
import { refetchShows, showKeys } from '#lib/shows.queries.ts'
import { type Fact, Facts } from '#ui/facts.tsx'
import { ReasonField } from '#ui/reason-field.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { ContactList } from './contact-list.tsx'

const PROGRESS_MS = 500

const MUTATION_KEY = ['cancel-show']

interface RefundChoice {
  refundFor: RefundFor
  refundAs: RefundAs
}

/** What cancelling the show on these terms would do, or has done: read again while the server is refunding. */
function useShowCancellation(showtimeId: string, terms: RefundChoice) {
  const isCancelling = useIsMutating({ mutationKey: MUTATION_KEY }) > 0
  return useQuery({
    queryKey: [...showKeys.detail(showtimeId, 'cancellation'), terms],
    queryFn: ({ signal }) =>
      call(previewShowCancellation, { params: { showtimeId }, querystring: terms }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      isCancelling || data?.cancelled?.isFinished === false ? PROGRESS_MS : false,
  })
}

const useCancelShow = (showtimeId: string) =>
  useMutation({
    mutationKey: MUTATION_KEY,
    mutationFn: (body: RefundChoice & { reason: string }) =>
      call(cancelShow, { params: { showtimeId }, body }),
    onSettled: () => refetchShows(showtimeId),
  })

const REASONS = ['Projector broken', 'Power failure', 'Staff shortage', 'Movie not available']
/** What staff types to confirm. */
const CONFIRMATION = 'CANCEL'

interface CancelValues extends RefundChoice {
  reason: string
  confirmation: string
}

interface Props {
  show: Show
  onClose: () => void
}

/** Shows what cancelling a show would do, asks for the reason and a typed confirmation, and shows the progress and the result. */
export function CancelShowDialog({ show, onClose }: Props) {
  const timeZone = useTimeZone()
  const form = useForm<CancelValues>({
    defaultValues: { reason: '', confirmation: '', refundFor: 'all', refundAs: 'money' },
  })
  const [refundFor, refundAs] = form.watch(['refundFor', 'refundAs'])
  const { data, error, refetch } = useShowCancellation(show._id, { refundFor, refundAs })
  const cancel = useCancelShow(show._id)
  return (
    <Dialog
      title={data?.cancelled ? 'Cancelled show' : 'Cancel this show?'}
      text={`${show.movie.name}, ${dateTimeOf(show.startTime, timeZone)}, ${show.screen.name}`}
      isBusy={cancel.isPending && !data?.cancelled}
      onClose={onClose}
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={4} className="h-8" />}
      {data && !data.cancelled && (
        <CancelForm preview={data} form={form} cancel={cancel} onClose={onClose} />
      )}
      {data?.cancelled && <Result result={data} onClose={onClose} />}
    </Dialog>
  )
}

interface FormProps {
  preview: ShowCancellation
  form: UseFormReturn<CancelValues>
  cancel: ReturnType<typeof useCancelShow>
  onClose: () => void
}

function CancelForm({ preview, form, cancel, onClose }: FormProps) {
  const { register, handleSubmit, watch } = form
  const isConfirmed = watch('confirmation').trim().toUpperCase() === CONFIRMATION
  const submit = handleSubmit(({ confirmation, ...body }) => isConfirmed && cancel.mutate(body))
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {preview.isRunning && (
        <ChoiceField legend="Who gets a refund" options={REFUND_FOR} {...register('refundFor')} />
      )}
      <ChoiceField legend="Refund as" options={REFUND_AS} {...register('refundAs')} />
      <Effects {...preview} />
      <ReasonField
        suggestions={REASONS}
        error={cancel.error?.message}
        hint="Visitors read it in their emails and on the site."
        {...register('reason')}
      />
      <Field
        label={`Type ${CONFIRMATION} to confirm`}
        autoComplete="off"
        autoCapitalize="characters"
        hint="A cancelled show cannot be opened again."
        {...register('confirmation')}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="danger" busy={cancel.isPending} disabled={!isConfirmed}>
          {cancel.isPending ? 'Cancelling…' : 'Cancel show'}
        </Button>
        <Button variant="quiet" disabled={cancel.isPending} onClick={onClose}>
          Keep show
        </Button>
      </div>
    </form>
  )
}

/** Only a running show has let visitors in. */
const REFUND_FOR = [
  ['all', 'Every booking'],
  ['admitted', 'Only those let in'],
] as const

const REFUND_AS = [
  ['money', 'As it was paid'],
  ['voucher', 'Voucher'],
] as const

function Effects({ toRefund, followUps, holders, admitted, parked }: ShowCancellation) {
  const warnings = [
    admitted > 0 && `${countOf(admitted, 'visitor')} already let in.`,
    parked > 0 && `${countOf(parked, 'vehicle')} already with the valet.`,
    holders > 0 &&
      `${countOf(holders, 'visitor')} choosing or paying now: their seats are released.`,
  ].filter((text) => text !== false)
  return (
    <div className="grid gap-3">
      <Totals totals={toRefund} />
      {warnings.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {warnings.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <FollowUps followUps={followUps} />
    </div>
  )
}

/** The bookings that the emails and refunds of the server do not reach. */
const FollowUps = ({ followUps }: { followUps: FollowUp[] }) => (
  <ContactList
    verb="Tell or pay"
    bookings={followUps}
    noteOf={({ hasEmail, cash }) =>
      [!hasEmail && 'No email', cash > 0 && `${formatRupees(cash)} in cash`]
        .filter(Boolean)
        .join(' · ')
    }
  />
)

const METHODS = [
  ['online', 'On the site'],
  ['cash', 'In cash, to pay out'],
  ['card', 'By card, to pay out'],
  ['voucher', 'As vouchers'],
] as const

function Totals({ totals }: { totals: RefundTotals }) {
  const facts: Fact[] = [
    ['Bookings', totals.bookings],
    ['People', totals.seats],
    ['Vehicles', totals.slots],
    ['Emails', totals.mails],
    ['Refund', formatRupees(totals.refund)],
    ...METHODS.flatMap(([method, name]): Fact[] =>
      totals.methods[method] > 0 ? [[name, formatRupees(totals.methods[method])]] : [],
    ),
  ]
  return <Facts facts={facts} className="grid-cols-3 gap-x-4" />
}

function Result({ result, onClose }: { result: ShowCancellation; onClose: () => void }) {
  const { cancelled, refunded, toRefund, followUps } = result
  const all = refunded.bookings + toRefund.bookings
  return (
    <div className="grid gap-4">
      <p role="status" className="font-semibold">
        {cancelled?.isFinished
          ? `The show is cancelled. ${countOf(refunded.bookings, 'booking')} refunded.`
          : `Refunding: ${refunded.bookings} of ${countOf(all, 'booking')}. You can close this window. Refunds continue in the background.`}
      </p>
      {!cancelled?.isFinished && (
        <progress className="w-full" max={all} value={refunded.bookings} aria-label="Refunded" />
      )}
      <Totals totals={refunded} />
      <p className="text-ash">Reason: {cancelled?.reason}</p>
      <FollowUps followUps={followUps} />
      <Button className="justify-self-start" onClick={onClose}>
        Close
      </Button>
    </div>
  )
}
