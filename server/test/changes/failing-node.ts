import { createObservedNode } from '#test/support/observed-node.ts'
import type { Context } from '../../src/context.ts'

export const NODE_DIED = new Error('this node has died')

/** A node that dies at a statement: none is sent from then on, and the database rolls its transaction back. */
export const createFailingNode = (ctx: Context, diesAtStatement: number): Context =>
  createObservedNode(ctx, (count) => {
    if (count >= diesAtStatement) throw NODE_DIED
  })
