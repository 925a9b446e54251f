import type { Vehicle } from '@marquee/contract/office/valet'
import { syncServerClock } from '@marquee/ui-kit/lib/clock.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { useNotifications } from '@marquee/ui-kit/ui/notify.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { createElement, type PropsWithChildren } from 'react'
import { expect, test, vi } from 'vitest'
import { useSetVehicleState, vehiclesQuery } from './valet.queries.ts'

const vehicle: Vehicle = {
  placeId: 'f1',
  slot: 'F1',
  type: 'fourWheeler',
  vehicleNumber: 'TN09AB1234',
  reference: 'MQ-2222222222',
  state: 'expected',
  since: null,
}
const { queryKey } = vehiclesQuery('show-1')
const shownState = () => queryClient.getQueryData(queryKey)?.vehicles[0]?.state

test('a vehicle shows its new state at once, and the old one again if it was not stored', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'))
  queryClient.setQueryData(queryKey, { vehicles: [vehicle] })
  const wrapper = ({ children }: PropsWithChildren) =>
    createElement(QueryClientProvider, { client: queryClient }, children)
  const { result } = renderHook(() => useSetVehicleState('show-1'), { wrapper })

  result.current(vehicle, 'arrived')
  await waitFor(() => expect(shownState()).toBe('arrived'))
  await waitFor(() => expect(shownState()).toBe('expected'))
  expect(useNotifications.getState().visible.at(-1)?.text).toContain('F1 is not changed.')
})

test('a vehicle keeps its new state if undoing it was not stored', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  fetched.mockImplementation(async () => Response.json({ success: true }))
  queryClient.setQueryData(queryKey, { vehicles: [vehicle] })
  const wrapper = ({ children }: PropsWithChildren) =>
    createElement(QueryClientProvider, { client: queryClient }, children)
  const { result } = renderHook(() => useSetVehicleState('show-1'), { wrapper })
  result.current(vehicle, 'arrived')
  await waitFor(() => expect(useNotifications.getState().visible).toHaveLength(1))

  fetched.mockRejectedValue(new TypeError('no network'))
  useNotifications.getState().visible[0]?.action?.run()

  await waitFor(() => expect(shownState()).toBe('expected'))
  await waitFor(() => expect(shownState()).toBe('arrived'))
  expect(useNotifications.getState().visible.at(-1)?.text).toContain('F1 is not changed.')
})

test('a vehicle has its new state since the time of the server, whatever the clock of the device says [S-628]', async () => {
  syncServerClock(Date.parse('2030-01-01T12:00:00Z'), 0)
  vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => undefined))
  queryClient.setQueryData(queryKey, { vehicles: [vehicle] })
  const wrapper = ({ children }: PropsWithChildren) =>
    createElement(QueryClientProvider, { client: queryClient }, children)
  const { result } = renderHook(() => useSetVehicleState('show-1'), { wrapper })

  result.current(vehicle, 'arrived')

  await waitFor(() => expect(shownState()).toBe('arrived'))
  const since = queryClient.getQueryData(queryKey)?.vehicles[0]?.since
  expect(since).toMatch(/^2030-01-01T12:0/)
})
