import type { KyselyPlugin } from 'kysely'
import { createNodeContext } from '#test/support/test-context.ts'
import type { Context } from '../../src/context.ts'
import { isPipelined } from '../../src/database/pipelined-connection.ts'

export const NODE_DIED = new Error('this node has died')

/** A node that dies at a statement: none is sent from then on, and the database rolls its transaction back. */
export function createFailingNode(ctx: Context, diesAtStatement: number): Context {
  const plugin = createFailure(diesAtStatement)
  const db = ctx.db.withPlugin(plugin)
  if (isPipelined(ctx.db)) {
    const { acquirePipelined, writes } = ctx.db
    Object.assign(db, {
      writes,
      acquirePipelined: async () => {
        const connection = await acquirePipelined()
        return { ...connection, db: connection.db.withPlugin(plugin) }
      },
    })
  }
  return createNodeContext({ ...ctx, db })
}

function createFailure(diesAtStatement: number): KyselyPlugin {
  let count = 0
  return {
    transformQuery: ({ node }) => {
      const isRollback = node.kind === 'RawNode' && node.sqlFragments[0] === 'rollback'
      if (!isRollback) count += 1
      if (count >= diesAtStatement && !isRollback) throw NODE_DIED
      return node
    },
    transformResult: async ({ result }) => result,
  }
}
