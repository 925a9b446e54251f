import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Db } from '#src/database/schema.ts'
import { createSession } from '#src/http/session/sessions.service.ts'
import { testProcessEnvironment } from '#test/support/server-process.ts'
import type { OnSaleTerms, QueueingVisitor, VisitorReport } from './queueing-visitor.ts'
import type { Assignment } from './visitors-process.ts'

const PROGRAMS = 2
/** Accounts with a confirmed email, of programs and of people: enough to buy the hall. */
const ACCOUNTS = 900
const PROGRAM_SHARE = 0.3
const PROCESSES = 4
const PARTY_SIZES = [1, 2, 2, 2, 2, 3, 4, 4]
const MAX_SEATS = 10
const ABSENT_SHARE = 0.15
const GIVING_UP_SHARE = 0.08
/** The second program has so many addresses, the first one has one. */
const ADDRESSES = 50
/** So many sessions of the first program compute an easy proof of work for their position. */
const PROVING_SESSIONS = 20

/** Creates accounts with a confirmed email and a session: signing up costs more processor time than the rest of the run. */
export async function createAccounts(db: Db) {
  const ids = Array.from({ length: ACCOUNTS }, () => crypto.randomUUID() as string)
  const users = ids.map((id) => ({
    id,
    username: 'Asha',
    email: `${id}@example.com`,
    phone_verified: 0,
    created_at: Date.now(),
    email_confirmed_at: Date.now(),
  }))
  await db.insertInto('users').values(users).execute()
  const accounts: { userId: string; cookie: string }[] = []
  for (const userId of ids) {
    const client = { visitorId: userId, ipKey: '', userAgent: undefined }
    const { accessToken } = await createSession(db, userId, client)
    accounts.push({ userId, cookie: `marquee_access_test=${accessToken}` })
  }
  return accounts
}

/** The sessions of the programs come first. One session of each program, and as many people as accounts are left, have an account. */
export function createCrowd(
  visitors: number,
  accounts: readonly { userId: string; cookie: string }[],
): QueueingVisitor[] {
  const sessions = Math.round((visitors * PROGRAM_SHARE) / PROGRAMS)
  const programs = Array.from({ length: PROGRAMS * sessions }, (_, n): QueueingVisitor => {
    const [program, session] = [Math.floor(n / sessions), n % sessions]
    return {
      isProgram: true,
      address: `10.${50 + program}.0.${program === 0 ? 1 : 1 + (session % ADDRESSES)}`,
      account: session === 0 ? accounts[program] : undefined,
      partySize: MAX_SEATS,
      choosesAfterMs: 0,
      paysAfterMs: 0,
      givesUp: false,
      maxProofStep: program === 0 && session < PROVING_SESSIONS ? 1 : 0,
    }
  })
  const people = Array.from(
    { length: visitors - programs.length },
    (_, n): QueueingVisitor => ({
      isProgram: false,
      address: `10.${60 + (n >> 8)}.${n & 255}.1`,
      account: accounts[PROGRAMS + n],
      partySize: PARTY_SIZES[n % PARTY_SIZES.length] ?? 2,
      choosesAfterMs: Math.random() < ABSENT_SHARE ? null : between(1000, 10_000),
      paysAfterMs: between(2000, 10_000),
      givesUp: Math.random() < GIVING_UP_SHARE,
      maxProofStep: 0,
    }),
  )
  return [...programs, ...people]
}

const between = (least: number, most: number) => least + Math.random() * (most - least)

/** Starts the processes that play the visitors. */
export function startCrowd(visitors: readonly QueueingVisitor[], terms: OnSaleTerms) {
  const children = Array.from({ length: PROCESSES }, (_, n) => {
    const child = fork(join(import.meta.dirname, 'visitors-process.ts'), {
      env: testProcessEnvironment() as NodeJS.ProcessEnv,
    })
    // Without a listener the error would end this process.
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`A process for visitors ended with ${code}`)
    })
    ended.catch(() => undefined)
    const answer = async <Message>() =>
      (await Promise.race([once(child, 'message'), ended]))[0] as Message
    const own = visitors.filter((_, index) => index % PROCESSES === n)
    child.send({ visitors: own, terms } satisfies Assignment)
    return { child, own, answer, connected: answer<'connected'>() }
  })
  return {
    /** Resolves when all visitors have asked for a position and are connected. */
    connected: Promise.all(children.map(({ connected }) => connected)),
    /** Ends the processes. Returns what each visitor has seen. */
    end: async () => {
      const reports = children.map(async ({ child, own, answer }) => {
        const answered = answer<VisitorReport[]>()
        child.send('end' satisfies Assignment)
        const seen = await answered
        return own.map((visitor, index) => ({ ...visitor, ...(seen[index] as VisitorReport) }))
      })
      return (await Promise.all(reports)).flat()
    },
    kill: () => {
      for (const { child } of children) child.kill('SIGKILL')
    },
  }
}
