import type { MapSeat } from '@marquee/ui-kit/seat-map/map-seat.ts'
import { SeatLegend } from '@marquee/ui-kit/seat-map/seat-legend.tsx'
import { SeatMap } from '@marquee/ui-kit/seat-map/seat-map.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import type { ComponentProps, ReactNode } from 'react'

type LegendProps = Omit<ComponentProps<typeof SeatLegend>, 'accessLegend'>
type MapProps<S extends MapSeat> = Omit<ComponentProps<typeof SeatMap<S>>, 'onZoomedIn'>

interface Props<S extends MapSeat> {
  /** Above the legend. */
  heading?: ReactNode
  legend: LegendProps
  map: MapProps<S>
}

/** A seat map below its legend. */
export const StaffSeatMap = <S extends MapSeat>({ heading, legend, map }: Props<S>) => (
  <div className="grid min-w-0 gap-2 [--section-inset:0.75rem]">
    <div className="grid gap-2 px-3 pt-3">
      {heading}
      <SeatLegend
        {...legend}
        accessLegend={map.seats.some(({ accessible }) => accessible) ? 'available' : undefined}
      />
    </div>
    <SeatMap {...map} onZoomedIn={() => notify('Tap again to choose')} />
  </div>
)
