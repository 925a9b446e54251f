import { v7 } from 'uuid'

/**
 * The id of a new row in a table that grows all the time. It begins with the time, so that new rows go to the same pages of an index. Ids of
 * one process grow, also within a millisecond: rows of the same instant keep their order.
 */
export const newId = () => v7()
