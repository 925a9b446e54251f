import { formatRupees } from '@marquee/contract/text/money'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import type { UseFormReturn } from 'react-hook-form'
import { cashError, changeFor, suggestAmounts } from './cash-change.ts'
import type { SaleDraft } from './sale-draft.ts'

interface Props {
  total: number
  form: UseFormReturn<SaleDraft>
}

/** What the visitor hands over, and the change to give back. */
export function CashField({ total, form: { register, setValue, watch } }: Props) {
  const received = watch('received')
  const change = changeFor(total, received)
  return (
    <div className="grid gap-2">
      <Field
        label="Cash received"
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        placeholder={String(total)}
        error={cashError(total, received)}
        {...register('received')}
      />
      <div className="flex flex-wrap gap-2">
        {suggestAmounts(total).map((suggestion) => (
          <button
            key={suggestion}
            type="button"
            className="tag min-h-11 min-w-14 border-ash/60"
            onClick={() => setValue('received', String(suggestion))}
          >
            {formatRupees(suggestion)}
          </button>
        ))}
      </div>
      <p className="flex items-baseline justify-between" aria-live="polite">
        <span>Change</span>
        <output className="tabular text-xl font-semibold">
          {change === undefined ? '–' : formatRupees(change)}
        </output>
      </p>
    </div>
  )
}
