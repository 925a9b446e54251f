import {
  listMails,
  type QueuedMail,
  retryMails,
} from '@marquee/contract/office/settings/mail-queue'
import { countOf } from '@marquee/contract/text/count'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Moment } from '#lib/dates/moment.tsx'
import { SERVER_REFETCH_MS } from '#lib/health.queries.ts'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'

const mailsKey = ['mail-queue']

const useMailQueue = () =>
  useQuery({
    queryKey: mailsKey,
    queryFn: ({ signal }) => call(listMails, {}, signal),
    refetchInterval: SERVER_REFETCH_MS,
  })

/** Tries emails again: these, or all of them. */
const useRetryMails = () =>
  useMutation({
    mutationFn: (mailIds?: string[]) => call(retryMails, { body: mailIds ? { mailIds } : {} }),
    onSuccess: ({ retried }) => notify(`${countOf(retried, 'email')} tried again.`),
    onError: ({ message }) => notify(message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: mailsKey }),
  })

/** What the kinds of emails are about. */
const KIND_NAMES: Readonly<Record<string, string>> = {
  booking: 'Confirmation',
  change: 'Changed booking',
  staffChange: 'Booking changed by the cinema',
  reminder: 'Reminder',
  alert: 'Booking has opened',
  offer: 'Offer of seats',
  enquiry: 'Enquiry to the cinema',
  answer: 'Answer to an enquiry',
  message: 'Message to the visitors of a show',
  account: 'Account',
  deletion: 'Deleted account',
}

const MAIL_STATE_NAMES: Record<QueuedMail['state'], string> = {
  waiting: 'Waiting',
  delayed: 'Delayed',
  refused: 'Refused',
  expired: 'Too late',
}

type Retry = ReturnType<typeof useRetryMails>

const createColumns = (retry: Retry): Column<QueuedMail>[] => [
  { id: 'kind', accessorFn: ({ kind }) => KIND_NAMES[kind] ?? kind, header: 'Email' },
  { accessorKey: 'recipient', header: 'To' },
  {
    id: 'state',
    accessorFn: ({ state, reason }) => [MAIL_STATE_NAMES[state], reason].filter(Boolean).join(': '),
    header: 'State',
    cell: ({ getValue }) => <span className="wrap-anywhere">{String(getValue())}</span>,
  },
  {
    accessorKey: 'createdAt',
    header: 'Written',
    cell: ({ row }) => <Moment at={row.original.createdAt} />,
  },
  { accessorKey: 'attempts', header: 'Attempts' },
  {
    id: 'next',
    accessorFn: ({ nextAttemptAt }) => nextAttemptAt ?? '',
    header: 'Next attempt',
    cell: ({ row: { original } }) =>
      original.nextAttemptAt ? <Moment at={original.nextAttemptAt} /> : '–',
  },
  {
    id: 'retry',
    header: 'Retry',
    enableSorting: false,
    cell: ({ row: { original } }) =>
      original.canRetry && (
        <Button
          variant="secondary"
          disabled={retry.isPending}
          onClick={() => retry.mutate([original._id])}
        >
          Try again
        </Button>
      ),
  },
]

/** The emails that no mail server has accepted, with a button to try them again. */
export function MailQueue() {
  const { data, error, refetch } = useMailQueue()
  const retry = useRetryMails()
  const columns = useMemo(() => createColumns(retry), [retry])
  const canRetry = data?.mails.some((mail) => mail.canRetry)
  return (
    <section aria-labelledby="mail-queue" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="mail-queue" className="font-semibold">
          Emails that are not sent
        </h2>
        {canRetry && (
          <Button
            variant="secondary"
            busy={retry.isPending}
            onClick={() => retry.mutate(undefined)}
          >
            Try all again
          </Button>
        )}
      </div>
      {!data && error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={2} />}
      {data?.mails.length === 0 && <p className="text-ash">All emails are sent.</p>}
      {data && data.mails.length > 0 && (
        <>
          <DataTable
            name="Emails that are not sent"
            columns={columns}
            rows={data.mails}
            rowId={({ _id }) => _id}
          />
          {data.total > data.mails.length && (
            <p className="text-sm text-ash">
              The first {data.mails.length} of {data.total}.
            </p>
          )}
        </>
      )}
    </section>
  )
}
