import { useLocation, useNavigate } from 'react-router'
import { Doorway } from '#features/session/doorway.tsx'
import { stateField } from '#features/session/return-path.ts'
import { SignUpForm } from '#features/session/sign-up-form.tsx'
import { pageTitle } from '#lib/page-title.ts'

export function SignUpPage() {
  const { state } = useLocation()
  const navigate = useNavigate()
  const from = stateField(state, 'from')

  return (
    <Doorway
      title="Register"
      lead="One account for your seats, your parking and your tickets."
      other={{ ask: 'Have an account?', label: 'Sign in', to: '/sign-in', state: { from } }}
    >
      <title>{pageTitle('Register')}</title>
      <SignUpForm onRegistered={(email) => navigate('/sign-in', { state: { from, email } })} />
    </Doorway>
  )
}
