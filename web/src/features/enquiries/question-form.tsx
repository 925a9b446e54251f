import { askQuestion } from '@marquee/contract/enquiries'
import { useForm } from 'react-hook-form'
import { type Question, useAskQuestion } from '#features/enquiries/enquiries.queries.ts'
import { fits } from '#features/enquiries/rules.ts'
import { Button } from '#ui/button.tsx'
import { Field, TextField } from '#ui/field.tsx'

const { userEmail, userQuestion } = askQuestion.body.shape

export function QuestionForm() {
  const { register, handleSubmit, reset, formState } = useForm<Question>()
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
        {...register('userEmail', {
          validate: fits(userEmail, 'Please enter a valid e-mail address.'),
        })}
      />
      <TextField
        label="Your Question"
        required
        error={errors.userQuestion?.message}
        {...register('userQuestion', {
          validate: fits(userQuestion, 'Please enter your question.'),
        })}
      />
      <Button type="submit" busy={isPending} className="justify-self-start">
        Submit Question
      </Button>
    </form>
  )
}
