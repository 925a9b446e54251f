import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Environment } from '#src/config/environment.ts'

const PAGE = join(import.meta.dirname, '../../../docs/configuration.md')

const HEAD = `# Configuration

All settings are environment variables, and none is required. The server does not start with an invalid value; it lists all errors. An
empty value is the same as none. This page is generated from the settings themselves ([CONTRIBUTING.md](../CONTRIBUTING.md#a-setting)).

A failed start ends with an exit code: 78 bad configuration, 69 port in use or database not available, 74 data directory not usable,
73 data directory in use by another process. [server/src/limits/README.md](../server/src/limits/README.md) lists the limits that are no settings.
`

const range = ({ minimum, maximum }: z.core.JSONSchema.BaseSchema) =>
  minimum === undefined ? '' : `${minimum} to ${maximum}`

/** The page of all settings: their names, defaults, values and meanings. */
function configurationPage() {
  const { properties = {} } = z.toJSONSchema(Environment, { io: 'input', unrepresentable: 'any' })
  const rows = Object.entries(properties).map(([name, property]) => {
    if (typeof property === 'boolean') throw new Error(`${name} has no schema`)
    const { description, default: fallback, unset, enum: values } = property
    const shown = fallback === undefined ? unset : `\`${fallback}\``
    if (!description || !shown) throw new Error(`${name} does not say what it is for`)
    const allowed = values ? values.map((value) => `\`${value}\``).join(', ') : range(property)
    return `| \`${name}\` | ${shown} | ${allowed} | ${description} |`
  })
  return [HEAD, '| variable | default | values | meaning |', '|---|---|---|---|', ...rows, ''].join(
    '\n',
  )
}

test('docs/configuration.md is current', async () => {
  await expect(configurationPage()).toMatchFileSnapshot(PAGE)
})
