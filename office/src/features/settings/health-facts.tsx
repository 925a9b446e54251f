import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import type { getHealth } from '@marquee/contract/office/settings/health'
import { countOf } from '@marquee/contract/text/count'
import { HOUR_MS } from '@marquee/contract/time'
import { serverNow } from '@marquee/ui-kit/lib/clock.ts'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useTimeZone } from '#lib/device.queries.ts'
import { dateTimeOf } from '#lib/format.ts'

type Health = ResponseBody<typeof getHealth>
type Level = 'good' | 'warning' | 'bad'
interface HealthFact {
  name: string
  value: string
  level?: Level
  note?: string
}

const MEGABYTE = 1024 * 1024
/** Backups are made every hour. */
const MAX_BACKUP_AGE_MS = 3 * HOUR_MS
const ICONS = { good: CircleCheck, warning: TriangleAlert, bad: CircleX } as const
const COLOURS = { good: 'text-good', warning: 'text-wait', bad: 'text-danger' } as const
const DATABASES = { sqlite: 'SQLite', postgresql: 'PostgreSQL' } as const

const UNTRUSTED_PROXY: HealthFact = {
  name: 'Proxy',
  value: 'Not trusted',
  level: 'warning',
  note: 'All visitors count as one address. If there is a proxy in front of the site, set TRUST_PROXY.',
}

function listFacts({ database, mails, ...health }: Health, timeZone: string): HealthFact[] {
  const moment = (instant: string | null) => (instant ? dateTimeOf(instant, timeZone) : 'Never')
  return [
    {
      name: 'Selling',
      value: health.isReady ? 'Ready' : 'Not ready',
      level: health.isReady ? 'good' : 'bad',
    },
    {
      name: 'Database',
      value: DATABASES[database.kind],
      level: database.problem ? 'bad' : 'good',
      note: database.problem ?? sizeOf(database.bytes),
    },
    {
      name: 'Emails',
      value: mailProblem(mails) ?? 'Sent',
      level: mailProblem(mails) ? 'warning' : 'good',
      note: mails.waiting > 0 ? `${mails.waiting} waiting` : 'None waiting',
    },
    ...(health.catalogueProblems.length > 0 ? [wrongCatalogue(health)] : []),
    ...(health.hasUntrustedProxy ? [UNTRUSTED_PROXY] : []),
    {
      name: 'Cancelled shows',
      ...(health.unfinishedCancellations > 0
        ? {
            value: `${health.unfinishedCancellations} unfinished`,
            level: 'warning' as const,
            note: 'Their bookings are being refunded. Today names the shows',
          }
        : { value: 'All refunded', level: 'good' as const }),
    },
    { name: 'Last backup', value: moment(health.lastBackupAt), ...judgeBackup(database, health) },
    { name: 'Expired holds released', value: moment(health.lastExpiryAt) },
    { name: 'Started', value: moment(health.startedAt), note: `Version ${health.version}` },
  ]
}

const wrongCatalogue = ({
  catalogueProblems: [first = '', ...more],
}: Pick<Health, 'catalogueProblems'>): HealthFact => ({
  name: 'Catalogue file',
  value: 'Not applied',
  level: 'bad',
  note: `The programme stays as it is. ${first}${more.length > 0 ? ` And ${countOf(more.length, 'more problem')}.` : ''}`,
})

/** `2 emails delayed, 1 email refused`. Null without a problem. */
const mailProblem = ({ failed, refused }: Health['mails']) =>
  [
    ...(failed > 0 ? [`${countOf(failed, 'email')} delayed`] : []),
    ...(refused > 0 ? [`${countOf(refused, 'email')} refused`] : []),
  ].join(', ') || null

function judgeBackup(
  { kind }: Health['database'],
  { lastBackupAt }: Pick<Health, 'lastBackupAt'>,
): Pick<HealthFact, 'level' | 'note'> {
  if (kind === 'postgresql') return { note: 'PostgreSQL makes its own backups' }
  if (!lastBackupAt) return { level: 'warning' }
  const isOld = serverNow() - Date.parse(lastBackupAt) > MAX_BACKUP_AGE_MS
  return isOld ? { level: 'warning', note: 'Older than three hours' } : { level: 'good' }
}

const sizeOf = (bytes: number | null) =>
  bytes === null ? '' : `${Math.max(1, Math.round(bytes / MEGABYTE))} MB`

/** What works and what does not. */
export function HealthFacts({ health }: { health: Health }) {
  const timeZone = useTimeZone()
  return (
    <dl className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {listFacts(health, timeZone).map(({ name, value, level, note }) => {
        const Icon = level && ICONS[level]
        return (
          <div key={name} className="panel p-4">
            <dt className="label">{name}</dt>
            <dd className="mt-1">
              <span className="flex items-center gap-2 text-lg font-semibold">
                {Icon && (
                  <Icon aria-hidden="true" className={`size-5 shrink-0 ${COLOURS[level]}`} />
                )}
                <span>{value}</span>
              </span>
              {note && <span className="text-ash">{note}</span>}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
