import type { ComponentProps } from 'react'
import { useListingLayout } from './listing-layout.store.ts'

/** The list of movie cards: one, two or three columns, depending on the width (specification §2). Phones can have two. */
export function ListingGrid({ className = '', ...list }: ComponentProps<'ul'>) {
  const twoColumns = useListingLayout((layout) => layout.twoColumns)
  const phoneColumns = twoColumns ? 'grid-cols-2 gap-x-4 gap-y-9' : 'grid-cols-1 gap-y-14'
  return (
    <ul
      {...list}
      data-two-columns={twoColumns || undefined}
      className={`group/list grid ${phoneColumns} md:grid-cols-2 md:gap-x-8 md:gap-y-14 lg:grid-cols-3 ${className}`}
    />
  )
}
