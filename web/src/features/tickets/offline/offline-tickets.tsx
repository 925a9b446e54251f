import '#features/tickets/ticket.css'
import { ticketPath } from '@marquee/contract/pages'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import type { ReactNode } from 'react'
import { PassCard } from '#features/tickets/passes/pass-card.tsx'
import { useDeviceTickets } from '#features/tickets/ticket.queries.ts'
import { showTimes } from '#features/tickets/ticket.ts'
import { NearDateTime } from '#lib/date-time.tsx'
import { useConnectionProblem } from '#lib/socket/use-connection-problem.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { TextLink } from '#ui/text-link.tsx'
import type { DeviceTicket } from './device-tickets.ts'

interface Props {
  userId: string
  /** The server has not answered yet. */
  isWaiting: boolean
  children: ReactNode
}

/** The upcoming tickets on this device, the next one with its code, and `children` below. Nothing if there are none. */
export function OfflineTickets({ userId, isWaiting, children }: Props) {
  const { data = [] } = useDeviceTickets(userId)
  const problem = useConnectionProblem()
  const [next, ...later] = data.filter(({ ticket }) => showTimes(ticket).endsAt > serverNow())

  if (!next) return null
  return (
    <>
      <section
        aria-labelledby="offline-tickets"
        className="mx-auto grid max-w-md gap-5 px-4 py-8 sm:px-0 short:gap-2 short:py-3"
      >
        <div>
          <h2 id="offline-tickets" className="text-2xl">
            Your tickets
          </h2>
          <p role="status" className="mt-1 text-ash">
            {isWaiting ? 'The connection is slow.' : problem} These tickets are saved on this
            device.
          </p>
        </div>
        <NextTicket {...next} />
        {later.length > 0 && (
          <ul className="grid gap-3">
            {later.map(({ ticket }) => (
              <li key={ticket.reference}>
                <TextLink to={ticketPath(ticket.reference)}>
                  {ticket.movie.name}, <NearDateTime instant={ticket.startTime} />
                </TextLink>
              </li>
            ))}
          </ul>
        )}
      </section>
      {children}
    </>
  )
}

function NextTicket({ ticket, passes: { passes } }: DeviceTicket) {
  const [pass] = passes
  return (
    <>
      <h3 className="text-xl">{ticket.movie.name}</h3>
      {pass && (
        <PassCard
          show={ticket}
          seats={ticket.seats}
          token={pass.token}
          reference={ticket.reference}
        />
      )}
      <LinkButton to={ticketPath(ticket.reference)} variant="secondary">
        Show Ticket
      </LinkButton>
    </>
  )
}
