import type { Vehicle } from '@marquee/contract/office/valet'
import { expect, test } from 'vitest'
import { filterVehicles } from './vehicle-states.ts'

const createVehicle = (slot: string, vehicleNumber: string | null): Vehicle => ({
  placeId: slot,
  slot,
  type: 'fourWheeler',
  reference: `MQ-${slot}`,
  vehicleNumber,
  state: 'parked',
  since: null,
})
const vehicles = [createVehicle('F1', 'TN01AB1234'), createVehicle('F2', null)]

test.each([
  ['tn01 ab', ['F1']],
  ['1234', ['F1']],
  ['f2', ['F2']],
  ['MQ-F', ['F1', 'F2']],
  ['', ['F1', 'F2']],
  ['KA', []],
])('filterVehicles by %j finds %o', (text, slots) => {
  expect(filterVehicles(vehicles, text).map(({ slot }) => slot)).toEqual(slots)
})
