import { zodResolver } from '@hookform/resolvers/zod'
import { DEFAULT_ERROR_MESSAGE } from '@marquee/browser/api.ts'
import { PASSWORD_LENGTH_TEXT, signUp } from '@marquee/contract/accounts'
import { PAGES } from '@marquee/contract/pages'
import { useForm } from 'react-hook-form'
import { clearOnFieldError } from '#lib/clear-on-field-error.ts'
import { strongPassword } from '#lib/strong-password.ts'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/error-state.tsx'
import { Field } from '#ui/field.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { useSignUp } from './session.mutations.ts'

const SignUpFields = signUp.body.check(strongPassword())

export function SignUpForm({ onRegistered }: { onRegistered: (email: string) => void }) {
  const { mutate, reset, isPending, isError } = useSignUp()
  const { register, handleSubmit, formState } = useForm({
    resolver: clearOnFieldError(zodResolver(SignUpFields), reset),
  })
  const { errors } = formState

  const submit = handleSubmit((account) =>
    mutate(account, { onSuccess: () => onRegistered(account.email) }),
  )

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <Field
        label="Username"
        autoComplete="nickname"
        required
        error={errors.username?.message}
        {...register('username')}
      />
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        required
        error={errors.email?.message}
        {...register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        required
        hint={!errors.password && PASSWORD_LENGTH_TEXT}
        error={errors.password?.message}
        {...register('password')}
      />
      {/* The reason is not shown (specification §8): it would reveal which emails have accounts. */}
      {isError && (
        <div className="grid gap-2">
          <ErrorText>{DEFAULT_ERROR_MESSAGE}</ErrorText>
          <p className="text-sm text-ash">
            Already registered? <TextLink to={PAGES.signIn}>Sign in</TextLink> or{' '}
            <TextLink to={PAGES.forgotPassword}>reset your password</TextLink>
          </p>
        </div>
      )}
      <Button type="submit" busy={isPending} className="mt-2 w-full">
        {isPending ? 'Loading...' : 'Sign Up'}
      </Button>
    </form>
  )
}
