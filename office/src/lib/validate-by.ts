/** A schema of the contract. */
interface FieldSchema {
  safeParse: (value: unknown) => { error?: { issues: readonly { message: string }[] } | undefined }
}

/** The validation of a field by the schema of the contract, for react-hook-form's `register`: the reason that the server would send. */
export const validateBy = (schema: FieldSchema) => (value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message
