import {
  type Device,
  listDevices,
  renameDevice,
  revokeDevice,
} from '@marquee/contract/office/devices'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useMutation, useQuery } from '@tanstack/react-query'

const devicesKey = ['devices']
const REFETCH_MS = 3000

export const useDevices = () =>
  useQuery({
    queryKey: devicesKey,
    queryFn: ({ signal }) => call(listDevices, {}, signal),
    // A new device appears while its code is shown.
    refetchInterval: REFETCH_MS,
    staleTime: 0,
  })

const refetchDevices = () => queryClient.invalidateQueries({ queryKey: devicesKey })

export const useRenameDevice = (onSuccess: () => void) =>
  useMutation({
    mutationFn: ({ _id, name }: Pick<Device, '_id' | 'name'>) =>
      call(renameDevice, { params: { deviceId: _id }, body: { name } }),
    onSuccess: async () => {
      onSuccess()
      await refetchDevices()
    },
  })

export const useRevokeDevice = (onSuccess: () => void) =>
  useMutation({
    mutationFn: ({ _id }: Device) => call(revokeDevice, { params: { deviceId: _id } }),
    onSuccess: async (_, { name }) => {
      notify(`${name} is revoked.`)
      onSuccess()
      await refetchDevices()
    },
  })
