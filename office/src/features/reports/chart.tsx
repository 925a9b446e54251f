import { lazy, Suspense } from 'react'
import { usePreferences } from '#lib/preferences.store.ts'
import type { ChartProps } from './plot.tsx'

// The library is loaded with the first chart.
const Plot = lazy(async () => ({ default: (await import('./plot.tsx')).Plot }))

/** A chart of a few series. The pages that have none do not load its library. */
export function Chart({ name, ...plot }: ChartProps) {
  const theme = usePreferences((preferences) => preferences.theme)
  return (
    <figure className="panel min-w-0 p-3">
      <figcaption className="mb-1 flex flex-wrap items-baseline justify-between gap-x-6">
        <span className="font-semibold">{name}</span>
        <span className="flex flex-wrap gap-4 text-sm text-ash">
          {plot.series.map((series) => (
            <span key={series.name} className="flex items-center gap-1.5">
              <span aria-hidden="true" className="chart-sample" data-as={series.as} />
              <span>{series.name}</span>
            </span>
          ))}
        </span>
      </figcaption>
      <div aria-hidden="true" className="h-56">
        <Suspense>
          {/* Its colours are those of the theme. */}
          <Plot key={theme} {...plot} />
        </Suspense>
      </div>
    </figure>
  )
}
