import type { User } from '@marquee/contract/accounts/accounts'
import {
  PHONE_CODE_LENGTH,
  requestPhoneCode,
  verifyPhone,
} from '@marquee/contract/accounts/phone-verification'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useMutation } from '@tanstack/react-query'
import BadgeCheck from 'lucide-react/icons/badge-check'
import { useForm } from 'react-hook-form'
import { callAsUser } from '#lib/api/api.ts'

const useRequestPhoneCode = (userId: string) =>
  useMutation({ mutationFn: () => callAsUser(requestPhoneCode, {}, userId) })

const useVerifyPhone = (userId: string, onVerified: (user: User) => void) =>
  useMutation({
    mutationFn: (code: string) => callAsUser(verifyPhone, { body: { code } }, userId),
    onSuccess: onVerified,
  })

interface Props {
  user: User
  onVerified: (user: User) => void
}

/** Verifies the saved phone number with a code. The order summary then marks the number as verified. */
export function PhoneVerification({ user, onVerified }: Props) {
  if (user.phone === null) return null
  return (
    <section aria-labelledby="phone-verification" className="border-t border-brass/25 pt-6">
      <h3 id="phone-verification" className="font-sans text-base font-semibold text-ivory">
        Phone Verification
      </h3>
      {user.phoneVerified ? (
        <p role="status" className="mt-2 flex items-center gap-2 text-good">
          <BadgeCheck aria-hidden="true" className="size-5" />
          <span>{user.phone} is verified.</span>
        </p>
      ) : (
        <VerificationSteps key={user.phone} user={user} onVerified={onVerified} />
      )}
    </section>
  )
}

function VerificationSteps({ user, onVerified }: Props) {
  const request = useRequestPhoneCode(user._id)

  if (!user.emailConfirmed) {
    return (
      <p className="mt-2 text-sm text-ash">
        Confirm your email first. Then we can send you a code to verify {user.phone}.
      </p>
    )
  }
  return (
    <div className="mt-2 grid justify-items-start gap-4">
      <p className="text-sm text-ash">
        Verify {user.phone} with a six-digit code. This is a demonstration, so we send the code to
        your email.
      </p>
      {request.isSuccess && <CodeForm userId={user._id} onVerified={onVerified} />}
      {request.error && <ErrorText>{request.error.message}</ErrorText>}
      <Button variant="secondary" busy={request.isPending} onClick={() => request.mutate()}>
        {request.isSuccess ? 'Send a New Code' : 'Send Code'}
      </Button>
    </div>
  )
}

interface CodeFormProps extends Pick<Props, 'onVerified'> {
  userId: string
}

function CodeForm({ userId, onVerified }: CodeFormProps) {
  const { register, handleSubmit } = useForm({ defaultValues: { code: '' } })
  const { mutate, error, isPending } = useVerifyPhone(userId, onVerified)
  return (
    <form
      noValidate
      onSubmit={handleSubmit(({ code }) => mutate(code))}
      className="flex flex-wrap items-end gap-3"
    >
      <Field
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={PHONE_CODE_LENGTH}
        required
        error={error?.message}
        className="w-48"
        {...register('code')}
      />
      <Button type="submit" busy={isPending}>
        Verify Phone
      </Button>
    </form>
  )
}
