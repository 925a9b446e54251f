import type { ReactNode } from 'react'
import { siteSettings } from '#lib/site-settings.ts'
import { CornerFrame } from '#ui/corner-frame.tsx'
import { Ornament } from '#ui/ornament.tsx'
import { TextLink } from '#ui/text-link.tsx'

interface Props {
  title: string
  intro: string
  /** What waits for the visitor after signing in. */
  reminder?: ReactNode
  children: ReactNode
  /** The link to the page that the visitor may need instead. */
  alternativeLink: { question: string; label: string; to: string; state: unknown }
}

/** The layout of the pages of sign-in, sign-up, emails and passwords: the form next to a picture of a curtain. */
export function AuthLayout({ title, intro, reminder, children, alternativeLink }: Props) {
  return (
    <div className="mx-auto max-w-5xl px-4 py-8 sm:px-8 md:py-20 short:py-4">
      <div className="panel relative grid overflow-hidden md:grid-cols-[5fr_6fr]">
        <Curtain />
        <div className="relative p-6 sm:p-10 short:px-10 short:py-7">
          <CornerFrame />
          {reminder}
          <h1 className="display text-3xl">{title}</h1>
          <p className="mt-2 text-ash">{intro}</p>
          <div className="mt-6">{children}</div>
          <p className="mt-8 border-t border-brass/25 pt-5 text-ash">
            {alternativeLink.question}{' '}
            <TextLink
              to={alternativeLink.to}
              replace
              state={alternativeLink.state}
              className="font-semibold"
            >
              {alternativeLink.label}
            </TextLink>
          </p>
        </div>
      </div>
    </div>
  )
}

/** The whole picture of the curtain on wide screens, a strip of it on phones. */
function Curtain() {
  return (
    <div
      aria-hidden="true"
      className="cloth grid min-h-8 place-items-center border-b border-brass/40 md:border-r md:border-b-0"
    >
      <div className="hidden justify-items-center gap-5 px-8 text-center md:grid">
        <Ornament className="w-40" />
        <p className="display text-4xl text-brass-bright">{siteSettings.brandName}</p>
        <p className="max-w-56 text-ivory/90">The lights are dimming. Your seat is waiting.</p>
      </div>
    </div>
  )
}
