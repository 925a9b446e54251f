import { putBackInService, type SeatOutage } from '@marquee/contract/office/shows/seat-outages'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { EmptyState } from '@marquee/ui-kit/ui/states.tsx'
import { useMutation } from '@tanstack/react-query'
import Armchair from 'lucide-react/icons/armchair'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Moment } from '#lib/dates/moment.tsx'
import { refetchShows } from '#lib/shows.queries.ts'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { ReasonField } from '#ui/reason-field.tsx'

interface OutageOfScreen extends SeatOutage {
  screen: { _id: string; name: string }
}

/** The key of all queries about seats that are out of service. */
export const outagesKey = ['seat-outages']

export async function refetchOutagesAndShows() {
  await queryClient.invalidateQueries({ queryKey: outagesKey })
  await refetchShows()
}

interface BackInService extends Pick<SeatOutage, 'seatId' | 'seatNumber'> {
  screenId: string
  reason: string
}

const usePutBackInService = (onSuccess: () => void) =>
  useMutation({
    mutationFn: ({ screenId, seatId, reason }: BackInService) =>
      call(putBackInService, { params: { screenId }, body: { seatIds: [seatId], reason } }),
    onSuccess: async (_, { seatNumber }) => {
      notify(`${seatNumber} is back in service.`)
      onSuccess()
      await refetchOutagesAndShows()
    },
  })

const createColumns = (onReturn: (outage: OutageOfScreen) => void): Column<OutageOfScreen>[] => [
  {
    accessorKey: 'seatNumber',
    header: 'Seat',
    cell: ({ row }) => <span className="font-semibold">{row.original.seatNumber}</span>,
  },
  { id: 'screen', header: 'Screen', accessorFn: ({ screen }) => screen.name },
  { accessorKey: 'reason', header: 'Reason' },
  {
    accessorKey: 'since',
    header: 'Since',
    cell: ({ row }) => <Moment at={row.original.since} />,
  },
  { id: 'device', header: 'By', accessorFn: ({ device }) => device.name },
  {
    id: 'actions',
    header: 'Actions',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <span className="flex justify-end cards:justify-start">
        <Button
          variant="secondary"
          aria-label={`Back in service: ${original.seatNumber}, ${original.screen.name}`}
          onClick={() => onReturn(original)}
        >
          Back in service
        </Button>
      </span>
    ),
  },
]

/** The seats that are out of service on all screens. */
export function OutageList({ outages }: { outages: OutageOfScreen[] }) {
  const [returned, setReturned] = useState<OutageOfScreen>()
  const columns = useMemo(() => createColumns(setReturned), [])

  return (
    <section aria-labelledby="outages" className="grid gap-2">
      <h2 id="outages" className="font-semibold">
        Out of service now
      </h2>
      {outages.length === 0 ? (
        <EmptyState ornament={<Armchair />} title="All seats are in service" />
      ) : (
        <DataTable
          name="Seats out of service"
          columns={columns}
          rows={outages}
          rowId={({ _id }) => _id}
        />
      )}
      {returned && <BackInServiceDialog outage={returned} onClose={() => setReturned(undefined)} />}
    </section>
  )
}

interface BackInServiceDialogProps {
  outage: OutageOfScreen
  onClose: () => void
}

/** Asks why the seat can be used again. */
function BackInServiceDialog({ outage, onClose }: BackInServiceDialogProps) {
  const { seatId, seatNumber, screen } = outage
  const { register, handleSubmit } = useForm({ defaultValues: { reason: '' } })
  const putBack = usePutBackInService(onClose)
  const submit = handleSubmit(({ reason }) =>
    putBack.mutate({ seatId, seatNumber, screenId: screen._id, reason }),
  )
  return (
    <Dialog
      title={`${seatNumber} back in service?`}
      text={`Visitors can book it again at all shows of ${screen.name}. Bookings that got another seat keep that one.`}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <ReasonField
          autoFocus
          error={putBack.error?.message}
          hint="Stays in the audit: no names of visitors."
          {...register('reason')}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={putBack.isPending}>
            Back in service
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Keep it out
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
