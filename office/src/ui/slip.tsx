import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** What is printed instead of the page (styles/print.css). */
export const Slip = ({ children }: { children: ReactNode }) =>
  createPortal(<div className="slip">{children}</div>, document.body)
