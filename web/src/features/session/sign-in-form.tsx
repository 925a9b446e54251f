import { PAGES } from '@marquee/contract/pages'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { PasswordField } from '@marquee/ui-kit/ui/password-field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useForm } from 'react-hook-form'
import { TextLink } from '#ui/text-link.tsx'
import { useNewPassword, useSignIn } from './session.mutations.ts'
import { useAuthStatus } from './use-auth-status.ts'

interface Props {
  /** The initial value of the email field. */
  email: string
  /** True if signing in also links a Google account. */
  linking: boolean
}

/** The server has the rules of the fields (specification §5). */
export function SignInForm({ email, linking }: Props) {
  const { loading, error } = useAuthStatus()
  const signIn = useSignIn()
  const password = useNewPassword(email)
  const { register, handleSubmit } = useForm<{ email: string; password: string }>({
    // Not '': what was typed before hydration would be lost.
    ...(email && { defaultValues: { email, ...(password && { password }) } }),
  })

  const submit = handleSubmit((fields) =>
    signIn.mutate(linking ? { ...fields, linkGoogle: true } : fields),
  )

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <Field label="Email" type="email" autoComplete="username" required {...register('email')} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        {...register('password')}
      />
      <TextLink to={PAGES.forgotPassword} className="justify-self-start text-sm">
        Forgot your password?
      </TextLink>
      {error && <ErrorText>{error}</ErrorText>}
      <Button type="submit" busy={loading} className="mt-2 w-full">
        {loading ? 'Loading...' : 'Sign In'}
      </Button>
    </form>
  )
}
