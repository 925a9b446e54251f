import { setImmediate } from 'node:timers/promises'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AggregateStore, AggregateTypes, CommandKind, Draft } from './aggregate-store.ts'
import { createAggregateWriter } from './aggregate-writer.ts'
import { createLog } from './log.ts'

/** A list of words. */
interface List {
  id: string
  version: string
  words: readonly string[]
}

interface ListTypes extends AggregateTypes {
  state: List
  changes: { add: string }
  settings: { suffix: string }
  event: string
  tx: Transaction
}

interface Transaction {
  ids: readonly string[]
  durable: boolean
  /** What else was written. */
  rows: string[]
}

const SETTINGS = { suffix: '' }
const unknownList = new Error('unknown list')

/** Stores lists in memory. `hold` keeps transactions open before their commit. */
function createStore() {
  const lists = new Map<string, List>()
  const transactions: Transaction[] = []
  const rows: string[] = []
  const commits: PromiseWithResolvers<void>[] = []
  let isHolding = false
  let versions = 0
  const reads: (readonly string[])[] = []
  /** How many aggregates were read under their locks. */
  let loads = 0
  const find = (ids: readonly string[]) => ids.flatMap((id) => lists.get(id) ?? [])
  const store: AggregateStore<ListTypes, Draft<List>> = {
    concurrency: 2,
    transact: async ({ durable }, work) => {
      const tx: Transaction = { ids: [], durable, rows: [] }
      const before = new Map(lists)
      const sent: Promise<unknown>[] = []
      try {
        transactions.push(tx)
        const result = await work(tx, (statement) => sent.push(statement))
        if (isHolding) {
          const commit = Promise.withResolvers<void>()
          commits.push(commit)
          sent.push(commit.promise)
        }
        await Promise.all(sent)
        rows.push(...tx.rows)
        return result
      } catch (error) {
        await Promise.allSettled(sent)
        for (const id of tx.ids) {
          const list = before.get(id)
          if (list) lists.set(id, list)
        }
        throw error
      }
    },
    read: async (ids) => {
      reads.push(ids)
      await setImmediate()
      return find(ids)
    },
    lock: async (tx, ids) => {
      tx.ids = ids
      return { now: 1000, versions: new Map(find(ids).map(({ id, version }) => [id, version])) }
    },
    load: async (_, ids) => {
      loads += ids.length
      return find(ids)
    },
    reload: async (_, draft) => {
      const [state] = find([draft.state.id])
      if (state) Object.assign(draft, { state, isChanged: true })
    },
    open: (state) => ({ state, isChanged: false }),
    apply: (draft, { add }) => {
      draft.state = { ...draft.state, words: [...draft.state.words, add] }
      draft.isChanged = true
    },
    write: async (_, drafts) => {
      for (const draft of drafts) {
        versions += 1
        draft.state = { ...draft.state, version: `own ${versions}` }
        lists.set(draft.state.id, draft.state)
      }
    },
    notFound: () => unknownList,
    sizeOf: () => 1,
  }
  /** Changes a list as another node does. */
  const changeElsewhere = (id: string, ...words: string[]) => {
    versions += 1
    lists.set(id, { id, version: `elsewhere ${versions}`, words })
  }
  for (const id of ['morning', 'matinee', 'evening']) changeElsewhere(id)
  return {
    store,
    transactions,
    rows,
    reads,
    changeElsewhere,
    countLoads: () => loads,
    words: (id: string) => lists.get(id)?.words,
    hold: () => {
      isHolding = true
    },
    /** Ends the transaction that was begun as number `n`. */
    end: async (n: number, error?: Error) => {
      if (error) commits[n]?.reject(error)
      else commits[n]?.resolve()
      await settle()
    },
  }
}

/** Lets transactions begin and answers arrive. */
async function settle() {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate()
}

/** Adds a word; returns how many there are. Refuses words that are known, and throws for `bug`. */
const add: CommandKind<ListTypes, string, number> = {
  durable: false,
  decide: ({ words }, word) => {
    if (word === 'bug') throw new Error('a bug')
    if (words.includes(word)) return { outcome: { refusal: new Error(`${word} is known`) } }
    return { outcome: { result: words.length + 1 }, changes: { add: word } }
  },
}

let database: ReturnType<typeof createStore>
let writer: ReturnType<typeof createNode>
const published: [ids: readonly string[], events: readonly string[]][] = []

const createNode = (monotonicNow = () => 0) =>
  createAggregateWriter<ListTypes, Draft<List>>(database.store, {
    log: createLog('silent'),
    monotonicNow,
    publish: (changed, events) => published.push([changed.map(({ state }) => state.id), events]),
    maxSize: 100,
  })

beforeEach(() => {
  database = createStore()
  writer = createNode()
  published.length = 0
})

/** Tests look at the outcome of a command later than at what else happens. */
function submit(id: string, word: string) {
  const call = writer.submit(add, id, { input: word, settings: SETTINGS })
  call.catch(() => undefined)
  return call
}
const outcomesOf = async (calls: Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).map((one) =>
    one.status === 'fulfilled' ? one.value : (one.reason.code ?? one.reason.message),
  )
const lockedIds = () => database.transactions.map(({ ids }) => ids)

test('submit writes the commands of one turn of the event loop in one transaction, each with the changes of the earlier ones', async () => {
  const calls = ['a', 'b', 'a', 'c'].map((word) => submit('evening', word))

  expect(await outcomesOf([...calls, submit('matinee', 'a')])).toEqual([
    ...[1, 2, 'a is known', 3],
    1,
  ])
  expect(lockedIds()).toEqual([['evening', 'matinee']])
  expect(database.words('evening')).toEqual(['a', 'b', 'c'])
})

test('submit gives decisions the settings of their command and the time of the database', async () => {
  const describe: CommandKind<ListTypes, string, string> = {
    durable: false,
    decide: (_, word, { suffix, now }) => ({ outcome: { result: `${word}${suffix} at ${now}` } }),
  }
  const results = [' one', ' two'].map((suffix) =>
    writer.submit(describe, 'evening', { input: 'node', settings: { suffix } }),
  )
  expect(await Promise.all(results)).toEqual(['node one at 1000', 'node two at 1000'])
})

test('submit writes the changes of a refusal', async () => {
  const record: CommandKind<ListTypes, string, never> = {
    durable: false,
    decide: (_, word) => ({ outcome: { refusal: new Error('no') }, changes: { add: word } }),
  }
  const call = writer.submit(record, 'evening', { input: 'asked', settings: SETTINGS })
  expect(await outcomesOf([call])).toEqual(['no'])
  expect(database.words('evening')).toEqual(['asked'])
})

test('submit refuses a command for an unknown aggregate, and no other', async () => {
  const outcomes = await outcomesOf([submit('night', 'a'), submit('evening', 'a')])
  expect(outcomes).toEqual(['unknown list', 1])
})

test('submit starts commands of another aggregate at once, and of the same one after the commit', async () => {
  database.hold()
  const calls = [submit('evening', 'a')]
  await settle()
  calls.push(submit('evening', 'b'), submit('matinee', 'c'), submit('evening', 'd'))
  await settle()
  expect(lockedIds()).toEqual([['evening'], ['matinee']])

  await database.end(0)
  expect(lockedIds()).toEqual([['evening'], ['matinee'], ['evening']])
  await database.end(1)
  await database.end(2)
  expect(await outcomesOf(calls)).toEqual([1, 2, 1, 3])
})

test('submit runs at most as many transactions at a time as the store allows', async () => {
  database.hold()
  for (const id of ['morning', 'matinee', 'evening']) {
    void submit(id, 'a')
    await settle()
  }
  expect(lockedIds()).toEqual([['morning'], ['matinee']])

  await database.end(1)
  expect(lockedIds()).toEqual([['morning'], ['matinee'], ['evening']])
})

test('transact runs one long unit at a time, so that commands have the other transactions', async () => {
  database.hold()
  const work = async () => undefined
  for (const id of ['morning', 'matinee']) {
    void writer.transact([id], { durable: true, isLong: true, settings: SETTINGS }, work)
    await settle()
  }
  void submit('evening', 'a')
  await settle()
  expect(lockedIds()).toEqual([['morning'], ['evening']])

  await database.end(0)
  expect(lockedIds()).toEqual([['morning'], ['evening'], ['matinee']])
})

test('submit puts at most 128 commands of an aggregate in a transaction, so that others need not wait for a popular one', async () => {
  database.hold()
  const calls = Array.from({ length: 129 }, (_, n) => submit('evening', `word ${n}`))
  const other = submit('matinee', 'a')
  await settle()
  await database.end(0)

  expect(await other).toBe(1)
  expect(await calls[127]).toBe(128)
  expect(lockedIds()).toEqual([['evening', 'matinee'], ['evening']])
  await database.end(1)
  expect(await calls[128]).toBe(129)
})

test('submit writes each command alone when one of them has a bug', async () => {
  const calls = ['a', 'bug', 'b'].map((word) => submit('evening', word))
  expect(await outcomesOf(calls)).toEqual([1, 'a bug', 2])
  expect(database.words('evening')).toEqual(['a', 'b'])
  expect(published.map(([ids]) => ids)).toEqual([['evening'], ['evening']])
})

/** Writes the word as a row too. The row `no row` breaks the statement, and there is none for `no statement`. */
const addRow: CommandKind<ListTypes, string, number, string, string> = {
  durable: true,
  load: async ({ ids }, inputs) => {
    expect(ids).not.toEqual([])
    return inputs.map((word) => `fact of ${word}`)
  },
  decide: ({ words }, word, _, { loaded, rows }) => ({
    outcome: { result: words.length + 1 },
    changes: { add: word },
    row: word.startsWith('no ') ? word : `${loaded} after ${rows.length}`,
  }),
  write: (rows) => {
    if (rows.includes('no statement')) throw new Error('the statement cannot be made')
    return [
      async (tx) => {
        if (rows.includes('no row')) throw new Error('the statement fails')
        tx.rows.push(...rows)
      },
    ]
  },
}
const submitRow = (id: string, word: string) =>
  writer.submit(addRow, id, { input: word, settings: SETTINGS })

test('submit reads what commands load under their locks and writes their rows together', async () => {
  expect(await outcomesOf([submitRow('evening', 'a'), submitRow('matinee', 'b')])).toEqual([1, 1])
  expect(database.rows).toEqual(['fact of a after 0', 'fact of b after 1'])
})

test.each([
  ['no row', 'the statement fails'],
  ['no statement', 'the statement cannot be made'],
])('submit writes nothing of a command with %s, and the others alone', async (word, message) => {
  const calls = ['a', word, 'b'].map((one) => submitRow('evening', one))
  expect(await outcomesOf(calls)).toEqual([1, message, 2])
  expect(database.words('evening')).toEqual(['a', 'b'])
  expect((await writer.read('evening')).words).toEqual(['a', 'b'])
})

test('submit makes a transaction durable if one of its commands is', async () => {
  await outcomesOf([submit('evening', 'a')])
  await outcomesOf([submit('evening', 'b'), submitRow('matinee', 'c')])
  expect(database.transactions.map(({ durable }) => durable)).toEqual([false, true])
})

test('submit rejects all commands of a transaction that fails with a transient error, and goes on with the next', async () => {
  database.hold()
  const calls = [submit('evening', 'a'), submit('evening', 'b')]
  await settle()
  await database.end(0, Object.assign(new Error('no database'), { code: 'ECONNRESET' }))
  expect(await outcomesOf(calls)).toEqual(['ECONNRESET', 'ECONNRESET'])

  const next = submit('evening', 'c')
  await settle()
  await database.end(1)
  expect(await next).toBe(1)
})

test('submit refuses all that wait when the database does not answer in time, and goes on', async () => {
  database.hold()
  const calls = [submit('evening', 'started')]
  await settle()
  calls.push(submit('evening', 'waiting'))
  await settle()
  await database.end(0, Object.assign(new Error('too long'), { code: 'ETIMEDOUT' }))

  expect(await outcomesOf(calls)).toEqual(['ETIMEDOUT', 'UNAVAILABLE'])
  const next = submit('evening', 'next')
  await settle()
  await database.end(1)
  expect(await next).toBe(1)
})

test('submit refuses a command with UNAVAILABLE when 20,000 wait, and counts those that wait for their commit', async () => {
  const waiting = Array.from({ length: 20_000 }, (_, n) => submit('evening', `word ${n % 9}`))
  expect(await outcomesOf([submit('matinee', 'late')])).toEqual(['UNAVAILABLE'])
  expect(writer.pending()).toBe(20_000)
  await Promise.allSettled(waiting)
  await settle()
  expect(writer.pending()).toBe(0)
})

test('submit refuses a command that has waited for five seconds, also on a node that was frozen', async () => {
  let now = 0
  writer = createNode(() => now)
  database.hold()
  const first = submit('evening', 'first')
  await settle()
  const late = submit('evening', 'late')
  now += 4000
  const inTime = submit('evening', 'in time')
  now += 1000
  await database.end(0)

  expect(await outcomesOf([first, late])).toEqual([1, 'UNAVAILABLE'])
  await database.end(1)
  expect(await inTime).toBe(2)
})

test('changes and events are published after the commit, and nothing of a command that changes nothing', async () => {
  database.hold()
  const call = submit('evening', 'a')
  await settle()
  expect(published).toEqual([])
  await database.end(0)
  await call
  expect(published).toEqual([[['evening'], []]])

  const refused = outcomesOf([submit('evening', 'a')])
  await settle()
  await database.end(1)
  expect(await refused).toEqual(['a is known'])
  expect(published[1]).toEqual([[], []])
})

test('read returns what was committed before without reading it again', async () => {
  await submit('evening', 'a')
  expect((await writer.read('evening')).words).toEqual(['a'])
  await submit('evening', 'b')
  expect((await writer.read('evening')).words).toEqual(['a', 'b'])
  expect([database.reads, database.countLoads()]).toEqual([[], 1])
})

test('read shows the earlier state until the commit', async () => {
  database.changeElsewhere('evening', 'before')
  await writer.read('evening')
  database.hold()
  const call = submit('evening', 'a')
  await settle()
  expect((await writer.read('evening')).words).toEqual(['before'])
  await database.end(0)
  await call
  expect((await writer.read('evening')).words).toEqual(['before', 'a'])
})

test('read loads an aggregate once for concurrent readers, and again after another node has changed it', async () => {
  await Promise.all([writer.read('evening'), writer.read('evening'), writer.readMany(['evening'])])
  expect(database.reads).toEqual([['evening']])

  database.changeElsewhere('evening', 'elsewhere')
  expect((await writer.read('evening')).words).toEqual([])
  writer.invalidate('evening')
  expect((await writer.read('evening')).words).toEqual(['elsewhere'])
  expect(database.reads).toHaveLength(2)
})

test('read never returns a state that was read before a change that is told meanwhile', async () => {
  const early = writer.read('evening')
  database.changeElsewhere('evening', 'elsewhere')
  writer.invalidate('evening')
  const late = writer.read('evening')
  expect((await late).words).toEqual(['elsewhere'])
  await early
  expect((await writer.read('evening')).words).toEqual(['elsewhere'])
})

test('read returns a commit that ends while the aggregate is being read', async () => {
  const reading = writer.read('evening')
  const [count] = await Promise.all([submit('evening', 'a'), reading])
  expect(count).toBe(1)
  expect((await writer.read('evening')).words).toEqual(['a'])
})

test('read throws the error of an unknown aggregate, which readMany leaves out', async () => {
  await expect(writer.read('night')).rejects.toBe(unknownList)
  expect([...(await writer.readMany(['night', 'evening'])).keys()]).toEqual(['evening'])
})

test('read tries again after a failure', async () => {
  vi.spyOn(database.store, 'read').mockRejectedValueOnce(new Error('no database'))
  await expect(writer.read('evening')).rejects.toThrow('no database')
  await settle()
  expect((await writer.read('evening')).words).toEqual([])
})

test('invalidateChanged makes only states be read again whose version is another one', async () => {
  await writer.readMany(['evening', 'matinee'])
  const before = writer.versions()
  writer.invalidateChanged(before, new Map([...before, ['matinee', 'another']]))
  await writer.readMany(['evening', 'matinee'])
  expect(database.reads).toEqual([['evening', 'matinee'], ['matinee']])
})

test('invalidateChanged keeps a state that was committed while the versions were read', async () => {
  await writer.read('evening')
  const before = writer.versions()
  await submit('evening', 'a')
  const current = new Map([['evening', (await writer.read('evening')).version]])
  writer.invalidateChanged(before, current)
  expect((await writer.read('evening')).words).toEqual(['a'])
  expect(database.reads).toEqual([['evening']])
})

test('commands of two nodes see the changes of each other, although neither is told', async () => {
  const other = createNode()
  await submit('evening', 'a')
  const there = (word: string) => other.submit(add, 'evening', { input: word, settings: SETTINGS })
  expect(await there('b')).toBe(2)
  expect(await outcomesOf([submit('evening', 'b'), submit('evening', 'c')])).toEqual([
    'b is known',
    3,
  ])
})

test('a state whose commit was lost is read again: versions decide, not revisions', async () => {
  await submit('evening', 'a')
  database.changeElsewhere('evening', 'after the crash')
  expect(await submit('evening', 'a')).toBe(2)
  expect(database.words('evening')).toEqual(['after the crash', 'a'])
})

const inUnit = <Result>(
  ids: readonly string[],
  work: Parameters<typeof writer.transact<Result>>[2],
) => writer.transact(ids, { durable: true, settings: SETTINGS }, work)

test('transact runs work alone in its transaction, and tells what it emits after the commit', async () => {
  const calls = [
    submit('matinee', 'a'),
    inUnit(['evening', 'morning'], async (unit) => {
      unit.emit('moved')
      unit.accept('morning', { outcome: { result: null }, changes: { add: 'b' } })
      return unit.state('morning').words.length
    }),
    submit('matinee', 'c'),
  ]
  expect(await outcomesOf(calls)).toEqual([1, 1, 2])
  expect(lockedIds().map((ids) => ids.toSorted())).toEqual([['matinee'], ['evening', 'morning']])
  expect(published).toContainEqual([['morning'], ['moved']])
})

test('transact waits for earlier commands of its aggregates, and later commands wait for it', async () => {
  const order: string[] = []
  const calls = [
    submit('evening', 'a'),
    inUnit(['matinee', 'evening'], async (unit) => {
      order.push(...unit.state('evening').words)
      await settle()
      unit.accept('evening', { outcome: { result: null }, changes: { add: 'b' } })
    }),
    submit('matinee', 'c'),
    submit('evening', 'd'),
  ]
  expect(await outcomesOf(calls)).toEqual([1, undefined, 1, 3])
  expect(order).toEqual(['a'])
  expect(database.words('evening')).toEqual(['a', 'b', 'd'])
})

test('transact writes and tells nothing if its work or one of its statements fails', async () => {
  const fails = [
    async () => Promise.reject(new Error('no')),
    async (unit: Parameters<Parameters<typeof inUnit>[1]>[0]) =>
      unit.withCommit(Promise.reject(new Error('no'))),
  ]
  for (const fail of fails) {
    const call = inUnit(['evening'], async (unit) => {
      unit.emit('moved')
      unit.accept('evening', { outcome: { result: null }, changes: { add: 'b' } })
      await fail(unit)
    })
    expect(await outcomesOf([call])).toEqual(['no'])
  }
  expect(database.words('evening')).toEqual([])
  expect((await writer.read('evening')).words).toEqual([])
  expect(published).toEqual([])
})

test('transact throws the refusal of a decision and the error of an unknown aggregate', async () => {
  const refused = inUnit(['evening'], async (unit) =>
    unit.accept('evening', { outcome: { refusal: new Error('refused') } }),
  )
  const unknown = inUnit(['night'], async (unit) => unit.state('night'))
  expect(await outcomesOf([refused, unknown])).toEqual(['refused', 'unknown list'])
})

test('transact runs `prepare` before it locks the aggregates', async () => {
  const locked: (readonly string[])[] = []
  await writer.transact(
    ['evening'],
    { durable: true, settings: SETTINGS, prepare: async ({ ids }) => locked.push(ids) },
    async ({ tx }) => locked.push(tx.ids),
  )
  expect(locked).toEqual([[], ['evening']])
})
