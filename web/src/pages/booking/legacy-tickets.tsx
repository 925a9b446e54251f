import { useParams } from 'react-router'
import { LegacyRedirect } from '#features/movies/legacy/legacy-redirect.tsx'
import { pageTitle } from '#lib/page/page-title.ts'

export function LegacyTicketsPage() {
  const { movieName = '', screen = '', timing = '' } = useParams()

  return (
    <div className="mx-auto max-w-4xl px-4 py-16">
      <title>{pageTitle('Tickets')}</title>
      <LegacyRedirect link={{ movieName, screen, timing }} />
    </div>
  )
}
