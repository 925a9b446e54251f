import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import { type Backup, getBackup, startBackup } from '@marquee/contract/office/settings/backups'
import { getSettings, type Setting } from '@marquee/contract/office/settings/settings'
import { countOf } from '@marquee/contract/text/count'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { ErrorText } from '@marquee/ui-kit/ui/states.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { HealthFacts } from '#features/settings/health-facts.tsx'
import { MailQueue } from '#features/settings/mail-queue.tsx'
import { mayManageShows } from '#lib/access.ts'
import { useScopes } from '#lib/device.queries.ts'
import { healthQuery, SERVER_REFETCH_MS } from '#lib/health.queries.ts'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { HowDoI } from '#ui/how-do-i.tsx'
import { Page } from '#ui/page.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'

const useSettings = () =>
  useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => call(getSettings, {}, signal),
    refetchInterval: SERVER_REFETCH_MS,
  })

/** Whether the server can sell. For managers also what is configured, the emails that are not sent, and the backup. */
export function SettingsPage() {
  const { data, error, refetch } = useQuery(healthQuery)
  const isManager = mayManageShows(useScopes())
  return (
    <Page title="Settings">
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={3} className="h-24" />}
      {data && <HealthFacts health={data} />}
      {isManager && <ManagerSettings />}
      <HowDoI
        answers={[
          [
            'know whether the site sells',
            'The field Selling says so. A warning beside another field tells what to do.',
          ],
          [
            'send an email that was refused',
            'Correct the address on the booking: what was not delivered goes there. Delayed emails are tried again by themselves, or at once by Try again.',
          ],
          [
            'change a setting',
            'Ask the operator of the server: settings are environment variables, and change with a restart.',
          ],
        ]}
      />
    </Page>
  )
}

function ManagerSettings() {
  const { data, error, refetch } = useSettings()
  return (
    <div className="mt-6 grid gap-6">
      <div className="grid gap-4 md:grid-cols-2">
        <BackupPanel />
        {data && <ServerFacts {...data} />}
      </div>
      <MailQueue />
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {data && <SettingsTable settings={data.settings} />}
    </div>
  )
}

const GIGABYTE = 1024 ** 3

type Settings = ResponseBody<typeof getSettings>

/** The nodes, the schema and the disk. */
function ServerFacts({ nodes, migrations, freeDiskBytes }: Omit<Settings, 'settings'>) {
  return (
    <section aria-labelledby="server" className="panel grid content-start gap-3 p-4">
      <h2 id="server" className="font-semibold">
        Server
      </h2>
      <dl className="grid gap-2">
        <div>
          <dt className="label">Nodes</dt>
          {nodes.map(({ name, isCurrent }) => (
            <dd key={name} className="wrap-anywhere">
              {name}
              {isCurrent && <span className="text-ash"> (this one)</span>}
            </dd>
          ))}
        </div>
        <div>
          <dt className="label">Schema</dt>
          <dd className="wrap-anywhere">{migrations.at(-1) ?? '–'}</dd>
        </div>
        <div>
          <dt className="label">Disk left</dt>
          <dd>{(freeDiskBytes / GIGABYTE).toFixed(1)} GB</dd>
        </div>
      </dl>
    </section>
  )
}

const COLUMNS: Column<Setting>[] = [
  {
    accessorKey: 'name',
    header: 'Setting',
    cell: ({ row }) => <span className="font-semibold whitespace-nowrap">{row.original.name}</span>,
  },
  {
    id: 'value',
    accessorFn: valueText,
    header: 'Value',
    cell: ({ getValue }) => <span className="wrap-anywhere">{String(getValue())}</span>,
  },
  {
    id: 'source',
    accessorFn: ({ source }) => (source === 'environment' ? 'Configured' : 'Default'),
    header: 'From',
  },
  {
    accessorKey: 'meaning',
    header: 'Meaning',
    enableSorting: false,
    cell: ({ row }) => <span className="text-sm text-ash">{row.original.meaning}</span>,
  },
]

/** A secret is only said to be there. */
function valueText({ value, unset, isSecret, source }: Setting) {
  if (isSecret && source === 'environment') return 'Set, and not shown'
  return value ?? unset ?? '–'
}

/** The settings that were configured, and, to open, those with their defaults. */
function SettingsTable({ settings }: Pick<Settings, 'settings'>) {
  const [configured = [], others = []] = ['environment', 'default'].map((wanted) =>
    settings.filter(({ source }) => source === wanted),
  )
  return (
    <section aria-labelledby="settings" className="grid gap-3">
      <h2 id="settings" className="font-semibold">
        What is configured
      </h2>
      <p className="max-w-prose text-ash">
        Settings are environment variables. They change with a restart of the server.
      </p>
      <DataTable name="Settings" columns={COLUMNS} rows={configured} rowId={({ name }) => name} />
      <details>
        <summary className="min-h-11 py-2.5 font-medium">
          {countOf(others.length, 'setting with its default', 'settings with their defaults')}
        </summary>
        <DataTable name="Defaults" columns={COLUMNS} rows={others} rowId={({ name }) => name} />
      </details>
    </section>
  )
}

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
function BackupPanel() {
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
