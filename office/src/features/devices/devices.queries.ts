import { listDevices } from '@marquee/contract/office/devices'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { useQuery } from '@tanstack/react-query'

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

export const refetchDevices = () => queryClient.invalidateQueries({ queryKey: devicesKey })
