import Maximize from 'lucide-react/icons/maximize'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'

const STEP = 1.3

interface Props {
  zoomBy: (factor: number) => void
  zoomToFit: () => void
}

export function ZoomControls({ zoomBy, zoomToFit }: Props) {
  return (
    <fieldset className="flex divide-x divide-brass/30 rounded border border-brass/30">
      <legend className="sr-only">Size of the seat map</legend>
      <Control name="Zoom out" onClick={() => zoomBy(1 / STEP)}>
        <Minus aria-hidden="true" className="size-4" />
      </Control>
      <Control name="Fit the whole map" onClick={zoomToFit}>
        <Maximize aria-hidden="true" className="size-4" />
      </Control>
      <Control name="Zoom in" onClick={() => zoomBy(STEP)}>
        <Plus aria-hidden="true" className="size-4" />
      </Control>
    </fieldset>
  )
}

interface ControlProps {
  name: string
  onClick: () => void
  children: ReactNode
}

function Control({ name, onClick, children }: ControlProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      onClick={onClick}
      className="grid size-[44px] place-items-center text-brass transition-colors hover:text-brass-bright"
    >
      {children}
    </button>
  )
}
