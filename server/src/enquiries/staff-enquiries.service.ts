import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import {
  ENQUIRIES_PER_PAGE,
  type Enquiry,
  EnquiryState,
  type listEnquiries as listCall,
} from '@marquee/contract/office/enquiries/enquiries'
import { formatDateTime } from '@marquee/contract/time'
import { recordAction } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import { lockUsers } from '../database/locks.ts'
import { newId } from '../database/rows/new-id.ts'
import type { Db, EnquiryProgress, EnquiryRow } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { closed, deviceNotFound, invalidRequest, notFound } from '../errors.ts'
import { writeMail } from '../messages/mail/mail-layout.ts'
import { queueMails } from '../messages/mail/outbox.service.ts'
import { addNotices } from '../messages/notices/notices.service.ts'
import * as statements from './enquiries.sql.ts'
import { parseAnswers, type StoredAnswer, viewEnquiries } from './enquiries.view.ts'

const ANSWERED_MEANWHILE =
  'Another device has answered this meanwhile. Please read its answer before you send yours.'
const NOT_OPEN = 'This enquiry is closed. Please open it again before you answer.'
const SUBJECTS = { question: 'your question', message: 'your message' }

interface EnquiryQuery {
  state?: EnquiryState | undefined
  q?: string | undefined
  before?: string | undefined
}

/** One page of the enquiries, the latest first. Throws INVALID. */
export async function listEnquiries(
  { reader }: Context,
  { state, q, before }: EnquiryQuery,
): Promise<ResponseBody<typeof listCall>> {
  const [{ rows }, { rows: counts }] = await Promise.all([
    statements.selectEnquiries(reader, {
      state,
      search: q || undefined,
      before: before === undefined ? undefined : parsePosition(before),
      limit: ENQUIRIES_PER_PAGE + 1,
    }),
    statements.countEnquiries(reader),
  ])
  const page = rows.slice(0, ENQUIRIES_PER_PAGE)
  const last = rows.length > ENQUIRIES_PER_PAGE ? page.at(-1) : undefined
  const countOf = (wanted: EnquiryState) =>
    Number(counts.find((row) => row.state === wanted)?.count ?? 0)
  return {
    enquiries: await viewEnquiries(reader, page),
    counts: Object.fromEntries(EnquiryState.options.map((each) => [each, countOf(each)])) as Record<
      EnquiryState,
      number
    >,
    next: last ? `${last.created_at}_${last.id}` : null,
  }
}

function parsePosition(text: string) {
  const [, at, id] = /^(\d{1,15})_([\w-]{1,36})$/.exec(text) ?? []
  if (at === undefined || id === undefined) throw invalidRequest()
  return { at: Number(at), id }
}

/** Throws NOT_FOUND. */
export async function getEnquiry({ reader }: Pick<Context, 'reader'>, id: string) {
  const { rows } = await statements.selectEnquiry(reader, id)
  const [enquiry] = await viewEnquiries(reader, rows)
  if (!enquiry) throw enquiryNotFound()
  return enquiry
}

interface Reply {
  enquiryId: string
  deviceId: string
  text: string
  /** The number of answers that the sender has read. */
  answers: number
}

/**
 * Sends an answer by mail, in the thread of the enquiry, and as a notice to the account with that email. The last answer, sent again by its device,
 * changes nothing. Throws NOT_FOUND, and CLOSED if the enquiry has more answers than the sender has read, or is not open.
 */
export async function replyToEnquiry(ctx: Context, reply: Reply): Promise<Enquiry> {
  const { enquiryId, deviceId } = reply
  const notifiedUserIds = await inTransaction(ctx.db, { durable: true }, async (tx) => {
    const accounts = await lockAccountsOf(tx, enquiryId)
    const row = await lockEnquiry(tx, enquiryId)
    const given = parseAnswers(row)
    if (isRepeated(reply, given)) return []
    if (given.length !== reply.answers) throw closed(ANSWERED_MEANWHILE)
    if (row.state === 'closed' || row.state === 'spam') throw closed(NOT_OPEN)
    const answer = { id: newId(), at: ctx.now(), deviceId, text: reply.text }
    const answered = {
      ...row,
      state: 'answered' as const,
      answers: JSON.stringify([...given, answer]),
    }
    await statements.updateEnquiry(tx, enquiryId, answered)
    await queueMails(tx, [answerMail(ctx, row, { answer, given })])
    const title = `An answer to ${SUBJECTS[row.kind]}`
    await addNotices(
      tx,
      accounts.map((userId) => ({ userId, kind: 'message', title, text: reply.text })),
    )
    await recordAction(tx, {
      deviceId,
      action: 'enquiry.reply',
      subjectType: 'enquiry',
      subject: enquiryId,
      before: { state: row.state, answers: given.length },
      after: { state: 'answered', answers: given.length + 1 },
    })
    return accounts
  })
  ctx.events.emit('enquiriesChanged', enquiryId)
  for (const userId of notifiedUserIds) ctx.events.emit('noticesChanged', userId)
  return getEnquiry({ reader: ctx.db }, enquiryId)
}

/** The accounts, at most one, that have confirmed the email of an enquiry. Their deletion locks them before their enquiries, too. */
async function lockAccountsOf(tx: Db, enquiryId: string) {
  const { rows } = await statements.selectAccountsOf(tx, enquiryId)
  const locked = await lockUsers(
    tx,
    rows.map(({ id }) => id),
  )
  return locked.rows.map(({ id }) => id)
}

/** The response to the first request may have been lost. */
function isRepeated({ deviceId, text, answers }: Reply, given: readonly StoredAnswer[]) {
  const last = given.at(-1)
  return given.length === answers + 1 && last?.deviceId === deviceId && last.text === text
}

interface AnswerInThread {
  answer: StoredAnswer
  /** The answers before it. */
  given: readonly StoredAnswer[]
}

function answerMail(
  { config: { brandName, timeZone } }: Context,
  { id, kind, email, body, created_at }: EnquiryRow,
  { answer, given }: AnswerInThread,
) {
  const paragraphs = answer.text.split('\n')
  return {
    id: answer.id,
    kind: 'answer' as const,
    // In lower case, like the email of an account: its deletion also deletes this mail.
    to: email.toLowerCase(),
    subject: `Re: ${SUBJECTS[kind]} to ${brandName}`,
    // The mail to the box office began the thread.
    thread: [id, ...given.map((earlier) => earlier.id)],
    ...writeMail({
      brandName,
      title: `About ${SUBJECTS[kind]}`,
      preview: paragraphs[0] ?? '',
      paragraphs,
      quote: {
        introduction: `You wrote on ${formatDateTime(created_at, timeZone)}:`,
        lines: body.split('\n'),
      },
      footer: ['Answer this email if you have another question.'],
    }),
  }
}

interface EnquiryChange {
  enquiryId: string
  /** The device of the request. */
  changedBy: string
  state?: EnquiryState | undefined
  /** The device that sees to the enquiry from now on. Null: none. */
  deviceId?: string | null | undefined
}

/** Sets the state of an enquiry, and the device that sees to it. Throws NOT_FOUND, also for a device that is not paired. */
export async function changeEnquiry(
  ctx: Context,
  { enquiryId, changedBy, state, deviceId }: EnquiryChange,
): Promise<Enquiry> {
  await inTransaction(ctx.db, { durable: true }, async (tx) => {
    const row = await lockEnquiry(tx, enquiryId)
    if (typeof deviceId === 'string') await assertPaired(tx, deviceId)
    const changed = {
      ...row,
      ...(state !== undefined && { state }),
      ...(deviceId !== undefined && { device_id: deviceId }),
    }
    if (changed.state === row.state && changed.device_id === row.device_id) return
    await statements.updateEnquiry(tx, enquiryId, changed)
    await recordAction(tx, {
      deviceId: changedBy,
      action: 'enquiry.change',
      subjectType: 'enquiry',
      subject: enquiryId,
      before: progressOf(row),
      after: progressOf(changed),
    })
  })
  ctx.events.emit('enquiriesChanged', enquiryId)
  return getEnquiry({ reader: ctx.db }, enquiryId)
}

const progressOf = ({ state, device_id }: EnquiryProgress) => ({ state, assigneeId: device_id })

async function assertPaired(tx: Db, deviceId: string) {
  const { rows } = await statements.selectPairedDevice(tx, deviceId)
  if (rows.length === 0) throw deviceNotFound()
}

async function lockEnquiry(tx: Db, id: string) {
  const [row] = (await statements.lockEnquiry(tx, id)).rows
  if (!row) throw enquiryNotFound()
  return row
}

const enquiryNotFound = () => notFound('There is no such enquiry.')
