import { zodResolver } from '@hookform/resolvers/zod'
import { signUp } from '@marquee/contract/accounts'
import { PAGES } from '@marquee/contract/pages'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { clearOnFieldError } from '#lib/clear-on-field-error.ts'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/error-state.tsx'
import { Field } from '#ui/field.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { useSignIn } from './session.mutations.ts'
import { session } from './session.store.ts'
import { useAuthStatus } from './use-auth-status.ts'

/** The password rules of sign-up do not apply here. */
const SignInFields = z.object({
  email: signUp.body.shape.email,
  password: z.string().check(z.minLength(1, 'Please enter your password.')),
})

interface Props {
  /** The initial value of the email field. */
  email: string
  /** True if signing in also links a Google account. */
  linking: boolean
}

export function SignInForm({ email, linking }: Props) {
  const { loading, error } = useAuthStatus()
  const signIn = useSignIn()
  const { register, handleSubmit, formState } = useForm({
    resolver: clearOnFieldError(zodResolver(SignInFields), session.clearError),
    // Not '': what was typed before hydration would be lost.
    ...(email && { defaultValues: { email } }),
  })
  const { errors } = formState

  const submit = handleSubmit((fields) =>
    signIn.mutate(linking ? { ...fields, linkGoogle: true } : fields),
  )

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        required
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        error={errors.password?.message}
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
