import { type User, updateUser } from '@marquee/contract/accounts/accounts'
import { requestPhoneCode, verifyPhone } from '@marquee/contract/accounts/phone-verification'
import { uploadPicture } from '@marquee/contract/accounts/profile-picture'
import { useMutation } from '@tanstack/react-query'
import { callAsUser, uploadAsUser } from '#lib/api/api.ts'

export const useUploadPicture = (userId: string, onSuccess: (user: User) => void) =>
  useMutation({
    mutationFn: (file: File) => uploadAsUser(uploadPicture, file, userId),
    onSuccess,
  })

export const useRemovePicture = (userId: string, onSuccess: (user: User) => void) =>
  useMutation({
    mutationFn: () =>
      callAsUser(updateUser, { params: { userId }, body: { profilePicture: '' } }, userId),
    onSuccess,
  })

export const useRequestPhoneCode = (userId: string) =>
  useMutation({ mutationFn: () => callAsUser(requestPhoneCode, {}, userId) })

export const useVerifyPhone = (userId: string, onVerified: (user: User) => void) =>
  useMutation({
    mutationFn: (code: string) => callAsUser(verifyPhone, { body: { code } }, userId),
    onSuccess: onVerified,
  })
