import { getBackup, startBackup } from '@marquee/contract/office/settings/backups'
import { listMails, retryMails } from '@marquee/contract/office/settings/mail-queue'
import { getSettings } from '@marquee/contract/office/settings/settings'
import { countOf } from '@marquee/contract/text/count'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { healthQuery } from '#lib/health.queries.ts'

const REFETCH_MS = 10_000
const PROGRESS_MS = 500

export const useSettings = () =>
  useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => call(getSettings, {}, signal),
    refetchInterval: REFETCH_MS,
  })

const mailsKey = ['mail-queue']

export const useMailQueue = () =>
  useQuery({
    queryKey: mailsKey,
    queryFn: ({ signal }) => call(listMails, {}, signal),
    refetchInterval: REFETCH_MS,
  })

/** Tries emails again: these, or all of them. */
export const useRetryMails = () =>
  useMutation({
    mutationFn: (mailIds?: string[]) => call(retryMails, { body: mailIds ? { mailIds } : {} }),
    onSuccess: ({ retried }) => notify(`${countOf(retried, 'email')} tried again.`),
    onError: ({ message }) => notify(message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: mailsKey }),
  })

const backupKey = ['backup']

/** Read again while a backup is running. */
export const useBackup = () =>
  useQuery({
    queryKey: backupKey,
    queryFn: async ({ signal }) => {
      const status = await call(getBackup, {}, signal)
      // It has the time of the last backup.
      if (status.backup?.state === 'done') void queryClient.invalidateQueries(healthQuery)
      return status
    },
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.backup?.state === 'running' ? PROGRESS_MS : REFETCH_MS,
  })

export const useStartBackup = () =>
  useMutation({
    mutationFn: () => call(startBackup, {}),
    onSuccess: (status) => queryClient.setQueryData(backupKey, status),
  })
