import { zodResolver } from '@hookform/resolvers/zod'
import {
  PASSWORD_LENGTH_TEXT,
  resetPassword,
  WEAK_PASSWORD,
} from '@marquee/contract/accounts/accounts'
import { PAGES } from '@marquee/contract/pages'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { PasswordField } from '@marquee/ui-kit/ui/password-field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { clearOnFieldError } from '#lib/api/clear-on-field-error.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { LinkButton } from '#ui/link-button.tsx'
import type { useResetPassword } from './email-proof.mutations.ts'

/** Refuses a password that is easy to guess. Loads the list of common passwords when it is needed. The server checks it again. */
const strongPassword = z.refine<{ password: string }>(
  async ({ password }) => {
    if (!password) return true
    const list = await import('@marquee/contract/accounts/weak-passwords').catch(() => undefined)
    return !list?.isWeakPassword(password, { siteNames: [siteSettings.brandName] })
  },
  { path: ['password'], message: WEAK_PASSWORD },
)

const ResetPasswordFields = resetPassword.body.check(strongPassword)

interface Props {
  /** Of the link. */
  token: string
  mutation: ReturnType<typeof useResetPassword>
}

export function ResetPasswordForm({ token, mutation }: Props) {
  const { mutate, reset, data, error, isPending } = mutation
  const { register, handleSubmit, formState } = useForm({
    resolver: clearOnFieldError(zodResolver(ResetPasswordFields), reset),
    defaultValues: { token, password: '' },
  })
  const passwordError = formState.errors.password?.message

  if (data) {
    return (
      <>
        <p role="status" className="text-good">
          {data.message}
        </p>
        <LinkButton to={PAGES.signIn} className="mt-6">
          Sign In
        </LinkButton>
      </>
    )
  }
  return (
    <form noValidate onSubmit={handleSubmit((fields) => mutate(fields))} className="grid gap-5">
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        required
        hint={!passwordError && PASSWORD_LENGTH_TEXT}
        error={passwordError}
        {...register('password')}
      />
      {error && <ErrorText>{error.message}</ErrorText>}
      <Button type="submit" busy={isPending} className="mt-2 w-full">
        {isPending ? 'Loading...' : 'Change Password'}
      </Button>
    </form>
  )
}
