import { EmptyState } from '@marquee/ui-kit/ui/states.tsx'
import SearchX from 'lucide-react/icons/search-x'
import { Link } from 'react-router'
import { Page } from '#ui/page.tsx'

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <EmptyState
        ornament={<SearchX />}
        title="There is nothing at this address"
        actions={
          <Link to="/" className="font-semibold underline underline-offset-4">
            Go to the start
          </Link>
        }
      />
    </Page>
  )
}
