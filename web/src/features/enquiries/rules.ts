import type * as z from 'zod/mini'

/** A form's rule out of the contract's schema: silent when the entry fits, else what to say. */
export const fits =
  (schema: z.ZodMiniType, otherwise: string) =>
  (entry: string): true | string =>
    schema.safeParse(entry).success || otherwise
