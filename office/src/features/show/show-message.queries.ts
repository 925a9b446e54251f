import { previewShowMessage, sendShowMessage } from '@marquee/contract/office/shows/show-messages'
import { countOf } from '@marquee/contract/text/count'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { useIdempotencyKey } from '@marquee/ui-kit/lib/use-idempotency-key.ts'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { showKeys } from '#lib/shows.queries.ts'

const messageKey = (showtimeId: string) => showKeys.detail(showtimeId, 'message')

/** Whom a message would reach, and the earlier messages. */
export const useShowMessage = (showtimeId: string) =>
  useQuery({
    queryKey: messageKey(showtimeId),
    queryFn: ({ signal }) => call(previewShowMessage, { params: { showtimeId } }, signal),
    staleTime: 0,
  })

/** Sends a message. The same text, sent again after a lost answer, is sent once. */
export function useSendMessage(showtimeId: string, onSent: () => void) {
  const { keyFor, forget } = useIdempotencyKey([sendShowMessage.path, showtimeId])
  return useMutation({
    mutationFn: (text: string) =>
      call(sendShowMessage, {
        params: { showtimeId },
        headers: { 'idempotency-key': keyFor(text) },
        body: { text },
      }),
    onSuccess: ({ reach }) => {
      forget()
      notify(`${countOf(reach.bookings, 'booking')} told: ${countOf(reach.mails, 'email')}.`)
      onSent()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: messageKey(showtimeId) }),
  })
}
