import type { ReactNode } from 'react'

interface Props {
  /** For screen readers. */
  name: string
  className: string
  children: ReactNode
}

/** Content that may be wider than the page and has nothing to focus: it scrolls by the keyboard too. */
export const ScrollRegion = ({ name, className, children }: Props) => (
  <section
    aria-label={name}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll only what has the focus
    tabIndex={0}
    className={`overflow-x-auto ${className}`}
  >
    {children}
  </section>
)
