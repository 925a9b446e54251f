import { type User, updateUser } from '@marquee/contract/accounts/accounts'
import { DEFAULT_PROFILE_PICTURE, ownPicture } from '@marquee/contract/accounts/pictures'
import {
  MAX_PICTURE_BYTES,
  PICTURE_TOO_LARGE,
  PICTURE_TYPES,
  UNSUPPORTED_PICTURE,
  uploadPicture,
} from '@marquee/contract/accounts/profile-picture'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useRef, useState } from 'react'
import { callAsUser, uploadAsUser } from '#lib/api/api.ts'
import { Picture } from '#ui/pictures/picture.tsx'

const useUploadPicture = (userId: string, onSuccess: (user: User) => void) =>
  useMutation({
    mutationFn: (file: File) => uploadAsUser(uploadPicture, file, userId),
    onSuccess,
  })

const useRemovePicture = (userId: string, onSuccess: (user: User) => void) =>
  useMutation({
    mutationFn: () =>
      callAsUser(updateUser, { params: { userId }, body: { profilePicture: '' } }, userId),
    onSuccess,
  })

interface Props {
  user: User
  onChange: (user: User) => void
}

/** Shows the profile picture. Choosing or removing one is saved at once. */
export function ProfilePicture({ user, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const upload = useUploadPicture(user._id, onChange)
  const remove = useRemovePicture(user._id, onChange)
  const error = problem ?? upload.error?.message ?? remove.error?.message

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (!file) return
    remove.reset()
    upload.reset()
    const found = findFileProblem(file)
    setProblem(found)
    if (!found) upload.mutate(file)
    // Otherwise choosing the same file again would change nothing.
    target.value = ''
  }
  function removePicture() {
    setProblem(undefined)
    upload.reset()
    remove.mutate()
  }

  return (
    <div className="flex flex-wrap items-center gap-5">
      <Picture
        src={user.profilePicture}
        fallback={DEFAULT_PROFILE_PICTURE}
        alt=""
        width={80}
        height={80}
        className="size-20 rounded-full bg-ink object-cover ring-1 ring-brass/60"
      />
      <div className="grid gap-3">
        <div>
          <p className="text-sm font-medium">Profile Picture</p>
          <p className="mt-1 text-sm text-ash">JPEG, PNG or WebP, up to 5 MB.</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <input
            ref={input}
            type="file"
            accept={PICTURE_TYPES.join()}
            aria-label="Picture file"
            hidden
            onChange={choose}
          />
          <Button
            variant="secondary"
            busy={upload.isPending}
            onClick={() => input.current?.click()}
          >
            {upload.isPending ? 'Loading...' : 'Choose Picture'}
          </Button>
          {ownPicture(user.profilePicture) && (
            <Button variant="secondary" busy={remove.isPending} onClick={removePicture}>
              Remove
            </Button>
          )}
        </div>
        {error && <ErrorText>{error}</ErrorText>}
      </div>
    </div>
  )
}

function findFileProblem({ type, size }: File) {
  if (!PICTURE_TYPES.includes(type)) return UNSUPPORTED_PICTURE
  return size > MAX_PICTURE_BYTES ? PICTURE_TOO_LARGE : undefined
}
