import { useQuery } from '@tanstack/react-query'
import { BackupPanel } from '#features/settings/backup-panel.tsx'
import { HealthFacts } from '#features/settings/health-facts.tsx'
import { MailQueue } from '#features/settings/mail-queue.tsx'
import { ServerFacts, SettingsTable } from '#features/settings/server-facts.tsx'
import { useSettings } from '#features/settings/settings.queries.ts'
import { mayManageShows } from '#lib/access.ts'
import { useScopes } from '#lib/device.queries.ts'
import { healthQuery } from '#lib/health.queries.ts'
import { HowDoI } from '#ui/how-do-i.tsx'
import { Page } from '#ui/page.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'

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
