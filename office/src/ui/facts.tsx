export type Fact = [name: string, value: string | number]

interface Props {
  facts: Fact[]
  /** The columns. */
  className: string
}

/** A few figures, each below its name. */
export function Facts({ facts, className }: Props) {
  return (
    <dl className={`grid gap-y-3 ${className}`}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="label">{name}</dt>
          <dd className="tabular text-lg font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
