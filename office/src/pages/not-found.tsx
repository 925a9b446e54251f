import SearchX from 'lucide-react/icons/search-x'
import { Link } from 'react-router'
import { Page } from '#ui/page.tsx'
import { EmptyState } from '#ui/states.tsx'

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <EmptyState icon={SearchX} title="There is nothing at this address">
        <Link to="/" className="font-semibold underline underline-offset-4">
          Go to the start
        </Link>
      </EmptyState>
    </Page>
  )
}
