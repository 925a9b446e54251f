import { sendMessage } from '@marquee/contract/enquiries'
import { useForm } from 'react-hook-form'
import { type Message, useSendMessage } from '#features/enquiries/enquiries.queries.ts'
import { fits } from '#features/enquiries/rules.ts'
import { Button } from '#ui/button.tsx'
import { Field, TextField } from '#ui/field.tsx'

const { name, email, message } = sendMessage.body.shape

export function MessageForm() {
  const { register, handleSubmit, reset, formState } = useForm<Message>()
  const { errors } = formState
  const { mutate, isPending } = useSendMessage(reset)

  return (
    <form noValidate onSubmit={handleSubmit((entry) => mutate(entry))} className="grid gap-5">
      <Field
        label="Name"
        autoComplete="name"
        required
        error={errors.name?.message}
        {...register('name', { validate: fits(name, 'Please enter your name.') })}
      />
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        required
        error={errors.email?.message}
        {...register('email', { validate: fits(email, 'Please enter a valid e-mail address.') })}
      />
      <TextField
        label="Message"
        rows={6}
        required
        error={errors.message?.message}
        {...register('message', { validate: fits(message, 'Please enter your message.') })}
      />
      <Button type="submit" busy={isPending} className="justify-self-start">
        Send Message
      </Button>
    </form>
  )
}
