import { confirmEmail, type resetPassword } from '@marquee/contract/accounts/accounts'
import type { CallInput } from '@marquee/contract/calls/endpoint'
import { PAGES } from '@marquee/contract/pages'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useMutation } from '@tanstack/react-query'
import { AuthLayout } from '#features/session/auth-layout.tsx'
import { useConfirmEmail } from '#features/session/email-proof.mutations.ts'
import { ResetPasswordForm } from '#features/session/reset-password-form.tsx'
import { restoreSession } from '#features/session/session.store.ts'
import { useLinkToken } from '#features/session/use-link-token.ts'
import { pageTitle } from '#lib/page/page-title.ts'

/** Confirms the email of a link that was opened without a session of its account, which gets the new password. */
const useConfirmWithPassword = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof resetPassword>['body']) => call(confirmEmail, { body }),
    onSuccess: restoreSession,
  })

export function ConfirmEmailPage() {
  const token = useLinkToken()
  const { data, error } = useConfirmEmail(token)
  const mutation = useConfirmWithPassword()
  const done = mutation.data ?? (data?.passwordNeeded ? undefined : data)
  return (
    <AuthLayout
      title="Confirm Email"
      intro="A confirmed email lets you choose a new password when you need one."
      alternativeLink={{
        question: done ? 'All set.' : 'Need a new link?',
        label: done ? 'See the movies' : 'Sign in to get one',
        to: done ? PAGES.home : PAGES.signIn,
        state: null,
      }}
    >
      <title>{pageTitle('Confirm Email')}</title>
      <p role="status" className="text-good empty:hidden">
        {!data?.passwordNeeded && done?.message}
      </p>
      {data?.passwordNeeded && (
        <>
          {!mutation.data && <p className="mb-5 text-ash">{data.message}</p>}
          <ResetPasswordForm token={token} mutation={mutation} />
        </>
      )}
      {!data && !error && <p className="text-ash">Confirming your email...</p>}
      {error && <ErrorText>{error.message}</ErrorText>}
    </AuthLayout>
  )
}
