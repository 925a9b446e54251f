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
    const messages = result.error.issues.map(({ message }) => message)
    return { error: invalid(messages.find((message) => message !== UNREADABLE) ?? UNREADABLE) }
  }
