import { useLocation, useNavigate } from 'react-router'
import { Doorway } from '#features/session/doorway.tsx'
import { returnPath, stateField } from '#features/session/return-path.ts'
import { SignInForm } from '#features/session/sign-in-form.tsx'
import { pageTitle } from '#lib/page-title.ts'

export function SignInPage() {
  const { state } = useLocation()
  const navigate = useNavigate()
  const email = stateField(state, 'email')

  return (
    <Doorway
      title="Sign In"
      lead={email ? 'Your account is ready. Sign in to continue.' : 'Welcome back.'}
      other={{ ask: "Don't have an account?", label: 'Sign up', to: '/sign-up', state }}
    >
      <title>{pageTitle('Sign In')}</title>
      <SignInForm
        email={email ?? ''}
        onSignedIn={() => navigate(returnPath(state), { replace: true })}
      />
    </Doorway>
  )
}
