import { zodResolver } from '@hookform/resolvers/zod'
import { sendMessage } from '@marquee/contract/cinema/enquiries'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Field, TextField } from '@marquee/ui-kit/ui/field.tsx'
import { useForm } from 'react-hook-form'
import { useSendMessage } from './enquiries.queries.ts'

export function MessageForm() {
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(sendMessage.body),
  })
  const { errors } = formState
  const { mutate, isPending } = useSendMessage(reset)

  return (
    <form noValidate onSubmit={handleSubmit((message) => mutate(message))} className="grid gap-5">
      <Field
        label="Name"
        autoComplete="name"
        required
        error={errors.name?.message}
        {...register('name')}
      />
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        required
        error={errors.email?.message}
        {...register('email')}
      />
      <TextField
        label="Message"
        rows={6}
        required
        error={errors.message?.message}
        {...register('message')}
      />
      <Button type="submit" busy={isPending} className="justify-self-start">
        Send Message
      </Button>
    </form>
  )
}
