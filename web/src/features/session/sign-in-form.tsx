import { zodResolver } from '@hookform/resolvers/zod'
import { signUp } from '@marquee/contract/accounts'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { signInWith } from '#features/session/session.actions.ts'
import { useAttempt } from '#features/session/use-attempt.ts'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/error-state.tsx'
import { Field } from '#ui/field.tsx'

/** Only what keeps a slip of the finger from the server: which password is right is its business. */
const Entry = z.object({
  email: signUp.body.shape.email,
  password: z.string().check(z.minLength(1, 'Please enter your password.')),
})

interface Props {
  /** Known from registering a moment ago. */
  email: string
  onSignedIn: () => void
}

export function SignInForm({ email, onSignedIn }: Props) {
  const { loading, error } = useAttempt()
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(Entry),
    defaultValues: { email, password: '' },
  })
  const { errors } = formState

  const submit = handleSubmit(async (entry) => {
    if (await signInWith(entry)) onSignedIn()
  })

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        required
        error={errors.email?.message}
        {...register('email')}
      />
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        error={errors.password?.message}
        {...register('password')}
      />
      {error && <ErrorText>{error}</ErrorText>}
      <Button type="submit" busy={loading} className="mt-2 w-full">
        {loading ? 'Loading...' : 'Sign In'}
      </Button>
    </form>
  )
}
