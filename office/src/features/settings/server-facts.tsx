import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import type { getSettings, Setting } from '@marquee/contract/office/settings/settings'
import { countOf } from '@marquee/contract/text/count'
import { type Column, DataTable } from '#ui/data-table.tsx'

const GIGABYTE = 1024 ** 3

type Settings = ResponseBody<typeof getSettings>

/** The nodes, the schema and the disk. */
export function ServerFacts({ nodes, migrations, freeDiskBytes }: Omit<Settings, 'settings'>) {
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
export function SettingsTable({ settings }: Pick<Settings, 'settings'>) {
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
