interface Props {
  now: number
  before: number | undefined
  format: (value: number) => string
}

/** How much more or less than before: with a sign, and in percent. */
export function Difference({ now, before, format }: Props) {
  if (before === undefined) return <span className="text-ash">–</span>
  const difference = now - before
  if (difference === 0) return <span className="text-ash">as before</span>
  const sign = difference > 0 ? '+' : '−'
  const percent =
    before > 0 ? ` (${sign}${Math.round((100 * Math.abs(difference)) / before)} %)` : ''
  return (
    <span className={`whitespace-nowrap ${difference > 0 ? 'text-good' : 'text-danger'}`}>
      {`${sign}${format(Math.abs(difference))}${percent}`}
    </span>
  )
}
