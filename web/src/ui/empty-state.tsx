import type { ReactNode } from 'react'
import { Ornament } from './ornament.tsx'

interface Props {
  title: string
  /** The title is the heading of the page. */
  isPage?: boolean
  text?: ReactNode
  actions?: ReactNode
}

/** Shown instead of an empty list or a missing item. */
export function EmptyState({ title, isPage = false, text, actions }: Props) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className="mx-auto grid w-full max-w-xl justify-items-center gap-4 px-6 py-14 text-center">
      <Ornament className="w-40" />
      <Title className="title text-xl">{title}</Title>
      {text && <p className="text-ash">{text}</p>}
      {actions && <div className="mt-2 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  )
}
