import { getPendingGoogleLink } from '@marquee/contract/accounts/google'
import { PAGES } from '@marquee/contract/pages'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { PasswordField } from '@marquee/ui-kit/ui/password-field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Navigate } from 'react-router'
import { HeldOrder } from '#features/checkout/held-order.tsx'
import { AuthLayout } from '#features/session/auth-layout.tsx'
import { ContinueWithGoogle } from '#features/session/continue-with-google.tsx'
import { GoogleMessage } from '#features/session/google-message.tsx'
import { useNewPassword, useSignIn } from '#features/session/session.mutations.ts'
import { useSession } from '#features/session/session.store.ts'
import { useAuthRedirect } from '#features/session/use-auth-redirect.ts'
import { useAuthStatus } from '#features/session/use-auth-status.ts'
import { useGoogleSignInResult } from '#features/session/use-google-sign-in-result.ts'
import { pageTitle } from '#lib/page/page-title.ts'
import { Loading } from '#ui/loading.tsx'
import { TextLink } from '#ui/text-link.tsx'

/** Returns the email of the account to link with Google, '' if there is none, undefined while loading. */
function useLinkEmail(linking: boolean) {
  const { data, error } = useQuery({
    queryKey: ['google', 'link'],
    queryFn: () => call(getPendingGoogleLink, {}),
    enabled: linking,
    staleTime: 0,
  })
  if (!linking || error) return ''
  return data && (data.email ?? '')
}

export function SignInPage() {
  const redirect = useAuthRedirect()
  const { from, email } = redirect
  const signedIn = useSession(({ currentUser }) => currentUser !== null)
  const googleResult = useGoogleSignInResult(redirect)
  const linking = googleResult === 'link'
  const linkEmail = useLinkEmail(linking)

  if (signedIn) return <Navigate to={from} replace />
  if (googleResult === 'loading') return <Loading>Signing you in...</Loading>
  return (
    <AuthLayout
      title="Sign In"
      intro={email ? 'Your account is ready. Sign in to continue.' : 'Welcome back.'}
      reminder={<HeldOrder />}
      alternativeLink={{
        question: "Don't have an account?",
        label: 'Sign up',
        to: PAGES.signUp,
        state: { from },
      }}
    >
      <title>{pageTitle('Sign In')}</title>
      {googleResult && <GoogleMessage result={googleResult} />}
      {linkEmail !== undefined && (
        <SignInForm key={linkEmail} email={email || linkEmail} linking={linking} />
      )}
      {!linking && <ContinueWithGoogle from={from} page={PAGES.signIn} />}
    </AuthLayout>
  )
}

interface SignInFormProps {
  /** The initial value of the email field. */
  email: string
  /** True if signing in also links a Google account. */
  linking: boolean
}

/** The server has the rules of the fields (specification §5). */
function SignInForm({ email, linking }: SignInFormProps) {
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
