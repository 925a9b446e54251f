import { type Backup, getBackup, startBackup } from '@marquee/contract/office/settings/backups'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { healthQuery, SERVER_REFETCH_MS } from '#lib/health.queries.ts'
import { LoadError, SkeletonRows } from '#ui/states.tsx'

const PROGRESS_MS = 500

const backupKey = ['backup']

/** Read again while a backup is running. */
const useBackup = () =>
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
      data?.backup?.state === 'running' ? PROGRESS_MS : SERVER_REFETCH_MS,
  })

const useStartBackup = () =>
  useMutation({
    mutationFn: () => call(startBackup, {}),
    onSuccess: (status) => queryClient.setQueryData(backupKey, status),
  })

/** Backs up the embedded database now. The health says when it was backed up last. */
export function BackupPanel() {
  const { data, error, refetch } = useBackup()
  const start = useStartBackup()
  const isRunning = data?.backup?.state === 'running'
  return (
    <section aria-labelledby="backup" className="panel grid content-start gap-3 p-4">
      <h2 id="backup" className="font-semibold">
        Backup
      </h2>
      {!data && error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={2} />}
      {data && !data.isAvailable && <p>PostgreSQL makes its own backups.</p>}
      {data?.isAvailable && (
        <>
          {data.backup && <BackupProgress backup={data.backup} />}
          {start.error && <ErrorText>{start.error.message}</ErrorText>}
          <Button
            variant="secondary"
            className="justify-self-start"
            busy={start.isPending || isRunning}
            onClick={() => start.mutate()}
          >
            {isRunning ? 'Backing up…' : 'Back up now'}
          </Button>
        </>
      )}
    </section>
  )
}

function BackupProgress({ backup: { state, progress, file, message } }: { backup: Backup }) {
  if (state === 'failed') return <ErrorText>The backup has failed: {message}</ErrorText>
  return (
    <>
      {state === 'running' && (
        <progress className="w-full" max={1} value={progress} aria-label="Backup" />
      )}
      <p role="status" className="text-sm wrap-anywhere text-ash">
        {state === 'running' ? 'Writing' : 'Written and checked:'} {file}
      </p>
    </>
  )
}
