import Grid from 'lucide-react/icons/grid-2x2'
import { toggleTwoColumns, useListingLayout } from './listing-layout.store.ts'

/** Only phones have the choice: wider screens have the columns of the specification. */
export function ColumnToggle() {
  const twoColumns = useListingLayout((layout) => layout.twoColumns)
  return (
    <button
      type="button"
      aria-pressed={twoColumns}
      aria-label="Two columns of posters"
      title="Two columns of posters"
      onClick={toggleTwoColumns}
      className="grid size-12 shrink-0 place-items-center rounded border border-brass/40 text-brass transition-colors hover:border-brass aria-pressed:bg-brass aria-pressed:text-ink forced-colors:aria-pressed:outline-2 md:hidden"
    >
      <Grid aria-hidden="true" className="size-5" />
    </button>
  )
}
