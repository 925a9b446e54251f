import type { ReactNode } from 'react'

interface Props {
  title?: string
  text: string
  /** What the visitor can do instead. */
  children?: ReactNode
}

/** Says why no seat of a show can be chosen. */
export const ShowMessage = ({ title = 'Booking Closed', text, children }: Props) => (
  <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 rounded border border-wait/50 p-4 sm:px-5">
    <div role="status">
      <p className="title text-lg text-wait">{title}</p>
      <p className="text-ash">{text}</p>
    </div>
    {children}
  </div>
)
