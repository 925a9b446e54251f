import {
  endAllSessions,
  endSession,
  type ListedSession,
  listSessions,
} from '@marquee/contract/accounts/session-list'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callAsUser } from '#lib/api/api.ts'

const devicesKey = (userId: string) => ['devices', userId]

/** The signed-in devices of a user are the active sessions. */
export const useSignedInDevices = (userId: string) =>
  useQuery({
    queryKey: devicesKey(userId),
    queryFn: ({ signal }) => callAsUser(listSessions, {}, userId, signal),
    // Always fetched again: another device may have signed in or out.
    staleTime: 0,
  })

/** Signs out another device and fetches the list again, also when the device was signed out before. */
export function useSignOutDevice(userId: string, onSettled: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ _id }: ListedSession) =>
      callAsUser(endSession, { params: { sessionId: _id } }, userId),
    onSuccess: (_, device) => notify(`${deviceName(device)} is signed out.`),
    onError: (error) => notify(error.message),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: devicesKey(userId) })
      onSettled()
    },
  })
}

export const useSignOutEverywhere = (userId: string, onSuccess: () => void) =>
  useMutation({
    mutationFn: () => callAsUser(endAllSessions, {}, userId),
    onSuccess: ({ message }) => {
      notify(message)
      onSuccess()
    },
    onError: (error) => notify(error.message),
  })

export const deviceName = ({ browser }: ListedSession) => browser ?? 'Unknown browser'
