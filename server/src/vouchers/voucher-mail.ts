import { formatLastDay, formatVoucherCode } from '@marquee/contract/bookings/voucher-code'
import { formatRupees } from '@marquee/contract/text/money'
import type { Context } from '../context.ts'
import { writeMail } from '../messages/mail/mail-layout.ts'
import type { NewVoucher } from './new-voucher.ts'

interface MailedVoucher extends Pick<NewVoucher, 'code' | 'validUntil'> {
  /** Rupees. */
  amount: number
  to: string
  /** The account of the booking whose refund it is. Null without one. */
  userId: string | null
  /** The booking whose refund it is. Null: it was issued by hand. */
  reference: string | null
}

/** The mail with the code of a new voucher. */
export function voucherMail(
  { config: { brandName, timeZone } }: Pick<Context, 'config'>,
  { code, validUntil, amount, to, userId, reference }: MailedVoucher,
) {
  const rupees = formatRupees(amount)
  return {
    kind: 'voucher' as const,
    // In lower case, like the email of an account: its deletion also deletes this mail.
    to: to.toLowerCase(),
    ...(userId !== null && { userId }),
    subject: `${brandName}: your voucher of ${rupees}`,
    ...writeMail({
      brandName,
      title: `Your voucher of ${rupees}`,
      preview: '',
      paragraphs: [
        ...(reference === null ? [] : [`It is your refund of the booking ${reference}.`]),
        'Enter the code when you pay, on the site or at the counter. What you do not use at once stays on the voucher.',
      ],
      fields: [
        ['Code', formatVoucherCode(code)],
        ['Valid until', formatLastDay(validUntil, timeZone)],
      ],
      footer: ['Anyone who has the code can use it, so please keep this email to yourself.'],
    }),
  }
}
