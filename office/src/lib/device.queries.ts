import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import { getCurrentDevice, pairDevice, signOutDevice } from '@marquee/contract/office/devices'
import type { Scope } from '@marquee/contract/office/office-endpoint'
import { lockDevice, unlockDevice } from '@marquee/contract/office/people'
import { call, isSessionRefusal } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { deviceStorage } from '@marquee/ui-kit/lib/storage.ts'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { type Scopes, scopesAt } from './access.ts'

export type PairedDevice = ResponseBody<typeof getCurrentDevice>

const STORAGE_KEY = 'office-device'

/**
 * The device of this browser. Null if it is not paired. The last answer is stored, so that the door opens without a network; the
 * server still decides about each call.
 */
export const deviceQuery = queryOptions({
  queryKey: ['device'],
  queryFn: async ({ signal }) => {
    try {
      const device = await call(getCurrentDevice, {}, signal)
      storeDevice(device)
      return device
    } catch (error) {
      if (isSessionRefusal(error)) {
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

/** Pairs this browser. `onPaired` may navigate: the device is known then. */
export const usePairDevice = (onPaired: (scope: Scope) => void | Promise<void>) =>
  useMutation({
    mutationFn: ({ code, name }: { code: string; name: string }) =>
      call(pairDevice, { body: { code, ...(name.trim() && { name }) } }),
    onSuccess: async ({ scope }) => {
      await queryClient.fetchQuery({ ...deviceQuery, staleTime: 0 })
      await onPaired(scope)
    },
  })

/** Asks for a PIN: the person has gone, or another one takes over. */
export const useLockDevice = () =>
  useMutation({
    mutationFn: () => call(lockDevice, {}),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: deviceQuery.queryKey }),
  })

/** A person begins to work at this device. What another person has loaded is forgotten. */
export const useUnlockDevice = () =>
  useMutation({
    mutationFn: (body: { personId: string; pin: string }) => call(unlockDevice, { body }),
    onSuccess: async () => {
      const [deviceKey] = deviceQuery.queryKey
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== deviceKey })
      await queryClient.fetchQuery({ ...deviceQuery, staleTime: 0 })
    },
  })

export const useSignOut = () =>
  useMutation({
    mutationFn: () => call(signOutDevice, {}),
    onSuccess: () => {
      storeDevice(null)
      queryClient.clear()
      queryClient.setQueryData(deviceQuery.queryKey, null)
    },
  })

const storeDevice = (device: PairedDevice | null) =>
  device ? deviceStorage.write(STORAGE_KEY, device) : deviceStorage.remove(STORAGE_KEY)

const readStoredDevice = () =>
  deviceStorage.read(STORAGE_KEY, (stored) => stored as PairedDevice | null)
