import type { Enquiry } from '@marquee/contract/office/enquiries/enquiries'
import { formatInstant } from '@marquee/contract/time'
import { deviceOf, deviceWithName } from '../audit/audit.service.ts'
import type { Db } from '../database/schema.ts'
import { readDeliveries } from '../messages/mail/mail-queue.service.ts'
import * as statements from './enquiries.sql.ts'

/** An element of the column `answers`. */
export interface StoredAnswer {
  /** Also the id of its mail. */
  id: string
  /** Epoch milliseconds. */
  at: number
  deviceId: string
  text: string
}

export const parseAnswers = ({ answers }: Pick<statements.EnquiryDetailsRow, 'answers'>) =>
  JSON.parse(answers) as StoredAnswer[]

/** Enquiries with their answers, the names of devices, and what became of the mails. */
export async function viewEnquiries(
  reader: Db,
  rows: readonly statements.EnquiryDetailsRow[],
): Promise<Enquiry[]> {
  const all = rows.flatMap(parseAnswers)
  const deviceIds = new Set(all.map(({ deviceId }) => deviceId))
  const [{ rows: devices }, deliveryOf] = await Promise.all([
    statements.selectDeviceNames(reader, [...deviceIds]),
    readDeliveries(
      reader,
      all.map(({ id }) => id),
    ),
  ])
  const names = new Map(devices.map(({ id, name }) => [id, name]))
  const answerView = ({ id, at, deviceId, text }: StoredAnswer) => ({
    _id: id,
    at: formatInstant(at),
    device: deviceWithName(deviceId, names.get(deviceId) ?? null),
    text,
    delivery: deliveryOf(id),
  })
  return rows.map((row) => ({
    _id: row.id,
    kind: row.kind,
    name: row.name,
    email: row.email,
    text: row.body,
    state: row.state,
    at: formatInstant(row.created_at),
    device: deviceOf(row.device_id, row.device_name),
    answers: parseAnswers(row).map(answerView),
  }))
}
