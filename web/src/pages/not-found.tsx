import { pageTitle } from '#lib/page/page-title.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Ornament } from '#ui/ornament.tsx'

export function NotFoundPage() {
  return (
    <section className="mx-auto grid max-w-2xl grid-cols-1 justify-items-center gap-6 px-4 py-24 text-center short:gap-4 short:py-7">
      <title>{pageTitle('Page Not Found')}</title>
      <p className="eyebrow">404</p>
      <h1 className="display text-3xl md:text-4xl">Page not found</h1>
      <Ornament className="w-56" />
      <p className="text-ash">
        This page does not exist. The movie may no longer be showing, or the link is incorrect.
      </p>
      <LinkButton to="/">Return to Homepage</LinkButton>
    </section>
  )
}
