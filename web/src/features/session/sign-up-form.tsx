import { zodResolver } from '@hookform/resolvers/zod'
import { PASSWORD_LENGTH, signUp } from '@marquee/contract/accounts'
import { useForm } from 'react-hook-form'
import { register as createAccount, SOMETHING_WRONG } from '#features/session/session.actions.ts'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/error-state.tsx'
import { Field } from '#ui/field.tsx'
import { PasswordField } from '#ui/password-field.tsx'

export function SignUpForm({ onRegistered }: { onRegistered: (email: string) => void }) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(signUp.body),
    defaultValues: { username: '', email: '', password: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async (account) => {
    try {
      await createAccount(account)
      onRegistered(account.email)
    } catch {
      // Why it failed stays untold (specification, section 8): it would say who has an account here.
      setError('root', { message: SOMETHING_WRONG })
    }
  })

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
        hint={!errors.password && PASSWORD_LENGTH}
        error={errors.password?.message}
        {...register('password')}
      />
      {errors.root?.message && <ErrorText>{errors.root.message}</ErrorText>}
      <Button type="submit" busy={isSubmitting} className="mt-2 w-full">
        {isSubmitting ? 'Loading...' : 'Sign Up'}
      </Button>
    </form>
  )
}
