import { Field } from '@marquee/ui-kit/ui/field.tsx'

/** The demo payment. The card fields are disabled and never sent. */
export function PaymentForm() {
  return (
    <div className="panel p-5 sm:p-7">
      <fieldset disabled className="grid min-w-0 gap-4 max-sm:grid-cols-1 sm:grid-cols-2">
        <legend className="title mb-4 text-xl">Payment Details</legend>
        <p className="rounded border border-wait/40 px-4 py-3 text-sm text-wait sm:col-span-2">
          This is a demonstration: no card is needed and no money is taken.
        </p>
        <Field
          label="Card number"
          placeholder="4242 4242 4242 4242"
          className="tabular sm:col-span-2"
        />
        <Field label="Expiration date" placeholder="MM / YY" />
        <Field label="CVC" placeholder="123" />
        <Field label="Cardholder name" placeholder="Name on the card" className="sm:col-span-2" />
      </fieldset>
    </div>
  )
}
