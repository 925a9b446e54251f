import { zodResolver } from '@hookform/resolvers/zod'
import { PASSWORD_LENGTH, type User } from '@marquee/contract/accounts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import {
  needsCurrentPassword,
  type ProfileForm,
  profileFormSchema,
  toAccountChanges,
  toFormValues,
} from '#features/profile/profile-form.ts'
import { ProfilePicture } from '#features/profile/profile-picture.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/error-state.tsx'
import { Field } from '#ui/field.tsx'
import { PasswordField } from '#ui/password-field.tsx'

export type ProfileChanges = ReturnType<typeof toAccountChanges>

interface Props {
  user: User
  loading: boolean
  error: false | string
  /** Resolves to the updated account, or undefined when it was refused. */
  onUpdate: (changes: ProfileChanges) => Promise<User | undefined>
}

export function ProfileSettings({ user, loading, error, onUpdate }: Props) {
  const [updated, setUpdated] = useState(false)
  const [before, setBefore] = useState(user)
  const { register, handleSubmit, reset, watch, formState } = useForm<ProfileForm>({
    resolver: zodResolver(profileFormSchema(before)),
    defaultValues: toFormValues(before),
  })
  const { errors, isDirty } = formState
  const [email, password] = watch(['email', 'password'])

  const submit = handleSubmit(async (entry) => {
    setUpdated(false)
    const account = await onUpdate(toAccountChanges(before, entry))
    if (!account) return
    reset(toFormValues(account))
    setBefore(account)
    setUpdated(true)
  })

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <ProfilePicture profilePicture={user.profilePicture} />
      <Field
        label="Picture Address"
        type="url"
        autoComplete="photo"
        hint="Where your picture is on the web, beginning with https://. Leave empty for none."
        error={errors.profilePicture?.message}
        {...register('profilePicture')}
      />
      <Field
        label="Username"
        autoComplete="nickname"
        required
        error={errors.username?.message}
        {...register('username')}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          required
          error={errors.email?.message}
          {...register('email')}
        />
        <Field label="Phone Number" type="tel" autoComplete="tel" {...register('phone')} />
      </div>
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        hint={`${user.hasPassword ? 'Leave empty to keep the one you have.' : 'You have none yet; Google vouches for you.'} ${PASSWORD_LENGTH}.`}
        error={errors.password?.message}
        {...register('password')}
      />
      {needsCurrentPassword(before, { email, password }) && (
        <PasswordField
          label="Current Password"
          autoComplete="current-password"
          required
          hint="To change your e-mail or password, please show that it is you."
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
      )}
      {error && <ErrorText>{error}</ErrorText>}
      <p role="status" className="text-sm text-good empty:hidden">
        {updated && !isDirty && !error && !loading && 'Profile updated successfully!'}
      </p>
      <Button type="submit" busy={loading} className="justify-self-start">
        {loading ? 'Loading...' : 'Update Profile'}
      </Button>
    </form>
  )
}
