import { setTimeout as pause } from 'node:timers/promises'
import { CLOSES_AFTER_SECONDS } from '../showtimes.ts'
import { CHECKOUT_SECONDS, GRACE_SECONDS, HOLD_MAX_SECONDS, HOLD_SECONDS } from '../test-cluster.ts'
import { within } from '../timeouts.ts'
import {
  checkout,
  codeOf,
  extend,
  free,
  hold,
  Lost,
  must,
  mustBe,
  order,
  owner,
  promised,
  type Stage,
  word,
} from './scenario-context.ts'

const SECOND = 1000
/** Clocks of one machine, read in two processes. */
const HAIR_MS = 50
/** So long before its end a hold must still be its holder's: what is asked then is answered before. */
const SAFE_MS = 600

const until = (moment: number) => pause(Math.max(0, moment - Date.now()))

/** A selection with one clock, prolonged as far as it goes, that then runs out. */
export async function aHoldToItsEnd(stage: Stage) {
  const { asha, tab, ravi } = stage
  const [a, b] = free(stage, 2)
  const notices = [asha, tab, ravi].map(({ expired }) => expired.length)
  const first = promised(await hold(stage, asha, a))
  const began = first - HOLD_SECONDS * SECOND
  await pause(SECOND)
  mustBe(String(promised(await hold(stage, tab, b))), String(first), 'one clock for both seats')

  await until(began + (HOLD_SECONDS - 3) * SECOND)
  const end = promised(await extend(stage, asha))
  mustBe(String(end), String(began + HOLD_MAX_SECONDS * SECOND), 'the longest hold')
  mustBe(String(promised(await extend(stage, asha))), String(end), 'no longer than the longest')

  await until(end - SAFE_MS)
  const early = word(await hold(stage, ravi, a))
  if (Date.now() < end - HAIR_MS) mustBe(early, 'TAKEN', 'a seat just before its hold ends')
  await until(end + HAIR_MS)
  if (early === 'TAKEN') mustBe(word(await hold(stage, ravi, a)), 'ok', 'a seat as its hold ends')
  await overdue(stage, async () =>
    (await owner(stage, b)) === 'nobody' ? [] : ['a hold outlived its end'],
  )

  const told = ({ expired }: Stage['asha'], n: number) =>
    expired.slice(notices[n]).toSorted().join()
  const due = [a._id, b._id].toSorted().join()
  await overdue(stage, async () =>
    told(asha, 0) === due && told(tab, 1) === due
      ? []
      : [`of ${due}, asha was told: ${told(asha, 0)} and ${told(tab, 1)}`],
  )
  mustBe(told(ravi, 2), '', 'what a stranger was told')
}

/** For what must come in time: looks until it does. Throws a Fault when it does not. */
async function overdue({ lateMs }: Stage, look: () => Promise<string[]>) {
  const [fault] = await within(lateMs, look)
  must(fault === undefined, fault ?? '')
}

/** One window closes, then the other: what they hold ends early, but not before. */
export async function aVisitorWhoLeaves(stage: Stage) {
  const { asha, tab, ravi } = stage
  const [seat] = free(stage, 1)
  promised(await hold(stage, asha, seat))
  asha.vanish()
  await pause((GRACE_SECONDS + 2) * SECOND)
  mustBe(word(await hold(stage, ravi, seat)), 'TAKEN', 'a seat whose holder has a second window')

  const end = promised(await extend(stage, tab))
  const gone = Date.now()
  tab.vanish()
  const freedAt = await freed(stage, end)
  must(freedAt === undefined || freedAt - gone >= GRACE_SECONDS * SECOND - HAIR_MS, 'no grace')
  must(freedAt !== undefined, 'who left without paying kept the seat to the end')
  await Promise.all([asha.comeBack(), tab.comeBack()])

  /** When a rival first got the seat; undefined if not before its end. */
  async function freed(on: Stage, before: number) {
    let lastLook = Date.now()
    for (;;) {
      await pause(100)
      const said = word(await hold(on, ravi, seat))
      if (said === 'ok') return Date.now() < before - HAIR_MS ? Date.now() : undefined
      // A machine that hesitates so long says nothing about when.
      if (Date.now() - lastLook > SECOND) throw new Lost()
      lastLook = Date.now()
    }
  }
}

/** Both windows close, but payment has begun: that keeps what is held, and tops up its clock once. */
export async function aVisitorWhoPaysElsewhere(stage: Stage) {
  const { asha, tab, ravi } = stage
  const [seat] = free(stage, 1)
  const first = promised(await hold(stage, asha, seat))
  await until(first - (CHECKOUT_SECONDS - 2) * SECOND)
  const topped = promised(await checkout(stage, asha, [seat]))
  must(topped > first && topped <= Date.now() + CHECKOUT_SECONDS * SECOND, 'no top-up at payment')
  mustBe(String(promised(await checkout(stage, tab, [seat]))), String(topped), 'one top-up')

  asha.vanish()
  tab.vanish()
  await until(topped - SAFE_MS)
  const said = word(await hold(stage, ravi, seat))
  if (Date.now() < topped - HAIR_MS) mustBe(said, 'TAKEN', 'a seat that is being paid')
  await Promise.all([asha.comeBack(), tab.comeBack()])
}

/** The cutoff passes: what is held may still be paid, nothing else may. */
export async function aShowThatCloses(stage: Stage) {
  const { asha, ravi, opened } = stage
  const [held, other, third] = free(stage, 3)
  await until(opened + (CLOSES_AFTER_SECONDS - 4) * SECOND)
  const first = await hold(stage, asha, held)
  if (word(first) === 'CLOSED') throw new Lost()
  const end = promised(first)

  await until(opened + CLOSES_AFTER_SECONDS * SECOND + HAIR_MS)
  mustBe(word(await hold(stage, ravi, other)), 'CLOSED', 'a hold after the cutoff')
  mustBe(word(await extend(stage, asha)), 'CLOSED', 'an extension after the cutoff')
  mustBe(word(await checkout(stage, asha, [held, third])), 'CLOSED', 'more after the cutoff')
  mustBe(codeOf(await order(stage, ravi, [other]).send()), 'CLOSED', 'an order after the cutoff')
  const going = promised(await checkout(stage, asha, [held]))
  mustBe(String(going), String(end), 'a payment after the cutoff, not prolonged')
  const paid = codeOf(await order(stage, asha, [held]).send())
  if (Date.now() < end - HAIR_MS) mustBe(paid, 'booked', 'what was held before the cutoff')
}

/** The show begins: no hold lives on, nothing is sold. */
export async function aShowThatBegins(stage: Stage) {
  const { asha, opened } = stage
  const [seat] = free(stage, 1)
  const starts = opened + CLOSES_AFTER_SECONDS * SECOND
  await until(starts - 4 * SECOND)
  const first = await hold(stage, asha, seat)
  if (word(first) === 'CLOSED') throw new Lost()
  must(promised(first) <= starts + HAIR_MS, 'a hold outlives the start of its show')

  await until(starts + HAIR_MS)
  mustBe(codeOf(await order(stage, asha, [seat]).send()), 'CLOSED', 'an order after the start')
}
