import { PASSWORD_LENGTH_TEXT, type User } from '@marquee/contract/accounts/accounts'
import { GOOGLE_SIGN_IN_NEEDED, googleSignInPath } from '@marquee/contract/accounts/google'
import { PAGES } from '@marquee/contract/pages'
import { fieldErrors } from '@marquee/ui-kit/lib/api.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { buttonStyle } from '@marquee/ui-kit/ui/button-style.ts'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { PasswordField } from '@marquee/ui-kit/ui/password-field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { isPartlySaved } from '#lib/api/partly-saved.ts'

type ProfileChanges = ReturnType<typeof toAccountChanges>

interface Props {
  user: User
  loading: boolean
  error: false | string
  /** The reason for each refused field of the last update. */
  errors: ReturnType<typeof fieldErrors>
  onUpdate: (
    changes: ProfileChanges,
    callbacks: { onSuccess: (user: User) => void; onError: (error: Error) => void },
  ) => void
}

/** The server has the rules of the fields (specification §5). It asks for the current password if the sign-in is too long ago. */
export function ProfileSettings({ user, loading, error, errors, onUpdate }: Props) {
  const [updated, setUpdated] = useState(false)
  const [initial, setInitial] = useState(user)
  const [isPasswordNeeded, setPasswordNeeded] = useState(false)
  const { register, handleSubmit, reset, formState } = useForm<ProfileForm>({
    defaultValues: toFormValues(initial),
  })
  const { isDirty } = formState

  const submit = handleSubmit((form) =>
    onUpdate(toAccountChanges(initial, form), {
      onSuccess: (account) => {
        reset(toFormValues(account))
        setInitial(account)
        setUpdated(true)
        setPasswordNeeded(false)
      },
      onError: (refusal) => {
        setUpdated(false)
        if (fieldErrors(refusal).currentPassword) setPasswordNeeded(true)
        if (isPartlySaved(refusal)) setInitial(withSavedFields(initial, form))
      },
    }),
  )

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <Field
        label="Username"
        autoComplete="nickname"
        required
        error={errors.username}
        {...register('username')}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          required
          error={errors.email}
          {...register('email')}
        />
        <Field
          label="Phone Number"
          type="tel"
          autoComplete="tel"
          error={errors.phone}
          {...register('phone')}
        />
      </div>
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        hint={`${user.hasPassword ? 'Leave empty to keep your password.' : 'You sign in with Google. Set a password here if you want one.'} ${PASSWORD_LENGTH_TEXT}.`}
        error={errors.password}
        {...register('password')}
      />
      {isPasswordNeeded && (
        <PasswordField
          label="Current Password"
          autoComplete="current-password"
          required
          hint="Enter your current password to save these changes."
          error={errors.currentPassword}
          {...register('currentPassword')}
        />
      )}
      {error && (
        // Beside its field the same text is visible already. Screen readers announce it from here.
        <div className={Object.values(errors).includes(error) ? 'sr-only' : undefined}>
          <ErrorText>{error}</ErrorText>
        </div>
      )}
      {error === GOOGLE_SIGN_IN_NEEDED && (
        <a
          href={googleSignInPath({ from: PAGES.profile, page: PAGES.signIn })}
          className={buttonStyle('secondary')}
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

interface ProfileForm {
  username: string
  email: string
  phone: string
  password: string
  currentPassword: string
}

/** Returns the initial values of the form. */
export const toFormValues = (user: User): ProfileForm => ({
  username: user.username,
  email: user.email,
  phone: user.phone ?? '',
  password: '',
  currentPassword: '',
})

/**
 * Returns only the fields that differ from the account the form was filled with, so that changes made in
 * another tab are kept.
 */
export function toAccountChanges(initial: User, form: ProfileForm) {
  const { username, email, phone, password, currentPassword } = form
  const values = toFormValues(initial)
  return {
    ...(username === values.username ? {} : { username }),
    ...(email === values.email ? {} : { email }),
    ...(phone.trim() === values.phone ? {} : { phone: phone.trim() || null }),
    ...(password ? { password } : {}),
    ...(currentPassword ? { currentPassword } : {}),
  }
}

/** The account after the server has refused the email and the password of the form, and saved its other fields. */
const withSavedFields = (initial: User, { username, phone }: ProfileForm): User => ({
  ...initial,
  username,
  phone: phone.trim() || null,
})
