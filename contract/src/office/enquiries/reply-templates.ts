import * as z from 'zod/mini'
import { Id } from '#src/calls/ids.ts'
import { SuccessResponse } from '#src/calls/success-response.ts'
import { singleLine } from '#src/text/one-line.ts'
import { MANAGERS_ONLY } from '../managers-only.ts'
import { officeEndpoint } from '../office-endpoint.ts'

/** What a template can leave open, in braces: `{name}`. */
export const PLACEHOLDERS = ['name', 'cinema', 'address', 'phone'] as const
type Placeholder = (typeof PLACEHOLDERS)[number]

const ANY_PLACEHOLDER = /\{(\w+)\}/g

/** The placeholders of a text, each once, whether they are known or not. */
export const findPlaceholders = (text: string) => [
  ...new Set([...text.matchAll(ANY_PLACEHOLDER)].map(([, name = '']) => name)),
]

/** Fills in what is known. A placeholder without a value stays, and the answer cannot be sent before it is replaced. */
export const fillReplyTemplate = (
  text: string,
  values: Readonly<Partial<Record<Placeholder, string | null>>>,
) =>
  text.replaceAll(
    ANY_PLACEHOLDER,
    (whole, name: string) => (values as Record<string, string | null | undefined>)[name] ?? whole,
  )

const isKnown = (name: string) => (PLACEHOLDERS as readonly string[]).includes(name)

const MAX_TITLE_LENGTH = 60
const MAX_TEMPLATE_LENGTH = 4000
const NO_TITLE = `Please give the template a name of at most ${MAX_TITLE_LENGTH} characters.`
const NO_TEXT = 'Please write the text of the template.'
const UNKNOWN_PLACEHOLDER = `Please use only ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}.`

const TemplateTexts = {
  title: z
    .string(NO_TITLE)
    .check(
      z.trim(),
      z.minLength(1, NO_TITLE),
      z.maxLength(MAX_TITLE_LENGTH, NO_TITLE),
      singleLine('name'),
    ),
  text: z.string(NO_TEXT).check(
    z.trim(),
    z.minLength(1, NO_TEXT),
    z.maxLength(MAX_TEMPLATE_LENGTH, `Please use at most ${MAX_TEMPLATE_LENGTH} characters.`),
    z.refine((text) => findPlaceholders(text).every(isKnown), UNKNOWN_PLACEHOLDER),
  ),
}

/** A prepared answer to enquiries. */
export const ReplyTemplate = z.object({ _id: Id, title: z.string(), text: z.string() })
export type ReplyTemplate = z.infer<typeof ReplyTemplate>

/** By title. */
export const listReplyTemplates = officeEndpoint({
  method: 'GET',
  path: '/api/office/reply-templates',
  scopes: ['counter'],
  response: z.object({ templates: z.array(ReplyTemplate) }),
})

const ofTemplate = { params: z.object({ templateId: Id }) }

/** Adds a template under a new id, or replaces the one with this id. LIMIT beyond a hundred. Managers only. */
export const putReplyTemplate = officeEndpoint({
  method: 'PUT',
  path: '/api/office/reply-templates/:templateId',
  scopes: MANAGERS_ONLY,
  ...ofTemplate,
  body: z.object(TemplateTexts),
  response: z.object({ template: ReplyTemplate }),
})

/** Removes a template. NOT_FOUND. Managers only. */
export const removeReplyTemplate = officeEndpoint({
  method: 'DELETE',
  path: '/api/office/reply-templates/:templateId',
  scopes: MANAGERS_ONLY,
  ...ofTemplate,
  response: SuccessResponse,
})
