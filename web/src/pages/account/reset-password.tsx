import { PAGES } from '@marquee/contract/pages'
import { AuthLayout } from '#features/session/auth-layout.tsx'
import { useResetPassword } from '#features/session/email-proof.mutations.ts'
import { ResetPasswordForm } from '#features/session/reset-password-form.tsx'
import { useLinkToken } from '#features/session/use-link-token.ts'
import { pageTitle } from '#lib/page/page-title.ts'

export function ResetPasswordPage() {
  const token = useLinkToken()
  return (
    <AuthLayout
      title="New Password"
      intro="You will be signed out on all devices."
      alternativeLink={{
        question: 'Link expired?',
        label: 'Ask for a new one',
        to: PAGES.forgotPassword,
        state: null,
      }}
    >
      <title>{pageTitle('New Password')}</title>
      <ResetPasswordForm token={token} mutation={useResetPassword()} />
    </AuthLayout>
  )
}
