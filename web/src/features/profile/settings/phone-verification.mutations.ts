import type { User } from '@marquee/contract/accounts/accounts'
import { requestPhoneCode, verifyPhone } from '@marquee/contract/accounts/phone-verification'
import { useMutation } from '@tanstack/react-query'
import { callAsUser } from '#lib/api/api.ts'

export const useRequestPhoneCode = (userId: string) =>
  useMutation({ mutationFn: () => callAsUser(requestPhoneCode, {}, userId) })

export const useVerifyPhone = (userId: string, onVerified: (user: User) => void) =>
  useMutation({
    mutationFn: (code: string) => callAsUser(verifyPhone, { body: { code } }, userId),
    onSuccess: onVerified,
  })
