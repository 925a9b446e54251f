import { confirmEmail, resetPassword } from '@marquee/contract/accounts/accounts'
import type { CallInput } from '@marquee/contract/calls/endpoint'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { restoreSession, session } from './session.store.ts'

/** Confirms the email of a link when the page opens. A link works once, so the call is never repeated. */
export const useConfirmEmail = (token: string) =>
  useQuery({
    queryKey: ['confirm-email', token],
    queryFn: async () => {
      const response = await call(confirmEmail, { body: { token } })
      await restoreSession()
      return response
    },
    retry: false,
    // Refetching all queries, after the computer has slept, leaves it out.
    staleTime: 'static',
    refetchOnMount: false,
  })

/** The reset has ended all sessions of the account. */
export const useResetPassword = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof resetPassword>['body']) => call(resetPassword, { body }),
    onSuccess: session.clearUser,
  })
