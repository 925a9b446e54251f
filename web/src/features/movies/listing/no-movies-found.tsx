import { Button } from '@marquee/ui-kit/ui/button.tsx'
import type { Suggestion } from '#features/movies/search/suggest-movies.ts'
import { EmptyState } from '#ui/page-states.tsx'

interface Props {
  /** The search text. Empty: there are no movies at all. */
  text: string
  onClear: () => void
  /** The movies that the text may mean. They are listed below. */
  suggestions?: Suggestion<unknown>[]
}

export function NoMoviesFound({ text, onClear, suggestions = [] }: Props) {
  if (!text) return <NoMovies />
  const title = suggestionHeading(text, suggestions)
  const showAll = (
    <Button variant="secondary" onClick={onClear}>
      Show All Movies
    </Button>
  )
  if (suggestions.length === 0)
    return <EmptyState title={title} text="Try part of the name." actions={showAll} />
  return (
    <div className="my-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="title text-lg">{title}</p>
      {showAll}
    </div>
  )
}

export const NoMovies = () => (
  <EmptyState title="No movies are showing" text="New movies will appear here soon." />
)

/** What a search has found instead of a name. */
export function suggestionHeading(text: string, [best]: Suggestion<unknown>[]) {
  if (!best) return `No movies found for “${text}”`
  return best.field === 'name' ? 'Did you mean:' : `Found in the ${best.field}:`
}
