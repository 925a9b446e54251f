import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import {
  type MessageReach,
  type previewShowMessage,
  sendShowMessage,
} from '@marquee/contract/office/shows/show-messages'
import type { Show } from '@marquee/contract/office/shows/shows'
import { countOf } from '@marquee/contract/text/count'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { TextField } from '@marquee/ui-kit/ui/field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { bookingPath } from '#lib/access.ts'
import { useTimeZone } from '#lib/device.queries.ts'
import { dateTimeOf } from '#lib/format.ts'
import { validateBy } from '#lib/validate-by.ts'
import { type Fact, Facts } from '#ui/facts.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { useSendMessage, useShowMessage } from './show-message.queries.ts'

type Preview = ResponseBody<typeof previewShowMessage>

interface Props {
  show: Show
  onClose: () => void
}

/** Writes to all visitors of a show: whom it reaches, what they will read, and what they were told before. */
export function MessageDialog({ show, onClose }: Props) {
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
      {data && <MessageForm preview={data} send={send} onClose={onClose} />}
    </Dialog>
  )
}

interface FormProps {
  preview: Preview
  send: ReturnType<typeof useSendMessage>
  onClose: () => void
}

function MessageForm({ preview: { reach, subject, sent }, send, onClose }: FormProps) {
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
      {unreached.length > 0 && (
        <section aria-labelledby="unreached" className="text-sm">
          <h3 id="unreached" className="font-semibold">
            Tell {countOf(unreached.length, 'booking')} yourself
          </h3>
          <ul className="max-h-40 overflow-y-auto">
            {unreached.map(({ reference, name, phone }) => (
              <li key={reference} className="border-t border-rule py-1.5">
                <Link
                  to={bookingPath(reference)}
                  className="tabular font-semibold underline underline-offset-4"
                >
                  {reference}
                </Link>{' '}
                {[name, phone].filter(Boolean).join(', ')}
              </li>
            ))}
          </ul>
        </section>
      )}
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
