import type { CallInput } from '@marquee/contract/calls/endpoint'
import { Scope } from '@marquee/contract/office/office-endpoint'
import {
  addPerson,
  changePerson,
  deletePerson,
  listPeople,
  type Person,
  Pin,
  retirePerson,
} from '@marquee/contract/office/people'
import { call, fieldErrors } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { Dialog } from '@marquee/ui-kit/ui/dialog.tsx'
import { Field } from '@marquee/ui-kit/ui/field.tsx'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { EmptyState, ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { SCOPE_TEXTS } from '#lib/access.ts'
import { refetchDevice } from '#lib/device.queries.ts'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { HowDoI } from '#ui/how-do-i.tsx'
import { Page } from '#ui/page.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'

const peopleKey = ['people']

const usePeople = () =>
  useQuery({
    queryKey: peopleKey,
    queryFn: ({ signal }) => call(listPeople, {}, signal),
    staleTime: 0,
  })

/** The first person locks this device too. */
const refetchPeople = () => {
  refetchDevice()
  return queryClient.invalidateQueries({ queryKey: peopleKey })
}

/** Adds a person, or changes one. Without a PIN it stays as it is. */
const useSavePerson = (person: Person | undefined, onSuccess: () => void) =>
  useMutation({
    mutationFn: ({ pin, ...body }: CallInput<typeof addPerson>['body']) =>
      person
        ? call(changePerson, {
            params: { personId: person._id },
            body: { ...body, ...(pin && { pin }) },
          })
        : call(addPerson, { body: { ...body, pin } }),
    onSuccess: async ({ name }) => {
      notify(person ? `${name} is changed.` : `${name} can enter the PIN now.`)
      onSuccess()
      await refetchPeople()
    },
  })

/** Retires a person, or deletes the name too. */
const useRetirePerson = ({ _id }: Pick<Person, '_id'>, onSuccess: () => void) =>
  useMutation({
    mutationFn: (isDeleted: boolean) =>
      call(isDeleted ? deletePerson : retirePerson, { params: { personId: _id } }),
    onSuccess: async ({ message }) => {
      notify(message)
      onSuccess()
      await refetchPeople()
    },
  })

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
        <span className="flex justify-end gap-1 cards:flex-wrap cards:justify-start">
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
      {retired && <RetirePersonDialog person={retired} onClose={() => setRetired(undefined)} />}
    </Page>
  )
}

function RetirePersonDialog({ person, onClose }: { person: Person; onClose: () => void }) {
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

interface PersonDialogProps {
  /** Undefined: a new person. */
  person?: Person | undefined
  /** The first person is a manager. */
  isFirst: boolean
  onClose: () => void
}

/** Adds a person, or changes the name, scopes or PIN of one. */
function PersonDialog({ person, isFirst, onClose }: PersonDialogProps) {
  const { mutate, isPending, error } = useSavePerson(person, onClose)
  const { register, handleSubmit, formState } = useForm({
    defaultValues: {
      name: person?.name ?? '',
      scopes: person?.scopes ?? (isFirst ? ['manager' as Scope] : ['counter' as Scope]),
      pin: '',
    },
  })
  const errors = fieldErrors(error)
  const submit = handleSubmit((values) => mutate(values))
  const checkPin = (pin: string) =>
    (pin === '' && person !== undefined) || Pin.safeParse(pin).success || 'A PIN has 4 to 8 digits.'
  return (
    <Dialog title={person ? `Change ${person.name}` : 'Add a person'} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <Field
          label="Name"
          maxLength={60}
          autoFocus
          autoComplete="off"
          error={errors.name}
          {...register('name')}
        />
        <fieldset>
          <legend className="field-label mb-1">What this person may do</legend>
          {Scope.options.map((scope) => (
            <label key={scope} className="checkbox">
              <input type="checkbox" value={scope} {...register('scopes')} />
              {SCOPE_TEXTS[scope]}
            </label>
          ))}
        </fieldset>
        <Field
          label={person ? 'New PIN, if it changes' : 'PIN'}
          inputMode="numeric"
          maxLength={8}
          autoComplete="off"
          hint="4 to 8 digits. The person enters it at each device."
          error={formState.errors.pin?.message ?? errors.pin}
          {...register('pin', { validate: checkPin })}
        />
        {isFirst && !person && (
          <p className="text-sm text-ash">
            From the first person on, devices of managers, the counter and reports ask for a PIN.
          </p>
        )}
        {error && Object.keys(errors).length === 0 && <ErrorText>{error.message}</ErrorText>}
        <Button type="submit" busy={isPending}>
          {person ? 'Save' : 'Add'}
        </Button>
      </form>
    </Dialog>
  )
}
