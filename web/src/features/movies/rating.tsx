import Star from 'lucide-react/icons/star'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'

const VOTES_FORMAT = new Intl.NumberFormat('en-IN')

export function Rating({ ratings, votes }: { ratings: number; votes: number }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm tabular">
      <Star aria-hidden="true" className="size-4 fill-brass text-brass" />
      <span className="font-semibold text-brass">
        <VisuallyHidden>Rated </VisuallyHidden>
        {ratings.toFixed(1)}
      </span>
      <span className="text-ash">{VOTES_FORMAT.format(votes)} votes</span>
    </p>
  )
}
