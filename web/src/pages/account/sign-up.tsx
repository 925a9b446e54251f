import { PASSWORD_LENGTH_TEXT } from '@marquee/contract/accounts/accounts'
import { PAGES } from '@marquee/contract/pages'
import { DEFAULT_ERROR_MESSAGE, fieldErrors } from '@marquee/ui-kit/lib/api.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { PasswordField } from '@marquee/ui-kit/ui/password-field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { Navigate, useNavigate } from 'react-router'
import { HeldOrder } from '#features/checkout/held-order.tsx'
import { AuthLayout } from '#features/session/auth-layout.tsx'
import { ContinueWithGoogle } from '#features/session/continue-with-google.tsx'
import { GoogleMessage } from '#features/session/google-message.tsx'
import { useSignUp } from '#features/session/session.mutations.ts'
import { useSession } from '#features/session/session.store.ts'
import { useAuthRedirect } from '#features/session/use-auth-redirect.ts'
import { useGoogleSignInResult } from '#features/session/use-google-sign-in-result.ts'
import { pageTitle } from '#lib/page/page-title.ts'
import { TextLink } from '#ui/text-link.tsx'

export function SignUpPage() {
  const redirect = useAuthRedirect()
  const { from } = redirect
  const googleResult = useGoogleSignInResult(redirect)
  const signedIn = useSession(({ currentUser }) => currentUser !== null)
  const navigate = useNavigate()

  if (signedIn) return <Navigate to={from} replace />
  return (
    <AuthLayout
      title="Register"
      intro="One account for your seats, your parking and your tickets."
      reminder={<HeldOrder />}
      alternativeLink={{
        question: 'Have an account?',
        label: 'Sign in',
        to: PAGES.signIn,
        state: { from },
      }}
    >
      <title>{pageTitle('Register')}</title>
      {googleResult && googleResult !== 'loading' && <GoogleMessage result={googleResult} />}
      <SignUpForm
        takesFocus={from === PAGES.payment}
        onRegistered={(email) => navigate(PAGES.signIn, { replace: true, state: { from, email } })}
      />
      <ContinueWithGoogle from={from} page={PAGES.signUp} />
    </AuthLayout>
  )
}

interface SignUpFormProps {
  /** The visitor is on the way to payment: the first field has the focus. */
  takesFocus: boolean
  onRegistered: (email: string) => void
}

/** The server has the rules of the fields (specification §5). */
function SignUpForm({ takesFocus, onRegistered }: SignUpFormProps) {
  const { mutate, isPending, isError, error } = useSignUp()
  const { register, handleSubmit, setFocus } = useForm({
    defaultValues: { username: '', email: '', password: '' },
  })
  const errors = fieldErrors(error)
  useEffect(() => {
    if (takesFocus) setFocus('username')
  }, [takesFocus, setFocus])

  const submit = handleSubmit((account) =>
    mutate(account, { onSuccess: () => onRegistered(account.email) }),
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
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        required
        error={errors.email}
        {...register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        required
        hint={!errors.password && PASSWORD_LENGTH_TEXT}
        error={errors.password}
        {...register('password')}
      />
      {/* The message of the server is not shown (specification §8): it would reveal which emails have accounts. */}
      {isError && (
        <div className="grid gap-2">
          <ErrorText>{DEFAULT_ERROR_MESSAGE}</ErrorText>
          <p className="text-sm text-ash">
            Already registered? <TextLink to={PAGES.signIn}>Sign in</TextLink> or{' '}
            <TextLink to={PAGES.forgotPassword}>reset your password</TextLink>
          </p>
        </div>
      )}
      <Button type="submit" busy={isPending} className="mt-2 w-full">
        {isPending ? 'Loading...' : 'Sign Up'}
      </Button>
    </form>
  )
}
