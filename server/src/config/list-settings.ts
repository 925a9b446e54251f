import type { Setting } from '@marquee/contract/office/settings/settings'
import * as z from 'zod/mini'
import { Environment, type Given } from './environment.ts'

const HIDDEN = '•••'

/** All settings with what is in force and where it comes from. No secret, and no password of a URL. */
export function listSettings(given: Given): Setting[] {
  const { properties = {} } = z.toJSONSchema(Environment, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).map(([name, property]) => {
    const { description = '', default: fallback, unset, isSecret } = property as SettingSchema
    const value = given[name] ?? (fallback === undefined ? null : String(fallback))
    return {
      name,
      meaning: plainText(description),
      source: given[name] === undefined ? 'default' : 'environment',
      value: value === null || isSecret ? null : withoutPasswords(value),
      unset: value === null && unset !== undefined ? plainText(unset) : null,
      isSecret: isSecret === true,
    }
  })
}

interface SettingSchema {
  description?: string
  default?: unknown
  unset?: string
  isSecret?: boolean
}

/** The text of Markdown without its links and code. */
const plainText = (markdown: string) =>
  markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')

/** A URL can have a password before its host and in its query. */
function withoutPasswords(value: string) {
  if (!URL.canParse(value)) return value
  const url = new URL(value)
  const hasPassword = url.password !== ''
  const hasQuery = url.search !== ''
  if (!hasPassword && !hasQuery) return value
  url.password = hasPassword ? 'HIDDEN' : ''
  url.search = hasQuery ? '?HIDDEN' : ''
  return url.href.replaceAll('HIDDEN', HIDDEN)
}
