import type { ReactNode } from 'react'

interface Props {
  id: string
  value: string
  onChange: (value: string) => void
  className?: string
  children: ReactNode
}

/** A list of options, one of which is chosen. */
export const Select = ({ id, value, onChange, className = '', children }: Props) => (
  <select
    id={id}
    value={value}
    onChange={(event) => onChange(event.target.value)}
    className={`h-11 min-w-0 rounded border border-brass/50 bg-velvet px-2 text-ivory hover:border-brass-bright ${className}`}
  >
    {children}
  </select>
)
