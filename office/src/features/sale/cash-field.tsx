import { formatRupees } from '@marquee/contract/money'
import { Field } from '#ui/field.tsx'
import { cashError, changeFor, suggestAmounts } from './change.ts'

interface Props {
  total: number
  received: string
  onChange: (received: string) => void
}

/** What the visitor hands over, and the change to give back. */
export function CashField({ total, received, onChange }: Props) {
  const change = changeFor(total, received)
  return (
    <div className="grid gap-2">
      <Field
        label="Cash received"
        name="received"
        value={received}
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        placeholder={String(total)}
        error={cashError(total, received)}
        onChange={({ target }) => onChange(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        {suggestAmounts(total).map((suggestion) => (
          <button
            key={suggestion}
            type="button"
            className="tag min-h-9 border-ash/60"
            onClick={() => onChange(String(suggestion))}
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
