import { zodResolver } from '@hookform/resolvers/zod'
import { signUp } from '@marquee/contract/accounts'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { signInWith } from '#features/session/session.actions.ts'
import { useAuthStatus } from '#features/session/use-auth-status.ts'
import { Button } from '#ui/button.tsx'
import { ErrorText } from '#ui/error-state.tsx'
import { Field } from '#ui/field.tsx'
import { notify } from '#ui/notify.ts'
import { PasswordField } from '#ui/password-field.tsx'

/** Only what keeps a slip of the finger from the server: which password is right is its business. */
const Entry = z.object({
  email: signUp.body.shape.email,
  password: z.string().check(z.minLength(1, 'Please enter your password.')),
})

const LINKED = 'Done: from now on Continue with Google leads to your account.'
const NOT_LINKED =
  'You are signed in, but Google could not be linked: please sign out and continue with Google again.'

interface Props {
  /** What is known of it already. */
  email: string
  /** Whether the password is given to link a Google account with. */
  linking: boolean
}

/** Signs in; whoever shows it takes the person on from there. */
export function SignInForm({ email, linking }: Props) {
  const { loading, error } = useAuthStatus()
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(Entry),
    defaultValues: { email, password: '' },
  })
  const { errors } = formState

  const submit = handleSubmit(async (entry) => {
    const answer = await signInWith(linking ? { ...entry, linkGoogle: true } : entry)
    if (answer && linking) notify(answer.googleLinked ? LINKED : NOT_LINKED)
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
      <PasswordField
        label="Password"
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
