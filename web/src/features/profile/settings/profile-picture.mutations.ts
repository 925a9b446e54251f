import { type User, updateUser } from '@marquee/contract/accounts/accounts'
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
