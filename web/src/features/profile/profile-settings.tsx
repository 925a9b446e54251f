import { zodResolver } from '@hookform/resolvers/zod'
import { PASSWORD_LENGTH_TEXT, type User } from '@marquee/contract/accounts'
import { GOOGLE_SIGN_IN_NEEDED, googleSignInPath } from '@marquee/contract/google'
import { PAGES } from '@marquee/contract/pages'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { clearOnFieldError } from '#lib/clear-on-field-error.ts'
import { Button } from '#ui/button.tsx'
import { buttonStyle } from '#ui/button-style.ts'
import { ErrorText } from '#ui/error-state.tsx'
import { Field } from '#ui/field.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import {
  needsCurrentPassword,
  type ProfileForm,
  profileFormSchema,
  toAccountChanges,
  toFormValues,
} from './profile-form.ts'

type ProfileChanges = ReturnType<typeof toAccountChanges>

interface Props {
  user: User
  loading: boolean
  error: false | string
  onClearError: () => void
  onUpdate: (changes: ProfileChanges, onSuccess: (user: User) => void) => void
}

export function ProfileSettings({ user, loading, error, onClearError, onUpdate }: Props) {
  const [updated, setUpdated] = useState(false)
  const [initial, setInitial] = useState(user)
  const { register, handleSubmit, reset, watch, formState } = useForm<ProfileForm>({
    resolver: clearOnFieldError(zodResolver(profileFormSchema(initial)), onClearError),
    defaultValues: toFormValues(initial),
  })
  const { errors, isDirty } = formState
  const [email, password] = watch(['email', 'password'])

  const submit = handleSubmit((form) =>
    onUpdate(toAccountChanges(initial, form), (account) => {
      reset(toFormValues(account))
      setInitial(account)
      setUpdated(true)
    }),
  )

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
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
        hint={`${user.hasPassword ? 'Leave empty to keep your password.' : 'You sign in with Google. Set a password here if you want one.'} ${PASSWORD_LENGTH_TEXT}.`}
        error={errors.password?.message}
        {...register('password')}
      />
      {needsCurrentPassword(initial, { email, password }) && (
        <PasswordField
          label="Current Password"
          autoComplete="current-password"
          required
          hint="Enter your current password to save these changes."
          error={errors.currentPassword?.message}
          {...register('currentPassword')}
        />
      )}
      {error && <ErrorText>{error}</ErrorText>}
      {error === GOOGLE_SIGN_IN_NEEDED && (
        <a
          href={googleSignInPath({ from: PAGES.profile, page: PAGES.signIn })}
          className={buttonStyle('quiet')}
        >
          Continue with Google
        </a>
      )}
      <p role="status" className="text-sm text-good empty:hidden">
        {updated && !isDirty && !error && !loading && 'Profile updated successfully!'}
      </p>
      <Button type="submit" busy={loading} className="justify-self-start">
        {loading ? 'Loading...' : 'Update Profile'}
      </Button>
    </form>
  )
}
