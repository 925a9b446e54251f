import type { KyselyPlugin, RootOperationNode } from 'kysely'
import type { Context } from '#src/context.ts'
import { isPipelined } from '#src/database/connection/pipelined-connection.ts'
import type { Database } from '#src/database/transaction.ts'
import { createNodeContext } from './test-context.ts'

type OnStatement = (count: number) => void

/** A node that calls `onStatement` before each statement of its transactions, with their number. If it throws, the statement is not sent. */
export const createObservedNode = (ctx: Context, onStatement: OnStatement): Context =>
  createNodeContext({ ...ctx, db: observe(ctx.db, onStatement) })

/** A node whose database can be taken away: each statement then fails as without a connection. */
export function createInterruptibleNode(ctx: Context) {
  let isAway = false
  const failWhileAway = () => {
    if (isAway) throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  }
  const [db, reader] = [observe(ctx.db, failWhileAway), observe(ctx.reader, failWhileAway)]
  return {
    node: createNodeContext({ ...ctx, db, reader }),
    takeDatabaseAway: () => {
      isAway = true
    },
  }
}

function observe(database: Database, onStatement: OnStatement): Database {
  const plugin = createObserver(onStatement)
  const observed = database.withPlugin(plugin)
  if (isPipelined(database)) {
    const { acquirePipelined, writes } = database
    Object.assign(observed, {
      writes,
      acquirePipelined: async () => {
        const connection = await acquirePipelined()
        return { ...connection, db: connection.db.withPlugin(plugin) }
      },
    })
  }
  return observed
}

function createObserver(onStatement: OnStatement): KyselyPlugin {
  let count = 0
  return {
    transformQuery: ({ node }) => {
      if (!isRollback(node)) {
        count += 1
        onStatement(count)
      }
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

const isRollback = (node: RootOperationNode) =>
  node.kind === 'RawNode' && node.sqlFragments[0] === 'rollback'
