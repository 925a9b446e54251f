import type { Context } from '../context.ts'
import type { EnquiryRow } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { queueMails } from '../mail/outbox.service.ts'
import { boxOfficeAddress } from '../mail/sender-address.ts'
import * as enquiries from './enquiries.sql.ts'

type Enquiry = Pick<EnquiryRow, 'kind' | 'name' | 'email' | 'body'>

const SUBJECTS = { question: 'A question from a visitor', message: 'A message from a visitor' }

/** Stores an enquiry and sends it to the box office. The subject is fixed: it never contains text of the visitor. */
export async function submitEnquiry(ctx: Context, enquiry: Enquiry) {
  const row = { id: crypto.randomUUID(), created_at: ctx.now(), ...enquiry }
  const { kind, name, email, body } = enquiry
  const mail = {
    kind: 'enquiry' as const,
    to: boxOfficeAddress(ctx.config),
    replyTo: email,
    subject: `${ctx.config.brandName}: ${SUBJECTS[kind]}`,
    text: `${body}\n\n${name ? `${name}, ` : ''}${email}\n`,
  }
  await inTransaction(ctx.db, { durable: true }, async (tx) => {
    await enquiries.insertEnquiry(tx, row)
    await queueMails(tx, [mail])
  })
}
