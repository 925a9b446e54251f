import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import {
  type MessageReach,
  previewShowMessage,
  sendShowMessage,
} from '@marquee/contract/office/shows/show-messages'
import type { Show } from '@marquee/contract/office/shows/shows'
import { countOf } from '@marquee/contract/text/count'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { useIdempotencyKey } from '@marquee/ui-kit/lib/use-idempotency-key.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { TextField } from '@marquee/ui-kit/ui/field.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTimeZone } from '#lib/device.queries.ts'
import { dateTimeOf } from '#lib/format.ts'
import { showKeys } from '#lib/shows.queries.ts'
import { validateBy } from '#lib/validate-by.ts'
import { type Fact, Facts } from '#ui/facts.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { ContactList } from './contact-list.tsx'

const messageKey = (showtimeId: string) => showKeys.detail(showtimeId, 'message')

/** Whom a message would reach, and the earlier messages. */
const useShowMessage = (showtimeId: string) =>
  useQuery({
    queryKey: messageKey(showtimeId),
    queryFn: ({ signal }) => call(previewShowMessage, { params: { showtimeId } }, signal),
    staleTime: 0,
  })

/** Sends a message. The same text, sent again after a lost answer, is sent once. */
function useSendMessage(showtimeId: string, onSent: () => void) {
  const { keyFor, forget } = useIdempotencyKey([sendShowMessage.path, showtimeId])
  return useMutation({
    mutationFn: (text: string) =>
      call(sendShowMessage, {
        params: { showtimeId },
        headers: { 'idempotency-key': keyFor(text) },
        body: { text },
      }),
    onSuccess: ({ reach }) => {
      forget()
      notify(`${countOf(reach.bookings, 'booking')} told: ${countOf(reach.mails, 'email')}.`)
      onSent()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: messageKey(showtimeId) }),
  })
}

type Preview = ResponseBody<typeof previewShowMessage>

interface Props {
  show: Show
  onClose: () => void
}

/** Writes to all visitors of a show: whom it reaches, what they will read, and what they were told before. */
export function ShowMessageDialog({ show, onClose }: Props) {
  const timeZone = useTimeZone()
  const { data, error, refetch } = useShowMessage(show._id)
  const send = useSendMessage(show._id, onClose)
  return (
    <Dialog
      title="Tell the visitors of this show"
      text={`${show.movie.name}, ${dateTimeOf(show.startTime, timeZone)}, ${show.screen.name}`}
      isBusy={send.isPending}
      onClose={onClose}
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={4} className="h-8" />}
      {data && <ShowMessageForm preview={data} send={send} onClose={onClose} />}
    </Dialog>
  )
}

interface FormProps {
  preview: Preview
  send: ReturnType<typeof useSendMessage>
  onClose: () => void
}

function ShowMessageForm({ preview: { reach, subject, sent }, send, onClose }: FormProps) {
  const { register, handleSubmit, watch, formState } = useForm({ defaultValues: { text: '' } })
  const text = watch('text')
  const submit = handleSubmit((values) => send.mutate(values.text.trim()))
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Reach reach={reach} />
      <TextField
        label="Message"
        autoFocus
        rows={3}
        maxLength={500}
        error={formState.errors.text?.message}
        placeholder="Doors open at 7:15 PM today."
        hint="Nothing of the show changes. The audit keeps the text: no names of visitors."
        {...register('text', { validate: validateBy(sendShowMessage.body.shape.text) })}
      />
      {text.trim() !== '' && (
        <section aria-label="Preview" className="rounded border border-rule p-3">
          <p className="text-sm text-ash">{subject}</p>
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {text.trim()}
          </p>
        </section>
      )}
      <EarlierMessages sent={sent} />
      {send.error && <ErrorText>{send.error.message}</ErrorText>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={send.isPending} disabled={reach.mails + reach.notices === 0}>
          {reach.mails > 0 ? `Send ${countOf(reach.mails, 'email')}` : 'Send'}
        </Button>
        <Button variant="quiet" disabled={send.isPending} onClick={onClose}>
          Do not send
        </Button>
      </div>
    </form>
  )
}

/** Whom the message reaches, and the bookings that staff must tell. */
function Reach({
  reach: { bookings, people, mails, notices, unreached },
}: {
  reach: MessageReach
}) {
  const facts: Fact[] = [
    ['Bookings', bookings],
    ['People', people],
    ['Emails', mails],
    ['Notices', notices],
  ]
  return (
    <div className="grid gap-3">
      <Facts facts={facts} className="grid-cols-4 gap-x-4" />
      <ContactList verb="Tell" bookings={unreached} />
    </div>
  )
}

function EarlierMessages({ sent }: Pick<Preview, 'sent'>) {
  const timeZone = useTimeZone()
  if (sent.length === 0) return null
  return (
    <section aria-labelledby="earlier-messages" className="text-sm">
      <h3 id="earlier-messages" className="font-semibold">
        Sent before
      </h3>
      <ul className="max-h-40 overflow-y-auto">
        {sent.map(({ at, device, text }) => (
          <li key={at} className="border-t border-rule py-1.5">
            <span className="block text-ash">
              {[dateTimeOf(at, timeZone), device?.name].filter(Boolean).join(', ')}
            </span>
            <span dir="auto" className="wrap-anywhere">
              {text}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
