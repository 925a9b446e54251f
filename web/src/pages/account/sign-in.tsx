import { PAGES } from '@marquee/contract/pages'
import { Navigate } from 'react-router'
import { HeldOrder } from '#features/checkout/held-order.tsx'
import { AuthLayout } from '#features/session/auth-layout.tsx'
import { ContinueWithGoogle } from '#features/session/continue-with-google.tsx'
import { GoogleNotice } from '#features/session/google-notice.tsx'
import { useSession } from '#features/session/session.store.ts'
import { SignInForm } from '#features/session/sign-in-form.tsx'
import { useAuthRedirect } from '#features/session/use-auth-redirect.ts'
import { useGoogleSignInResult, useLinkEmail } from '#features/session/use-google-sign-in-result.ts'
import { pageTitle } from '#lib/page/page-title.ts'
import { Loading } from '#ui/loading.tsx'

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
      {googleResult && <GoogleNotice result={googleResult} />}
      {linkEmail !== undefined && (
        <SignInForm key={linkEmail} email={email || linkEmail} linking={linking} />
      )}
      {!linking && <ContinueWithGoogle from={from} page={PAGES.signIn} />}
    </AuthLayout>
  )
}
