import type { MethodAndPath } from '@marquee/contract/calls/endpoint'
import type { getCurrentDevice, signOutDevice } from '@marquee/contract/office/devices'
import type { lockDevice } from '@marquee/contract/office/people'
import { call, isSessionRefusal } from '@marquee/ui-kit/lib/api.ts'
import { forgetEarlyResponses, takeEarlyResponse } from '@marquee/ui-kit/lib/early-calls.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { type Scopes, scopesAt } from './access.ts'
import { type PairedDevice, readStoredDevice, storeDevice } from './stored-device.ts'

// The contract itself would load zod.
const DEVICE: MethodAndPath<typeof getCurrentDevice> = { method: 'GET', path: '/api/office/device' }
const SIGN_OUT: MethodAndPath<typeof signOutDevice> = {
  method: 'POST',
  path: '/api/office/sign-out',
}
const LOCK: MethodAndPath<typeof lockDevice> = { method: 'POST', path: '/api/office/lock' }

/**
 * The device of this browser. Null if it is not paired. The last answer is stored, so that the door opens without a network; the
 * server still decides about each call.
 */
export const deviceQuery = queryOptions({
  queryKey: ['device'],
  queryFn: async ({ signal }) => {
    // What was asked for together with a locked or unpaired device was refused.
    try {
      const early = takeEarlyResponse(DEVICE.path)
      const device = await call<typeof getCurrentDevice>(DEVICE, {}, signal, { early })
      if (device.isLocked) forgetEarlyResponses()
      storeDevice(device)
      return device
    } catch (error) {
      if (isSessionRefusal(error)) {
        forgetEarlyResponses()
        storeDevice(null)
        return null
      }
      const stored = readStoredDevice()
      if (stored) return stored
      throw error
    }
  },
  staleTime: 60_000,
})

/** For pages that are shown to paired devices only. */
export function useCurrentDevice(): PairedDevice {
  const { data } = useQuery(deviceQuery)
  if (!data) throw new Error('The device is not paired')
  return data
}

/** The cinema's time zone. */
export const useTimeZone = () => useCurrentDevice().timeZone

/** What the device and the person at it may do. */
export function useScopes(): Scopes {
  const { device, person } = useCurrentDevice()
  return scopesAt(device.scope, person)
}

/** A call was refused: asks the server whether this device is still paired. */
export const refetchDevice = () =>
  void queryClient.invalidateQueries({ queryKey: deviceQuery.queryKey })

/** Asks for a PIN: the person has gone, or another one takes over. */
export const useLockDevice = () =>
  useMutation({
    mutationFn: () => call<typeof lockDevice>(LOCK, {}),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: deviceQuery.queryKey }),
  })

export const useSignOut = () =>
  useMutation({
    mutationFn: () => call<typeof signOutDevice>(SIGN_OUT, {}),
    onSuccess: () => {
      storeDevice(null)
      queryClient.clear()
      queryClient.setQueryData(deviceQuery.queryKey, null)
    },
  })
