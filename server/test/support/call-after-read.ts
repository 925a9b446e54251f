import type { Db } from '../../src/database/schema.ts'

/** A reader that calls back after it has read rows with this column: something changes between the read and what follows. */
export const callAfterRead = (reader: Db, column: string, callback: () => Promise<unknown>) =>
  reader.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.some((row) => column in row)) await callback()
      return result
    },
  })
