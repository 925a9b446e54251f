import type { ParkingSlot, SlotType } from '@marquee/contract/parking'
import { slotPrice, slotTypeName } from '@marquee/contract/parking-slots'
import { formatRupees } from '@marquee/contract/text/money'
import { useShake } from '@marquee/ui-kit/seat-map/use-shake.ts'
import {
  type FocusEvent,
  Fragment,
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { placeKey } from '#features/seat-selection/places/place-map.ts'
import {
  type Appearance,
  getAppearance,
  isSelectable,
  stateText,
} from '#features/seat-selection/selection/selection.ts'
import type { SelectionState } from '#features/seat-selection/selection/use-selection.ts'
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
  const { canHold, pending, refusal, toggleSlot } = selection
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
                canHold={canHold}
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

interface SlotButtonProps {
  slot: ParkingSlot
  appearance: Appearance
  canHold: boolean
  /** The one slot of its grid that Tab moves the focus to. */
  isTabStop: boolean
  onToggle: (slotId: string) => void
}

const SlotButton = memo(function SlotButton(props: SlotButtonProps) {
  const { slot, appearance, canHold, isTabStop, onToggle } = props
  const { _id, slotNumber, type } = slot
  return (
    <button
      type="button"
      data-place={_id}
      data-appearance={appearance}
      aria-label={`${slotTypeName(type)} slot ${slotNumber}, ${slotPrice(type)} rupees, ${stateText(appearance, slot, 'slot')}`}
      aria-pressed={appearance === 'selected'}
      aria-disabled={!(isSelectable(appearance, canHold) || slot.releasable) || undefined}
      tabIndex={isTabStop ? 0 : -1}
      onClick={() => onToggle(_id)}
      className="slot"
    >
      {slotNumber}
    </button>
  )
})

/**
 * Keyboard navigation for a grid of buttons with one tab stop: the button that had the focus last. Arrow keys, Home and End move
 * the focus. The number of columns depends on the width, so it is measured.
 */
function useArrowKeys(grid: RefObject<HTMLElement | null>, firstId: string | undefined) {
  const [tabStop, setTabStop] = useState<string>()

  const handleKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(grid.current?.querySelectorAll('button') ?? [])]
    const from = buttons.indexOf(event.target as HTMLButtonElement)
    const next = from < 0 ? undefined : findButtonForArrowKey(buttons, from, event.key)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  const handleFocus = ({ target }: FocusEvent<HTMLElement>) =>
    setTabStop((last) => target.dataset.place ?? last)
  return { tabStop: tabStop ?? firstId, handleKeyDown, handleFocus }
}

function findButtonForArrowKey(buttons: HTMLButtonElement[], from: number, key: string) {
  const columns = countColumns(buttons)
  const indexByKey: Record<string, number> = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from - columns,
    ArrowDown: from + columns,
    Home: 0,
    End: buttons.length - 1,
  }
  const index = indexByKey[key]
  return index === undefined ? undefined : buttons[index]
}

const countColumns = ([first, ...others]: HTMLButtonElement[]) =>
  1 + others.filter(({ offsetTop }) => offsetTop === first?.offsetTop).length
