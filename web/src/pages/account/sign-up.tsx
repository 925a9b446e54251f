import { PAGES } from '@marquee/contract/pages'
import { Navigate, useNavigate } from 'react-router'
import { HeldOrder } from '#features/checkout/held-order.tsx'
import { AuthLayout } from '#features/session/auth-layout.tsx'
import { ContinueWithGoogle } from '#features/session/continue-with-google.tsx'
import { GoogleNotice } from '#features/session/google-notice.tsx'
import { useSession } from '#features/session/session.store.ts'
import { SignUpForm } from '#features/session/sign-up-form.tsx'
import { useAuthRedirect } from '#features/session/use-auth-redirect.ts'
import { useGoogleSignInResult } from '#features/session/use-google-sign-in-result.ts'
import { pageTitle } from '#lib/page/page-title.ts'

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
      {googleResult && googleResult !== 'loading' && <GoogleNotice result={googleResult} />}
      <SignUpForm
        takesFocus={from === PAGES.payment}
        onRegistered={(email) => navigate(PAGES.signIn, { replace: true, state: { from, email } })}
      />
      <ContinueWithGoogle from={from} page={PAGES.signUp} />
    </AuthLayout>
  )
}
