import { zodResolver } from '@hookform/resolvers/zod'
import { forgotPassword } from '@marquee/contract/accounts/accounts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useForm } from 'react-hook-form'
import { clearOnFieldError } from '#lib/api/clear-on-field-error.ts'
import { useForgotPassword } from './email-proof.mutations.ts'

export function ForgotPasswordForm() {
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
