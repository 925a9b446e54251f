import type { ReactNode } from 'react'

interface Props {
  text: string
  action?: ReactNode
}

/** Says why nothing can be chosen any more. */
export const ClosedNotice = ({ text, action }: Props) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded border border-wait/50 px-5 py-4">
    <div role="status">
      <p className="title text-lg text-wait">Booking Closed</p>
      <p className="text-ash">{text}</p>
    </div>
    {action}
  </div>
)
