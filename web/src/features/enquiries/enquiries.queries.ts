import type { CallInput } from '@marquee/contract/endpoint'
import { askQuestion, sendMessage } from '@marquee/contract/enquiries'
import { useMutation } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { useDialog } from '#ui/use-dialog.ts'

type Question = CallInput<typeof askQuestion>['body']
type Message = CallInput<typeof sendMessage>['body']

export const useAskQuestion = (onSent: () => void) =>
  useEnquiry({
    send: (body: Question) => call(askQuestion, { body }),
    successTitle: 'Question Received',
    failureText: 'There was an error submitting your question!',
    onSent,
  })

export const useSendMessage = (onSent: () => void) =>
  useEnquiry({
    send: (body: Message) => call(sendMessage, { body }),
    successTitle: 'Message Received',
    failureText: 'There was an error submitting your message!',
    onSent,
  })

interface Enquiry<Body> {
  send: (body: Body) => Promise<{ message: string }>
  /** The title above the message of the server. */
  successTitle: string
  failureText: string
  onSent: () => void
}

/** Shows the result in a dialog (specification §8). */
function useEnquiry<Body>({ send, successTitle, failureText, onSent }: Enquiry<Body>) {
  const ask = useDialog()
  return useMutation({
    mutationFn: send,
    onSuccess: ({ message }) => {
      onSent()
      void ask({ title: successTitle, text: message })
    },
    onError: () => void ask({ title: 'Oops...', text: failureText }),
  })
}
