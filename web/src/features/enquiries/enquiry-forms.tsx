import { zodResolver } from '@hookform/resolvers/zod'
import type { CallInput } from '@marquee/contract/calls/endpoint'
import { askQuestion, sendMessage } from '@marquee/contract/cinema/enquiries'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Field, TextField } from '@marquee/ui-kit/ui/field.tsx'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useDialog } from '#ui/dialogs/use-dialog.ts'

type QuestionInput = CallInput<typeof askQuestion>['body']
type MessageInput = CallInput<typeof sendMessage>['body']

const useAskQuestion = (onSent: () => void) =>
  useEnquiry({
    send: (body: QuestionInput) => call(askQuestion, { body }),
    successTitle: 'Question Received',
    failureText: 'There was an error submitting your question!',
    onSent,
  })

const useSendMessage = (onSent: () => void) =>
  useEnquiry({
    send: (body: MessageInput) => call(sendMessage, { body }),
    successTitle: 'Message Received',
    failureText: 'There was an error submitting your message!',
    onSent,
  })

interface EnquiryOptions<Body> {
  send: (body: Body) => Promise<{ message: string }>
  /** The title above the message of the server. */
  successTitle: string
  failureText: string
  onSent: () => void
}

/** Shows the result in a dialog (specification §8). */
function useEnquiry<Body>({ send, successTitle, failureText, onSent }: EnquiryOptions<Body>) {
  const openDialog = useDialog()
  return useMutation({
    mutationFn: send,
    onSuccess: ({ message }) => {
      onSent()
      void openDialog({ title: successTitle, text: message })
    },
    onError: () => void openDialog({ title: 'Oops...', text: failureText }),
  })
}

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
