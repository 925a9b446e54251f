import type { Vehicle, VehicleState } from '@marquee/contract/office/valet'
import { normalizeVehicleNumber } from '@marquee/contract/parking-slots'

export const VEHICLE_STATE_NAMES: Record<VehicleState, string> = {
  expected: 'Expected',
  arrived: 'Arrived',
  parked: 'Parked',
  called: 'Called',
  returned: 'Returned',
}

/** The vehicles whose plate, slot or reference contains the text. */
export function filterVehicles(vehicles: readonly Vehicle[], text: string) {
  const wanted = normalizeVehicleNumber(text)
  return vehicles.filter(({ vehicleNumber, slot, reference }) =>
    [vehicleNumber, slot, reference].some((value) => value?.toUpperCase().includes(wanted)),
  )
}
