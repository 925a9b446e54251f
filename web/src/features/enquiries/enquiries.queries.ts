import type { CallInput } from '@marquee/contract/calls/endpoint'
import { askQuestion, sendMessage } from '@marquee/contract/cinema/enquiries'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { useMutation } from '@tanstack/react-query'
import { useDialog } from '#ui/dialogs/use-dialog.ts'

type QuestionInput = CallInput<typeof askQuestion>['body']
type MessageInput = CallInput<typeof sendMessage>['body']

export const useAskQuestion = (onSent: () => void) =>
  useEnquiry({
    send: (body: QuestionInput) => call(askQuestion, { body }),
    successTitle: 'Question Received',
    failureText: 'There was an error submitting your question!',
    onSent,
  })

export const useSendMessage = (onSent: () => void) =>
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
