import type { ReactNode } from 'react'
import { CornerFrame } from './corner-frame.tsx'

/** A one-line error message next to its cause. */
export function ErrorText({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="text-sm text-danger">
      {children}
    </p>
  )
}

interface Props {
  title: string
  /** The title is the heading of the page. */
  isPage?: boolean
  text?: ReactNode
  actions?: ReactNode
}

/** Shown instead of a part of the page that failed. */
export function ErrorState({ title, isPage = false, text, actions }: Props) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div
      role="alert"
      className="panel relative mx-auto grid w-full grid-cols-1 max-w-xl justify-items-center gap-4 px-6 py-12 text-center"
    >
      <CornerFrame />
      <Title tabIndex={isPage ? -1 : undefined} className="title text-xl text-danger outline-none">
        {title}
      </Title>
      {text && <p className="max-w-prose text-ash">{text}</p>}
      {actions && <div className="mt-2 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  )
}
