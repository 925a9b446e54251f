import { Skeleton } from '@marquee/ui-kit/ui/states.tsx'

const MOVIES = ['1', '2', '3', '4']

/** Placeholders for the programme of a day while it is loaded. */
export function ProgrammeSkeleton() {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading showtimes...
      </p>
      <div aria-hidden="true" className="grid gap-6">
        {MOVIES.map((movie) => (
          <div key={movie} className="flex gap-6">
            <Skeleton className="aspect-2/3 w-18 shrink-0 sm:w-28" />
            <div className="grid grow content-start gap-3">
              <Skeleton className="h-8 w-1/2" />
              <Skeleton className="h-5.25 w-3/4" />
              <Skeleton className="h-18 w-full max-w-96" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
