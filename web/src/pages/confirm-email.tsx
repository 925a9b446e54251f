import { PAGES } from '@marquee/contract/pages'
import { AuthLayout } from '#features/session/auth-layout.tsx'
import { useConfirmEmail } from '#features/session/email-proof.mutations.ts'
import { useLinkToken } from '#features/session/use-link-token.ts'
import { pageTitle } from '#lib/page-title.ts'
import { ErrorText } from '#ui/error-state.tsx'

export function ConfirmEmailPage() {
  const { data, error } = useConfirmEmail(useLinkToken())
  return (
    <AuthLayout
      title="Confirm Email"
      intro="A confirmed email lets you choose a new password when you need one."
      alternativeLink={{
        question: data ? 'All set.' : 'Need a new link?',
        label: data ? 'See the movies' : 'Sign in to get one',
        to: data ? PAGES.home : PAGES.signIn,
        state: null,
      }}
    >
      <title>{pageTitle('Confirm Email')}</title>
      <p role="status" className="text-good empty:hidden">
        {data?.message}
      </p>
      {!data && !error && <p className="text-ash">Confirming your email...</p>}
      {error && <ErrorText>{error.message}</ErrorText>}
    </AuthLayout>
  )
}
