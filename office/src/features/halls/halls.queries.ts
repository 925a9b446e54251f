import type { CallInput } from '@marquee/contract/calls/endpoint'
import type { OpeningHours } from '@marquee/contract/office/programme/opening-times'
import {
  addScreen,
  applyLayout,
  changeScreen,
  listLayouts,
  listScreens,
  planLayout,
  retireScreen,
  type StaffScreen,
  setOpeningHours,
} from '@marquee/contract/office/programme/screens'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { refetchShows } from '#lib/shows.queries.ts'

const screensKey = ['screens']

/** The screens in use, and the opening hours of the cinema. */
export const useScreens = () =>
  useQuery({
    queryKey: [...screensKey, 'list'],
    queryFn: ({ signal }) => call(listScreens, {}, signal),
    staleTime: 0,
  })

/** A screen with the versions of its hall, the latest first. */
export const useLayouts = (screenId: string) =>
  useQuery({
    queryKey: [...screensKey, 'layouts', screenId],
    queryFn: ({ signal }) => call(listLayouts, { params: { screenId } }, signal),
    staleTime: 0,
  })

/** The programme and the seats of screens depend on screens too. */
async function refetchScreens() {
  const keys = [screensKey, ['programme'], ['seat-outages']]
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  await refetchShows()
}

export const useAddScreen = () =>
  useMutation({
    mutationFn: (body: CallInput<typeof addScreen>['body']) => call(addScreen, { body }),
    onSuccess: async ({ screen }) => {
      notify(`${screen.name} is added.`)
      await refetchScreens()
    },
  })

export const useChangeScreen = (screenId: string, onSuccess: () => void) =>
  useMutation({
    mutationFn: (body: CallInput<typeof changeScreen>['body']) =>
      call(changeScreen, { params: { screenId }, body }),
    onSuccess: async () => {
      onSuccess()
      await refetchScreens()
    },
  })

export const useChangeOpeningHours = () =>
  useMutation({
    mutationFn: (openingHours: OpeningHours | null) =>
      call(setOpeningHours, { body: { openingHours } }),
    onSuccess: async ({ openingHours }) => {
      notify(openingHours ? 'The opening hours are saved.' : 'Shows are possible all day.')
      await refetchScreens()
    },
  })

export const useRetireScreen = (onSuccess: () => void) =>
  useMutation({
    mutationFn: ({ _id }: StaffScreen) => call(retireScreen, { params: { screenId: _id } }),
    onSuccess: async (_, { name }) => {
      notify(`${name} is retired.`)
      onSuccess()
      await refetchScreens()
    },
  })

export type NewLayout = CallInput<typeof planLayout>['body']

/** What a new version of a hall would do. */
export const fetchLayoutPlan = (screenId: string, body: NewLayout) =>
  call(planLayout, { params: { screenId }, body })

export const useApplyLayout = (screenId: string, onSuccess: () => void) =>
  useMutation({
    mutationFn: (planId: string) => call(applyLayout, { params: { screenId }, body: { planId } }),
    onSuccess: async () => {
      notify('The hall has its new layout.')
      onSuccess()
      await refetchScreens()
    },
  })
