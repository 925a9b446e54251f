import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import {
  type listMails,
  MAX_QUEUED_MAILS,
  type QueuedMail,
} from '@marquee/contract/office/settings/mail-queue'
import { formatInstant } from '@marquee/contract/time'
import { recordAction } from '#src/audit/audit.service.ts'
import type { Context } from '#src/context.ts'
import type { Db } from '#src/database/schema.ts'
import { inTransaction } from '#src/database/transaction.ts'
import * as queue from './mail-queue.sql.ts'

/** The mails that are not sent, those with problems first. */
export async function listQueuedMails({
  reader,
}: Context): Promise<ResponseBody<typeof listMails>> {
  const [{ rows }, { rows: counts }] = await Promise.all([
    queue.selectQueue(reader, MAX_QUEUED_MAILS),
    queue.countQueue(reader),
  ])
  return { mails: rows.map(queuedMail), total: Number(counts[0]?.count ?? 0) }
}

type QueueRow = Awaited<ReturnType<typeof queue.selectQueue>>['rows'][number]

function queuedMail(row: QueueRow): QueuedMail {
  const { attempts, next_attempt_at, refusal, can_retry } = row
  const state = stateOf(row)
  return {
    _id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    state,
    createdAt: formatInstant(row.created_at),
    attempts,
    nextAttemptAt:
      state === 'waiting' || state === 'delayed' ? formatInstant(next_attempt_at) : null,
    reason: refusal,
    canRetry: can_retry === 1,
  }
}

function stateOf({ attempts, refused_at, is_expired }: QueueRow) {
  if (refused_at !== null) return 'refused'
  if (is_expired === 1) return 'expired'
  return attempts > 0 ? 'delayed' : 'waiting'
}

interface Retry {
  deviceId: string
  /** Undefined: all mails that were tried. */
  mailIds?: readonly string[] | undefined
}

/** Makes delayed and refused mails due again. Returns how many. `sendDueMails` sends them. */
export const retryMails = (ctx: Context, { deviceId, mailIds }: Retry) =>
  inTransaction(ctx.db, { durable: false }, async (tx) => {
    const { rows } = await queue.retryMails(tx, mailIds)
    if (rows.length > 0)
      await recordAction(tx, {
        deviceId,
        action: 'mail.retry',
        subjectType: 'mail',
        subject: rows.length === 1 ? (rows[0]?.id ?? '') : 'all',
        after: { mails: rows.length },
      })
    return rows.length
  })

/** Whether mails were sent or refused, by id. Those that are not in the outbox any more were sent. */
export async function readDeliveries(reader: Db, ids: readonly string[]) {
  const { rows } = await queue.selectDeliveries(reader, ids)
  const found = new Map(rows.map((row) => [row.id, row]))
  return (id: string) => {
    const { sent_at, refused_at } = found.get(id) ?? { sent_at: 0, refused_at: null }
    if (refused_at !== null) return 'refused' as const
    return sent_at === null ? ('waiting' as const) : ('sent' as const)
  }
}
