import {
  BOOKING_PASS,
  getSharedPass,
  PASS_NOT_FOUND,
  type SharedPass,
} from '@marquee/contract/tickets/tickets'
import { ApiError, call } from '@marquee/ui-kit/lib/api.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { useParams } from 'react-router'
import { CinemaAddress } from '#features/cinema/cinema-address.tsx'
import { MoviePoster } from '#features/movies/movie-poster.tsx'
import { TICKET_ACTION } from '#features/tickets/action-style.ts'
import { createShareLink, ShareOptions } from '#features/tickets/passes/share-options.tsx'
import { passCalendarPath } from '#features/tickets/ticket-files.ts'
import { pageTitle } from '#lib/page/page-title.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Loading } from '#ui/loading.tsx'
import { EmptyState, ErrorState } from '#ui/page-states.tsx'
import '#features/tickets/ticket.css'
import { useWakeLock } from '@marquee/ui-kit/lib/use-wake-lock.ts'
import type { ReactNode } from 'react'
import { PassCard } from '#features/tickets/passes/pass-card.tsx'
import { TicketBand } from '#features/tickets/ticket-band.tsx'
import { TicketFacts } from '#features/tickets/ticket-facts.tsx'

const useSharedPass = (token: string) =>
  useQuery({
    queryKey: ['shared-pass', token],
    queryFn: ({ signal }) => call(getSharedPass, { params: { token } }, signal),
  })

/** A seat pass that was shared by link. It needs no account. */
export function PassPage() {
  const { token = '' } = useParams()
  return (
    <div className="min-h-svh">
      <title>{pageTitle('Ticket')}</title>
      {/* The link is the ticket: it must not appear in search results. */}
      <meta name="robots" content="noindex" />
      <LoadedPass token={token} />
    </div>
  )
}

function LoadedPass({ token }: { token: string }) {
  const { data: pass, error, isFetching, refetch } = useSharedPass(token)

  if (pass) {
    const { movie, cinema } = pass
    return (
      <SharedPassView
        pass={pass}
        token={token}
        poster={<MoviePoster movie={movie} sizes="(width < 48rem) 100vw, 40rem" priority alt="" />}
        address={<CinemaAddress cinema={cinema} />}
        actions={<PassActions pass={pass} token={token} />}
      />
    )
  }
  if (!error || isFetching) return <Loading>Loading your ticket...</Loading>
  const isVoid = error instanceof ApiError && error.code === 'VOID'
  if (isVoid || (error instanceof ApiError && [400, 404].includes(error.status))) {
    return (
      <EmptyState
        isPage
        title={PASS_NOT_FOUND}
        text={isVoid ? error.message : 'Please check the link, or ask for a new one.'}
        actions={<LinkButton to="/">Return to Homepage</LinkButton>}
      />
    )
  }
  return (
    <div className="px-4 py-24 short:py-5">
      <ErrorState
        isPage
        title={error.message}
        actions={<Button onClick={() => refetch()}>Try Again</Button>}
      />
    </div>
  )
}

function PassActions({ pass, token }: { pass: SharedPass; token: string }) {
  const link = createShareLink({
    movie: pass.movie.name,
    startTime: pass.showtime.startTime,
    label: pass.number === BOOKING_PASS ? pass.label : `Seat ${pass.label}`,
    token,
  })
  return (
    <>
      <div className="flex flex-wrap gap-x-6 border-y border-brass/25 py-2 print:hidden">
        <a href={passCalendarPath(token)} download className={TICKET_ACTION}>
          <CalendarPlus aria-hidden="true" className="size-4" />
          <span>Add to Calendar</span>
        </a>
        <ShareOptions link={link} label="this ticket" />
      </div>
      {/* A booking that was sold at the counter has no account. A shared seat belongs to the booking of someone else. */}
      {pass.number === BOOKING_PASS && (
        <p className="text-sm text-ash">To change or cancel, please ask at the box office.</p>
      )}
    </>
  )
}

interface SharedPassViewProps {
  pass: SharedPass
  token: string
  poster: ReactNode
  address: ReactNode
  actions: ReactNode
}

/** A pass that was shared by link: nothing about the buyer. */
function SharedPassView({ pass, token, poster, address, actions }: SharedPassViewProps) {
  const { movie, showtime, cinema } = pass
  const show = { movie, startTime: showtime.startTime, screen: showtime.screen, cinema }
  useWakeLock()

  return (
    <article aria-label={`Ticket for ${movie.name}`} className="ticket-page">
      <TicketBand movie={movie} poster={poster} />
      <div className="ticket-page-columns">
        <PassCard
          show={show}
          seats={pass.seats.map(({ seatNumber }) => seatNumber)}
          token={token}
        />
        <div className="ticket-page-details">
          <TicketFacts show={show} />
          {actions}
          {address}
        </div>
      </div>
    </article>
  )
}
