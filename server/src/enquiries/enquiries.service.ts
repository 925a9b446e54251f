import type { Context } from '../context.ts'
import type { EnquiryRow } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { writeMail } from '../messages/mail/mail-layout.ts'
import { queueMails } from '../messages/mail/outbox.service.ts'
import { boxOfficeAddress } from '../messages/mail/sender-address.ts'
import * as enquiries from './enquiries.sql.ts'

type NewEnquiry = Pick<EnquiryRow, 'kind' | 'name' | 'email' | 'body'>

const SUBJECTS = { question: 'A question from a visitor', message: 'A message from a visitor' }

/**
 * Stores an enquiry and sends it to the box office. The subject is fixed: it never contains text of the visitor. The mail has the id of the enquiry, so that the
 * answers of staff belong to its thread.
 */
export async function submitEnquiry(ctx: Context, enquiry: NewEnquiry) {
  const row = { id: crypto.randomUUID(), created_at: ctx.now(), ...enquiry }
  const { kind, name, email, body } = enquiry
  const { brandName } = ctx.config
  const mail = {
    id: row.id,
    kind: 'enquiry' as const,
    to: boxOfficeAddress(ctx.config),
    replyTo: email,
    subject: `${brandName}: ${SUBJECTS[kind]}`,
    ...writeMail({
      brandName,
      title: SUBJECTS[kind],
      preview: '',
      paragraphs: body.split('\n'),
      fields: [...(name ? [['Name', name] satisfies [string, string]] : []), ['Email', email]],
      footer: ['Answer this email to reach the visitor, or answer in the office.'],
    }),
  }
  await inTransaction(ctx.db, { durable: true }, async (tx) => {
    await enquiries.insertEnquiry(tx, row)
    await queueMails(tx, [mail])
  })
  ctx.events.emit('enquiriesChanged', row.id)
}
