import type { FieldValues, Resolver } from 'react-hook-form'

/** Calls back when a field has an error: what the server said before is about other values. */
export const clearOnFieldError =
  <Values extends FieldValues, Output>(
    resolver: Resolver<Values, unknown, Output>,
    clear: () => void,
  ): Resolver<Values, unknown, Output> =>
  async (...input) => {
    const result = await resolver(...input)
    if (Object.keys(result.errors).length > 0) clear()
    return result
  }
