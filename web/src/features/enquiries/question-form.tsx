import { zodResolver } from '@hookform/resolvers/zod'
import { askQuestion } from '@marquee/contract/cinema/enquiries'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Field, TextField } from '@marquee/ui-kit/ui/field.tsx'
import { useForm } from 'react-hook-form'
import { useAskQuestion } from './enquiries.queries.ts'

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
