import type * as z from 'zod/mini'

/** The validation of a field by the schema of the contract, for react-hook-form's `register`: the reason that the server would send. */
export const validateBy = (schema: z.ZodMiniType) => (value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message
