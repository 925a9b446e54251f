import { Field } from '@marquee/ui-kit/ui/field.tsx'
import type { UseFormReturn } from 'react-hook-form'
import type { SaleDraft } from './sale-draft.ts'

/** Who buys. */
export function ContactFields({
  form: { register, formState },
}: {
  form: UseFormReturn<SaleDraft>
}) {
  const { name, email, phone } = formState.errors
  const hasError = Boolean(name ?? email ?? phone)
  return (
    <details open={hasError || undefined}>
      <summary className="min-h-11 py-2.5 font-medium">Name, email, phone (optional)</summary>
      <div className="grid gap-3 pt-2">
        <Field label="Name" error={name?.message} autoComplete="off" {...register('name')} />
        <Field
          label="Email"
          type="email"
          error={email?.message}
          hint="Gets the tickets."
          autoComplete="off"
          {...register('email')}
        />
        <Field
          label="Phone"
          type="tel"
          error={phone?.message}
          autoComplete="off"
          {...register('phone')}
        />
      </div>
    </details>
  )
}
