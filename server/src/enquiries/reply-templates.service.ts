import type { ReplyTemplate } from '@marquee/contract/office/enquiries/reply-templates'
import { recordAction } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { notFound, overLimit } from '../errors.ts'
import * as statements from './enquiries.sql.ts'

const MAX_TEMPLATES = 100

/** The prepared answers, by title. */
export async function listReplyTemplates({ reader }: Pick<Context, 'reader'>) {
  return parse((await statements.selectReplyTemplates(reader)).rows)
}

const parse = ([row]: { reply_templates: string }[]) =>
  JSON.parse(row?.reply_templates ?? '[]') as ReplyTemplate[]

interface TemplateRequest {
  deviceId: string
  templateId: string
}

/** Adds a prepared answer, or replaces the one with its id. Throws LIMIT beyond a hundred. */
export const putReplyTemplate = (
  ctx: Context,
  { deviceId, templateId, title, text }: TemplateRequest & Omit<ReplyTemplate, '_id'>,
) =>
  changeTemplates(ctx, async (tx, templates) => {
    const others = templates.filter(({ _id }) => _id !== templateId)
    if (others.length >= MAX_TEMPLATES)
      throw overLimit(`There can be ${MAX_TEMPLATES} templates. Please remove one first.`)
    const template = { _id: templateId, title, text }
    await recordAction(tx, {
      deviceId,
      action: 'reply-template.put',
      subjectType: 'reply-template',
      subject: templateId,
      after: { title },
    })
    const byTitle = [...others, template].toSorted((one, other) =>
      one.title.localeCompare(other.title, 'en'),
    )
    return { templates: byTitle, result: template }
  })

/** Removes a prepared answer. Throws NOT_FOUND. */
export const removeReplyTemplate = (ctx: Context, { deviceId, templateId }: TemplateRequest) =>
  changeTemplates(ctx, async (tx, templates) => {
    const removed = templates.find(({ _id }) => _id === templateId)
    if (!removed) throw notFound('There is no such template.')
    await recordAction(tx, {
      deviceId,
      action: 'reply-template.remove',
      subjectType: 'reply-template',
      subject: templateId,
      before: { title: removed.title },
    })
    return { templates: templates.filter((one) => one !== removed), result: undefined }
  })

/** Changes the list in a transaction that no other change of it can overtake. */
const changeTemplates = <Result>(
  ctx: Context,
  change: (
    tx: Db,
    templates: ReplyTemplate[],
  ) => Promise<{ templates: ReplyTemplate[]; result: Result }>,
) =>
  inTransaction(ctx.db, { durable: true }, async (tx) => {
    await statements.insertProgramme(tx)
    const { rows } = await statements.lockReplyTemplates(tx)
    const { templates, result } = await change(tx, parse(rows))
    await statements.updateReplyTemplates(tx, JSON.stringify(templates))
    return result
  })
