import { zodResolver } from '@hookform/resolvers/zod'
import { askQuestion, sendMessage } from '@marquee/contract/cinema/enquiries'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Field, TextField } from '@marquee/ui-kit/ui/field.tsx'
import { useForm } from 'react-hook-form'
import { useAskQuestion, useSendMessage } from './enquiries.queries.ts'

export function QuestionForm() {
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(askQuestion.body),
  })
  const { errors } = formState
  const { mutate, isPending } = useAskQuestion(reset)

  return (
    <form noValidate onSubmit={handleSubmit((question) => mutate(question))} className="grid gap-5">
      <Field
        label="Your Email"
        type="email"
        autoComplete="email"
        required
        error={errors.userEmail?.message}
        {...register('userEmail')}
      />
      <TextField
        label="Your Question"
        required
        error={errors.userQuestion?.message}
        {...register('userQuestion')}
      />
      <Button type="submit" busy={isPending} className="justify-self-start">
        Submit Question
      </Button>
    </form>
  )
}

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
