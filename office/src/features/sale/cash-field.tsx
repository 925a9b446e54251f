import { formatRupees } from '@marquee/contract/money'
import { Field } from '#ui/field.tsx'
import { changeFor, parseRupees, suggestAmounts } from './change.ts'

interface Props {
  total: number
  received: string
  onChange: (received: string) => void
}

/** What the visitor hands over, and the change to give back. */
export function CashField({ total, received, onChange }: Props) {
  const amount = parseRupees(received)
  const change = changeFor(total, amount)
  const isTooLittle = received !== '' && change === undefined
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
        error={isTooLittle ? `Less than ${formatRupees(total)}.` : undefined}
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
        <output className="tabular text-xl font-semibold">{formatRupees(change ?? 0)}</output>
      </p>
    </div>
  )
}
