import type { CallInput } from '@marquee/contract/calls/endpoint'
import { listDevices } from '@marquee/contract/office/devices'
import {
  changeEnquiry,
  type Enquiry,
  type EnquiryState,
  getEnquiry,
} from '@marquee/contract/office/enquiries/enquiries'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { SelectField } from '@marquee/ui-kit/ui/field.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCurrentDevice, useTimeZone } from '#lib/device.queries.ts'
import { ENQUIRIES_KEY, refetchEnquiries } from '#lib/enquiries.queries.ts'
import { dateTimeOf } from '#lib/format.ts'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { ReplyForm } from './reply-form.tsx'
import { StateTag } from './state-tag.tsx'

/** How soon it is read again whether the mail server has taken an answer. */
const DELIVERY_REFETCH_MS = 5000

const useEnquiry = (enquiryId: string) =>
  useQuery({
    queryKey: [...ENQUIRIES_KEY, 'one', enquiryId],
    queryFn: ({ signal }) => call(getEnquiry, { params: { enquiryId } }, signal),
    select: ({ enquiry }) => enquiry,
    refetchInterval: ({ state: { data } }) =>
      data?.enquiry.answers.some(({ delivery }) => delivery === 'waiting') && DELIVERY_REFETCH_MS,
  })

type EnquiryChange = CallInput<typeof changeEnquiry>['body']

const useChangeEnquiry = (enquiryId: string) =>
  useMutation({
    mutationFn: (body: EnquiryChange) => call(changeEnquiry, { params: { enquiryId }, body }),
    onError: ({ message }) => notify(message),
    onSettled: refetchEnquiries,
  })

/** The devices to which an enquiry can be given. Only managers may list them. */
const useEnquiryDevices = (isEnabled: boolean) =>
  useQuery({
    queryKey: ['devices', 'names'],
    queryFn: ({ signal }) => call(listDevices, {}, signal),
    enabled: isEnabled,
  })

/** One enquiry: what the visitor wrote, the answers, and what to do with it. */
export function EnquiryPanel({ enquiryId }: { enquiryId: string }) {
  const { data, error, refetch } = useEnquiry(enquiryId)
  if (!data)
    return error ? (
      <LoadError error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows rows={3} className="h-20" />
    )
  const isOpen = data.state === 'new' || data.state === 'answered'
  return (
    <section aria-label="Enquiry" className="grid gap-4">
      <header className="grid gap-1">
        <div className="flex items-start justify-between gap-3">
          <h2 dir="auto" className="min-w-0 text-lg wrap-anywhere">
            {data.name ?? data.email}
          </h2>
          <StateTag state={data.state} />
        </div>
        <p className="text-ash wrap-anywhere">{data.email}</p>
      </header>
      <Conversation enquiry={data} />
      {isOpen && <ReplyForm key={enquiryId} enquiry={data} />}
      <Progress enquiry={data} />
    </section>
  )
}

const DELIVERIES = { waiting: 'being sent', sent: 'sent', refused: 'refused by the mail server' }

/** What the visitor wrote, and the answers below it. */
function Conversation({ enquiry }: { enquiry: Enquiry }) {
  const timeZone = useTimeZone()
  return (
    <ol aria-label="Conversation" className="grid gap-3">
      <li className="rounded border border-rule p-3">
        <p className="text-sm text-ash">{dateTimeOf(enquiry.at, timeZone)}</p>
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {enquiry.text}
        </p>
      </li>
      {enquiry.answers.map(({ _id, at, device, text, delivery }) => (
        <li key={_id} className="ms-6 rounded border border-rule bg-ash/10 p-3">
          <p className="text-sm text-ash">
            {device.name}, {dateTimeOf(at, timeZone)},{' '}
            <span className={delivery === 'refused' ? 'font-semibold text-danger' : ''}>
              {DELIVERIES[delivery]}
            </span>
          </p>
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {text}
          </p>
        </li>
      ))}
    </ol>
  )
}

/** The other states, and what the button for each says. */
const CHANGES: Record<EnquiryState, readonly (readonly [EnquiryState, string])[]> = {
  new: [
    ['closed', 'Close without an answer'],
    ['spam', 'Spam'],
  ],
  answered: [['closed', 'Close this enquiry']],
  closed: [['new', 'Open again']],
  spam: [['new', 'No spam: open again']],
}

/** The device that sees to the enquiry, and the next states. */
function Progress({ enquiry: { _id, state, device } }: { enquiry: Enquiry }) {
  const { device: own } = useCurrentDevice()
  const change = useChangeEnquiry(_id)
  const isOwn = device?._id === own._id
  return (
    <div className="grid gap-3 border-t border-rule pt-4">
      {own.scope === 'manager' ? (
        <DeviceField
          device={device}
          onChange={(deviceId) => change.mutate({ deviceId })}
          isBusy={change.isPending}
        />
      ) : (
        <p className="flex flex-wrap items-center justify-between gap-3">
          <span>{device ? `${device.name} sees to it.` : 'No device sees to it yet.'}</span>
          <Button
            variant="secondary"
            busy={change.isPending}
            onClick={() => change.mutate({ deviceId: isOwn ? null : own._id })}
          >
            {isOwn ? 'Give it back' : 'See to it here'}
          </Button>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {CHANGES[state].map(([next, text]) => (
          <Button
            key={next}
            variant="secondary"
            busy={change.isPending}
            onClick={() => change.mutate({ state: next })}
          >
            {text}
          </Button>
        ))}
      </div>
    </div>
  )
}

interface DeviceFieldProps {
  device: Enquiry['device']
  isBusy: boolean
  onChange: (deviceId: string | null) => void
}

/** A manager gives the enquiry to any device. */
function DeviceField({ device, isBusy, onChange }: DeviceFieldProps) {
  const { data = [] } = useEnquiryDevices(true)
  const isListed = device === null || data.some(({ _id }) => _id === device._id)
  return (
    <SelectField
      label="Device that sees to it"
      value={device?._id ?? ''}
      disabled={isBusy}
      onChange={({ target }) => onChange(target.value || null)}
    >
      <option value="">None</option>
      {!isListed && device && <option value={device._id}>{device.name}</option>}
      {data.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
