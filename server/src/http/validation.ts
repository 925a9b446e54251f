import type { FastifySchemaCompiler } from 'fastify'
import type * as z from 'zod/mini'
import { invalid, invalidRequest } from '../errors.ts'

const UNREADABLE = invalidRequest().message

/** Validates requests. The message of an error is a sentence of the contract if the contract has one for the field. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodMiniType> =
  ({ schema }) =>
  (input) => {
    const result = schema.safeParse(input, { error: () => UNREADABLE })
    if (result.success) return { value: result.data }
    const known = result.error.issues.filter(({ message }) => message !== UNREADABLE)
    const [first] = known
    if (!first) return { error: invalid(UNREADABLE) }
    // The first reason of each field, like the message.
    const fields = known.map(({ path, message }) => [String(path[0]), message] as const)
    return { error: invalid(first.message, Object.fromEntries(fields.toReversed())) }
  }
