import { isPhone } from '@marquee/contract/text/phone'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { useForm } from 'react-hook-form'
import type { CinemaFields } from './first-programme.ts'

const PHONE_MISTAKE = 'Write 10 to 15 digits, such as +91 44 1234 5678, or leave it empty.'

interface Props {
  cinema: CinemaFields
  onNext: (cinema: CinemaFields) => void
}

/** Step 1: what tickets and emails say about the cinema. */
export function CinemaForm({ cinema, onNext }: Props) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: cinema })
  const { errors } = formState
  return (
    <form noValidate onSubmit={handleSubmit(onNext)} className="panel grid max-w-xl gap-4 p-4">
      <Field
        label="Name of the cinema"
        maxLength={120}
        autoFocus
        autoComplete="organization"
        error={errors.name?.message}
        {...register('name', {
          validate: (name) => name.trim() !== '' || 'Write the name that visitors know.',
        })}
      />
      <Field
        label="Address, optional"
        hint="Tickets and emails have it."
        maxLength={2000}
        autoComplete="street-address"
        {...register('address')}
      />
      <Field
        label="Phone, optional"
        type="tel"
        autoComplete="tel"
        error={errors.phone?.message}
        {...register('phone', {
          validate: (phone) => phone.trim() === '' || isPhone(phone) || PHONE_MISTAKE,
        })}
      />
      <Button type="submit" className="justify-self-start">
        Next: the hall
      </Button>
    </form>
  )
}
