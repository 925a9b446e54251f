import { PAGES } from '@marquee/contract/pages'
import { AuthLayout } from '#features/session/auth-layout.tsx'
import { ForgotPasswordForm } from '#features/session/forgot-password-form.tsx'
import { useAuthRedirect } from '#features/session/use-auth-redirect.ts'
import { pageTitle } from '#lib/page/page-title.ts'

export function ForgotPasswordPage() {
  const { from } = useAuthRedirect()
  return (
    <AuthLayout
      title="Forgot Password"
      intro="Enter your email. We will send you a link to choose a new password."
      alternativeLink={{
        question: 'Remembered it?',
        label: 'Sign in',
        to: PAGES.signIn,
        state: { from },
      }}
    >
      <title>{pageTitle('Forgot Password')}</title>
      <ForgotPasswordForm />
    </AuthLayout>
  )
}
