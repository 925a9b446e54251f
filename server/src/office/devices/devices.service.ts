import { createHash, randomBytes } from 'node:crypto'
import { type Device, PAIR_PAGE } from '@marquee/contract/office/devices'
import { SCOPES_WITH_PERSON, type Scope } from '@marquee/contract/office/office-endpoint'
import type { CurrentPerson } from '@marquee/contract/office/people'
import { formatInstant } from '@marquee/contract/time'
import { COMMAND_LINE_ID, COMMAND_LINE_NAME, recordAction } from '#src/audit/audit.service.ts'
import type { OfficeConfig } from '#src/config/config.ts'
import type { Context } from '#src/context.ts'
import type { DeviceRow } from '#src/database/schema.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { AppError, deviceNotFound } from '#src/errors.ts'
import * as statements from './devices.sql.ts'

const INVALID_CODE = 'This pairing code is not valid. Please ask a manager for a new one.'

/** 128 bits: a code cannot be guessed, even without the limit on attempts. */
const CODE_BYTES = 16
const SECRET_BYTES = 32
const CODE_LIFETIME_MS = 15 * 60_000
const SEEN_INTERVAL_MS = 60_000

/** The device that makes a call. */
export interface CurrentDevice {
  id: string
  name: string
  scope: Scope
  row: DeviceRow | null
  /** Who works at it. */
  person: CurrentPerson | null
  /** A person must enter a PIN first. */
  isLocked: boolean
}

/** The command line on the server itself. It has no row. */
export const COMMAND_LINE: CurrentDevice = {
  id: COMMAND_LINE_ID,
  name: COMMAND_LINE_NAME,
  scope: 'manager',
  row: null,
  person: null,
  isLocked: false,
}

interface Invitation {
  /** Null: the device names itself. */
  name: string | null
  scope: Scope
  expiresAt?: string | null | undefined
}

/** Creates a code that pairs one device, within 15 minutes. Only its hash is stored. `deviceId`: null for the start of the server. */
export async function createPairingCode(
  ctx: Context,
  { name, scope, expiresAt = null }: Invitation,
  deviceId: string | null,
) {
  const code = randomBytes(CODE_BYTES).toString('base64url')
  const deviceExpiresAt = expiresAt === null ? null : Date.parse(expiresAt)
  const validUntil = await inTransaction(ctx.db, { durable: true }, async (tx) => {
    await statements.deleteExpiredCodes(tx)
    const row = { codeHash: hash(code), name, scope, deviceExpiresAt }
    const { rows } = await statements.insertPairingCode(tx, row, CODE_LIFETIME_MS)
    await recordAction(tx, {
      deviceId,
      action: 'device.invite',
      subjectType: 'device',
      subject: 'new',
      after: { name, scope, expiresAt },
    })
    return rows[0]?.valid_until ?? 0
  })
  return { code, validUntil: formatInstant(validUntil) }
}

/** The link that a QR code contains. */
export const pairingLink = ({ url }: Pick<OfficeConfig, 'url'>, code: string) =>
  `${new URL(PAIR_PAGE, url).href}#${code}`

/** Exchanges a code for a new device. Returns the secret of its cookie. Throws INVALID. */
export function pairDevice(
  ctx: Context,
  { code, name }: { code: string; name?: string | undefined },
) {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  return inTransaction(ctx.db, { durable: true }, async (tx) => {
    const { rows: codes } = await statements.takePairingCode(tx, hash(code))
    const [invitation] = codes
    if (!invitation) throw new AppError(400, 'INVALID', INVALID_CODE)
    const { rows } = await statements.insertDevice(tx, {
      id: crypto.randomUUID(),
      name: name ?? invitation.name ?? 'Device',
      scope: invitation.scope,
      secret_hash: hash(secret),
      expires_at: invitation.device_expires_at,
    })
    const row = rows[0] as DeviceRow
    await recordAction(tx, {
      deviceId: row.id,
      action: 'device.pair',
      subjectType: 'device',
      subject: row.id,
      after: { name: row.name, scope: row.scope },
    })
    return { secret, device: deviceView(row, row.id) }
  })
}

/** Returns the paired device with this secret, null if there is none. */
export async function findDevice(
  ctx: Context,
  secret: string,
  { lockMs }: Pick<OfficeConfig, 'lockMs'>,
): Promise<CurrentDevice | null> {
  const [row] = (await statements.findDevice(ctx.reader, hash(secret))).rows
  if (!row) return null
  const { id, name, scope } = row
  const person = await personAt(ctx, row, ctx.now() - lockMs)
  const isLocked = !person && row.has_people === 1 && SCOPES_WITH_PERSON.includes(scope)
  return { id, name, scope, row, person, isLocked }
}

/** Null also if the person has not used the device since `seenBefore`: what happens there is not theirs any more. */
async function personAt(ctx: Context, row: statements.FoundDeviceRow, seenBefore: number) {
  const { id, person_id, person_name, person_scopes, person_seen_at } = row
  if (person_id === null || person_name === null) return null
  if ((person_seen_at ?? 0) < seenBefore) {
    await inTransaction(ctx.db, { durable: false }, (tx) =>
      statements.endIdlePerson(tx, id, seenBefore),
    )
    return null
  }
  const scopes = JSON.parse(person_scopes ?? '[]') as Scope[]
  return { _id: person_id, name: person_name, scopes }
}

/** Records that a device is in use, at most once a minute. */
export async function recordSeen(ctx: Context, { row }: CurrentDevice) {
  if (row === null || row.last_seen_at > ctx.now() - SEEN_INTERVAL_MS) return
  await inTransaction(ctx.db, { durable: false }, (tx) =>
    statements.recordSeen(tx, row.id, SEEN_INTERVAL_MS),
  )
}

export async function listDevices({ reader }: Context, currentId: string) {
  const { rows } = await statements.selectDevices(reader)
  return rows.map((row) => deviceView(row, currentId))
}

/** Whether any device is paired. */
export const hasDevices = async ({ reader }: Context) =>
  (await statements.selectDevices(reader)).rows.length > 0

interface DeviceChange {
  /** The device to change. */
  subject: string
  /** The device that changes it. */
  deviceId: string
}

/** Throws NOT_FOUND. */
export const renameDevice = (ctx: Context, { subject, deviceId }: DeviceChange, name: string) =>
  inTransaction(ctx.db, { durable: true }, async (tx) => {
    const [before] = (await statements.findPairedDevice(tx, subject)).rows
    const [after] = (await statements.renameDevice(tx, subject, name)).rows
    if (!before || !after) throw deviceNotFound()
    await recordAction(tx, {
      deviceId,
      action: 'device.rename',
      subjectType: 'device',
      subject,
      before: { name: before.name },
      after: { name },
    })
    return deviceView(after, deviceId)
  })

/** Takes a device's access away. Throws NOT_FOUND. */
export const revokeDevice = (ctx: Context, change: DeviceChange) =>
  endDevice(ctx, change, 'device.revoke')

/** Ends the pairing of the current device. */
export const signOutDevice = (ctx: Context, deviceId: string) =>
  endDevice(ctx, { subject: deviceId, deviceId }, 'device.sign-out')

const endDevice = (
  ctx: Context,
  { subject, deviceId }: DeviceChange,
  action: 'device.revoke' | 'device.sign-out',
) =>
  inTransaction(ctx.db, { durable: true }, async (tx) => {
    const [row] = (await statements.revokeDevice(tx, subject)).rows
    if (!row) throw deviceNotFound()
    await recordAction(tx, { deviceId, action, subjectType: 'device', subject })
  })

/** Returns those of the devices that have lost their access. */
export async function findEndedDevices({ reader }: Context, ids: string[]) {
  const { rows } = await statements.findEndedDevices(reader, [...new Set(ids)])
  return new Set(rows.map(({ id }) => id))
}

/** The secrets are random: they need neither salt nor a slow hash. */
const hash = (text: string) => createHash('sha256').update(text).digest('base64url')

const deviceView = (row: DeviceRow, currentId: string): Device => ({
  _id: row.id,
  name: row.name,
  scope: row.scope,
  createdAt: formatInstant(row.created_at),
  lastSeenAt: formatInstant(row.last_seen_at),
  expiresAt: row.expires_at === null ? null : formatInstant(row.expires_at),
  isCurrent: row.id === currentId,
})

/** The device of a request as it sees itself. */
export const currentDeviceView = ({ id, name, scope, row }: CurrentDevice, now: number): Device =>
  row
    ? deviceView(row, id)
    : {
        _id: id,
        name,
        scope,
        createdAt: formatInstant(now),
        lastSeenAt: formatInstant(now),
        expiresAt: null,
        isCurrent: true,
      }
