import MailX from 'lucide-react/icons/mail-x'

/** Says that the mail server has refused an email about the booking. `address` is left out where it is not known. */
export const RefusedEmail = ({ address = 'your address' }: { address?: string | undefined }) => (
  <section
    aria-label="Email refused"
    className="flex items-start gap-4 rounded border border-wait/50 bg-velvet p-4 sm:p-5 print:hidden"
  >
    <MailX aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-wait" />
    <div className="grid min-w-0 gap-1">
      <p className="font-semibold break-words">Our email to {address} was refused.</p>
      <p className="text-sm text-ash">
        Your booking is safe, and your ticket is here. Correct and confirm your email in your
        profile, or ask the box office. Then we'll send the email again.
      </p>
    </div>
  </section>
)
