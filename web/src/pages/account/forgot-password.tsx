import { zodResolver } from '@hookform/resolvers/zod'
import { forgotPassword } from '@marquee/contract/accounts/accounts'
import { PAGES } from '@marquee/contract/pages'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { AuthLayout } from '#features/session/auth-layout.tsx'
import { useAuthRedirect } from '#features/session/use-auth-redirect.ts'
import { clearOnFieldError } from '#lib/api/clear-on-field-error.ts'
import { pageTitle } from '#lib/page/page-title.ts'

const useForgotPassword = () =>
  useMutation({ mutationFn: (email: string) => call(forgotPassword, { body: { email } }) })

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

function ForgotPasswordForm() {
  const { mutate, reset, data, error, isPending } = useForgotPassword()
  const { register, handleSubmit, formState } = useForm({
    resolver: clearOnFieldError(zodResolver(forgotPassword.body), reset),
  })

  return (
    <form noValidate onSubmit={handleSubmit(({ email }) => mutate(email))} className="grid gap-5">
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        required
        error={formState.errors.email?.message}
        {...register('email')}
      />
      {error && <ErrorText>{error.message}</ErrorText>}
      <p role="status" className="text-good empty:hidden">
        {data?.message}
      </p>
      <Button type="submit" busy={isPending} className="mt-2 w-full">
        {isPending ? 'Loading...' : 'Send Link'}
      </Button>
    </form>
  )
}
