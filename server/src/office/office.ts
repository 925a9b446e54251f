import type { Redis } from '../cluster/redis.ts'
import type { OfficeConfig } from '../config.ts'
import type { Context } from '../context.ts'
import { createDeviceSessions } from './device-session.plugin.ts'
import { createPairingCode, hasDevices, pairingLink } from './devices.service.ts'
import type { NodeStatus } from './health.service.ts'
import { createOfficeApp } from './office-app.ts'
import { createCommandLineCheck } from './office-secret.ts'
import { openOfficeSockets } from './office-sockets.ts'

/** Creates the server of the office with its sockets. It does not listen yet. */
export async function openOffice(
  ctx: Context,
  { office, node, redis }: { office: OfficeConfig; node: NodeStatus; redis?: Redis | undefined },
) {
  const deviceSessions = createDeviceSessions(ctx, {
    settings: office,
    isCommandLine: await createCommandLineCheck(ctx.config),
  })
  const app = await createOfficeApp(ctx, { office, deviceSessions, node, redis })
  const sockets = openOfficeSockets(app.server, ctx, { office, deviceSessions })
  return { app, sockets }
}

/** Returns a link that pairs the first device, undefined if one is paired. */
export async function inviteFirstDevice(ctx: Context, office: OfficeConfig) {
  if (await hasDevices(ctx)) return undefined
  const { code } = await createPairingCode(ctx, { name: null, scope: 'manager' }, null)
  return pairingLink(office, code)
}
