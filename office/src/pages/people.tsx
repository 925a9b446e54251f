import type { Person } from '@marquee/contract/office/people'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { EmptyState, ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import Plus from 'lucide-react/icons/plus'
import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { usePeople, useRetirePerson } from '#features/people/people.queries.ts'
import { PersonDialog } from '#features/people/person-dialog.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { HowDoI } from '#ui/how-do-i.tsx'
import { Page } from '#ui/page.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'

/** The people who enter a PIN at devices. */
export function PeoplePage() {
  const { data, error, refetch } = usePeople()
  const [changed, setChanged] = useState<Person | 'new'>()
  const [retired, setRetired] = useState<Person>()
  const isFirst = data?.people.length === 0
  const columns: Column<Person>[] = [
    {
      accessorKey: 'name',
      header: 'Name',
      cell: ({ row }) => <span className="font-semibold">{row.original.name}</span>,
    },
    {
      id: 'scopes',
      accessorFn: ({ scopes }) => scopes.join(', '),
      header: 'May do',
      cell: ({ row }) => <span className="capitalize">{row.original.scopes.join(', ')}</span>,
    },
    {
      id: 'actions',
      header: 'Actions',
      enableSorting: false,
      cell: ({ row: { original: person } }) => (
        <span className="flex flex-wrap gap-1 @4xl:justify-end">
          <Button
            variant="quiet"
            aria-label={`Change ${person.name}`}
            onClick={() => setChanged(person)}
          >
            Change
          </Button>
          <Button
            variant="danger"
            aria-label={`Retire ${person.name}`}
            onClick={() => setRetired(person)}
          >
            Retire
          </Button>
        </span>
      ),
    },
  ]
  return (
    <Page
      title="People"
      tools={
        <Button onClick={() => setChanged('new')}>
          <Plus aria-hidden="true" className="size-5" />
          <span>Add a person</span>
        </Button>
      }
    >
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {isFirst && (
        <EmptyState
          ornament={<Users />}
          title="There are no people yet"
          text="Add people, and each sale, refund and admission has the name of the person who did it."
        />
      )}
      {data && !isFirst && (
        <DataTable name="People" columns={columns} rows={data.people} rowId={({ _id }) => _id} />
      )}
      <HowDoI
        answers={[
          [
            'give a person another PIN',
            'Press Change, type the new PIN, and press Save. The old one stops working at once.',
          ],
          [
            'get in if no manager has a PIN any more',
            'On the server, run: marquee office person pin ID. It prints a new PIN.',
          ],
        ]}
      />
      {changed !== undefined && (
        <PersonDialog
          person={changed === 'new' ? undefined : changed}
          isFirst={isFirst}
          onClose={() => setChanged(undefined)}
        />
      )}
      {retired && <RetireDialog person={retired} onClose={() => setRetired(undefined)} />}
    </Page>
  )
}

function RetireDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const retire = useRetirePerson(person, onClose)
  return (
    <Dialog
      title={`Retire ${person.name}?`}
      text="The PIN stops working at once. The name stays in the audit and in reports, unless you delete it too."
      onClose={onClose}
    >
      {retire.error && <ErrorText>{retire.error.message}</ErrorText>}
      <div className="mt-3 flex flex-wrap gap-2 first:mt-0">
        <Button variant="danger" busy={retire.isPending} onClick={() => retire.mutate(false)}>
          Retire
        </Button>
        <Button variant="danger" busy={retire.isPending} onClick={() => retire.mutate(true)}>
          Retire and delete the name
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Keep
        </Button>
      </div>
    </Dialog>
  )
}
