import { fillPagePath } from '@marquee/contract/pages'
import { TICKET_FILES } from '@marquee/contract/tickets/tickets'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useMutation } from '@tanstack/react-query'
import { fetchPasses } from './ticket.queries.ts'

export type TicketFile = 'bookingCalendar' | 'bookingPdf'

/** The calendar file of a shared pass. It needs no account. */
export const passCalendarPath = (token: string) => fillPagePath(TICKET_FILES.passCalendar, token)

/** Downloads a file of a booking. The session is renewed before: with an old one the file would be an error message. */
export const useTicketFile = (userId: string, reference: string) =>
  useMutation({
    mutationFn: async (file: TicketFile) => {
      await fetchPasses(userId, reference)
      download(fillPagePath(TICKET_FILES[file], reference))
    },
    onError: ({ message }) => notify(message),
  })

/** The name of the file is in the response. */
function download(path: string) {
  const link = document.createElement('a')
  link.href = path
  link.download = ''
  link.click()
}
