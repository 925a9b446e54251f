import * as z from 'zod/mini'

/** The response of a call that returns only a confirmation message. */
export const SuccessResponse = z.object({ success: z.literal(true), message: z.string() })
