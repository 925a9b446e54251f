import type { CallInput } from '@marquee/contract/calls/endpoint'
import {
  addPerson,
  changePerson,
  deletePerson,
  listPeople,
  type Person,
  retirePerson,
} from '@marquee/contract/office/people'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { refetchDevice } from '#lib/device.queries.ts'

const peopleKey = ['people']

export const usePeople = () =>
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

export const useAddPerson = (onSuccess: () => void) =>
  useMutation({
    mutationFn: (body: CallInput<typeof addPerson>['body']) => call(addPerson, { body }),
    onSuccess: async ({ name }) => {
      notify(`${name} can enter the PIN now.`)
      onSuccess()
      await refetchPeople()
    },
  })

export const useChangePerson = ({ _id }: Pick<Person, '_id'>, onSuccess: () => void) =>
  useMutation({
    mutationFn: (body: CallInput<typeof changePerson>['body']) =>
      call(changePerson, { params: { personId: _id }, body }),
    onSuccess: async ({ name }) => {
      notify(`${name} is changed.`)
      onSuccess()
      await refetchPeople()
    },
  })

/** Retires a person, or deletes the name too. */
export const useRetirePerson = ({ _id }: Pick<Person, '_id'>, onSuccess: () => void) =>
  useMutation({
    mutationFn: (isDeleted: boolean) =>
      call(isDeleted ? deletePerson : retirePerson, { params: { personId: _id } }),
    onSuccess: async ({ message }) => {
      notify(message)
      onSuccess()
      await refetchPeople()
    },
  })
