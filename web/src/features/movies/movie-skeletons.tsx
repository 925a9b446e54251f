import { Skeleton } from '@marquee/ui-kit/ui/states.tsx'
import { ListingGrid } from '#features/movies/listing/listing-grid.tsx'

const CARDS = ['1', '2', '3', '4', '5', '6']

/** Placeholders of the same size as the movie cards, so that the layout does not shift. */
export function MovieSkeletons() {
  return (
    <div className="relative">
      <p
        role="status"
        className="title absolute inset-x-0 top-8 z-10 text-center text-xl text-brass-bright"
      >
        Loading your experience...
      </p>
      <ListingGrid aria-hidden="true">
        {CARDS.map((card) => (
          <CardSkeleton key={card} />
        ))}
      </ListingGrid>
    </div>
  )
}

function CardSkeleton() {
  return (
    <li>
      <Skeleton className="aspect-2/3 w-full" />
      <div className="mt-5 grid gap-2">
        <Skeleton className="h-5.25 w-32" />
        <Skeleton className="h-8 w-2/3" />
        <Skeleton className="h-5.25 w-4/5" />
        <Skeleton className="h-5.25 w-1/2" />
      </div>
      <div className="grid gap-2 pt-4">
        <Skeleton className="h-11 w-full" />
        <Skeleton className="mx-auto h-5.25 w-4/5" />
        <Skeleton className="h-17 w-full" />
      </div>
    </li>
  )
}
