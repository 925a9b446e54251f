import { type ParkingSlot, type SlotType, slotPrice, slotTypeName } from '@marquee/contract/parking'
import { formatRupees } from '@marquee/contract/text/money'
import { useShake } from '@marquee/ui-kit/seat-map/use-shake.ts'
import { Fragment, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { placeKey } from '#features/seat-selection/places/place-map.ts'
import { getAppearance } from '#features/seat-selection/selection/selection.ts'
import type { SelectionState } from '#features/seat-selection/selection/use-selection.ts'
import { SlotButton } from './slot-button.tsx'
import { useArrowKeys } from './use-arrow-keys.ts'
import { VehicleField } from './vehicle-field.tsx'
import './slots.css'

interface Props {
  type: SlotType
  slots: ParkingSlot[]
  /** The visitor pays for the slots of friends too. */
  paysForAll: boolean
  selection: SelectionState
  vehicleNumbers: Readonly<Record<string, string>>
  onVehicleNumber: (slotId: string, vehicleNumber: string) => void
}

const VEHICLES: Record<SlotType, string> = {
  twoWheeler: 'For a motorcycle or a scooter.',
  fourWheeler: 'For a car.',
}

/** The slots of one type. Below a chosen slot is the field for its vehicle number. */
export function SlotGrid(props: Props) {
  const { type, slots, paysForAll, selection, vehicleNumbers, onVehicleNumber } = props
  const { closed, pending, refusal, toggleSlot } = selection
  const grid = useRef<HTMLDivElement>(null)
  const [lastToggled, setLastToggled] = useState<string>()
  const { tabStop, handleKeyDown, handleFocus } = useArrowKeys(grid, slots[0]?._id)
  const toggle = useCallback(
    (slotId: string) => {
      setLastToggled(slotId)
      toggleSlot({ _id: slotId, type })
    },
    [toggleSlot, type],
  )
  useShake(grid, refusal)
  const isRefusalPending =
    refusal !== undefined && pending.has(placeKey({ _id: refusal.placeId, type }))
  useFocusAfterRefusal(grid, refusal, isRefusalPending)

  const headingId = `${type}-slots`
  return (
    <div>
      <h3 id={headingId} className="flex items-baseline justify-between gap-4 text-base">
        {slotTypeName(type)} Slots
        <span className="tabular text-sm font-normal text-ash">
          {formatRupees(slotPrice(type))} each
        </span>
      </h3>
      <p className="mb-3 text-sm text-ash">
        {slots.length === 0 ? 'This screen has none.' : VEHICLES[type]}
      </p>
      <div
        ref={grid}
        role="toolbar"
        aria-labelledby={headingId}
        onKeyDown={handleKeyDown}
        onFocus={handleFocus}
        className="slot-grid"
      >
        {slots.map((slot) => {
          const appearance = getAppearance(slot, pending)
          return (
            <Fragment key={slot._id}>
              <SlotButton
                slot={slot}
                closed={closed}
                appearance={appearance}
                isTabStop={slot._id === tabStop}
                onToggle={toggle}
              />
              {(appearance === 'selected' || (paysForAll && slot.releasable)) && (
                <VehicleField
                  slot={slot}
                  takesFocus={slot._id === lastToggled}
                  value={vehicleNumbers[slot._id] ?? ''}
                  onChange={(vehicleNumber) => onVehicleNumber(slot._id, vehicleNumber)}
                />
              )}
            </Fragment>
          )
        })}
      </div>
    </div>
  )
}

/** A refused hold removes the field that has the focus. The focus goes back to its slot. */
function useFocusAfterRefusal(
  grid: RefObject<HTMLElement | null>,
  refusal: SelectionState['refusal'],
  // The field is there until the request is no longer pending.
  isPending: boolean,
) {
  useEffect(() => {
    if (!refusal || isPending || document.activeElement !== document.body) return
    grid.current
      ?.querySelector<HTMLElement>(`[data-place="${CSS.escape(refusal.placeId)}"]`)
      ?.focus()
  }, [grid, refusal, isPending])
}
