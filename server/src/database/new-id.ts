import { randomUUIDv7 } from 'node:crypto'

/** The id of a new row in a table that grows all the time. It begins with the time, so that new rows go to the same pages of an index. */
export const newId = () => randomUUIDv7()
