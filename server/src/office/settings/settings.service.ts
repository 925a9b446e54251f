import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import type { getSettings as getSettingsCall } from '@marquee/contract/office/settings/settings'
import { listSettings } from '#src/config/list-settings.ts'
import type { Context } from '#src/context.ts'
import { readDatabaseSize } from '#src/database/health/database-size.ts'
import { listNodes } from '#src/database/health/nodes.ts'
import { readAppliedMigrations } from '#src/database/migrate.ts'

/** What is configured, which nodes run, and the schema. */
export async function getSettings({
  reader,
  config,
}: Context): Promise<ResponseBody<typeof getSettingsCall>> {
  const [nodes, migrations, freeDiskBytes] = await Promise.all([
    listNodes(reader),
    readAppliedMigrations(reader),
    readDatabaseSize(reader, config.dataDir).freeDisk(),
  ])
  return { settings: listSettings(config.environment), nodes, migrations, freeDiskBytes }
}
