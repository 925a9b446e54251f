import {
  type BookingToChange,
  refundOfChange,
} from '../../src/bookings/change/planners/booking-change.ts'
import { openDraft } from '../../src/inventory/draft.ts'
import type { Requester } from '../../src/inventory/rules/requester.ts'
import type { HoldMoment, ShowtimeState } from '../../src/inventory/state.ts'
import type { BrokenRule } from './world.ts'

const UNLIMITED = { seatsPerAccount: 1000, showAllowancePercent: undefined }
const withFullRefund = <B extends BookingToChange | undefined>(booking: B): B =>
  booking && { ...booking, full_refund_until: Number.POSITIVE_INFINITY }
const withoutAdmissions = <B extends BookingToChange | undefined>(booking: B): B =>
  booking && { ...booking, admitted: 0 }
const unlimited = (moment: HoldMoment): HoldMoment => ({ ...moment, ...UNLIMITED })

/** A rule of the product that is broken, and the rules of the invariants that find it. */
interface Breach extends BrokenRule {
  foundBy: readonly string[]
}

export const brokenRules = {
  'the rows of showtimes are not locked': {
    foundBy: ['memory', 'version', 'failure', 'bookings'],
    store: (right) => ({
      ...right,
      lock: async (tx, ids) => {
        const states = await right.load(tx, ids)
        const { now } = await right.lock(tx, [])
        return { now, versions: new Map(states.map(({ id, version }) => [id, version])) }
      },
    }),
  },
  'a state in memory is used whatever its version is': {
    foundBy: ['memory', 'failure'],
    store: (right) => {
      const known = new Map<string, string>()
      const remember = (states: readonly ShowtimeState[]) => {
        for (const { id, version } of states) known.set(id, version)
        return states
      }
      return {
        ...right,
        lock: async (tx, ids) => {
          const { now, versions } = await right.lock(tx, ids)
          return {
            now,
            versions: new Map([...versions].map(([id, version]) => [id, known.get(id) ?? version])),
          }
        },
        load: async (tx, ids) => remember(await right.load(tx, ids)),
        write: (tx, drafts) => {
          const written = right.write(tx, drafts)
          remember(drafts.map(({ state }) => state))
          return written
        },
      }
    },
  },
  'changes are published before the commit': {
    foundBy: ['publish'],
    store: (right, { publishEarly }) => ({
      ...right,
      write: (tx, drafts) => {
        publishEarly(drafts.map(({ state }) => state.id))
        return right.write(tx, drafts)
      },
    }),
  },
  'an account has no limit': {
    foundBy: ['limit'],
    commands: (right) => ({
      hold: (state, command, moment) => right.hold(state, command, unlimited(moment)),
      holdBest: (state, command, moment) => right.holdBest(state, command, unlimited(moment)),
    }),
  },
  'selections do not end': {
    foundBy: ['expiry'],
    store: (right) => ({
      ...right,
      open: (state, now) => {
        const nothingEnds = { ...state, selections: new Map(), coolDowns: new Map() }
        return { ...openDraft(nothingEnds, now), state, before: state }
      },
    }),
  },
  'an exchange keeps an old place': {
    foundBy: ['money', 'bookings'],
    commands: (right) => ({
      decideChange: (...given) => {
        const decision = right.decideChange(...given)
        const { row } = decision
        return row ? { ...decision, row: { ...row, givenBack: row.givenBack.slice(1) } } : decision
      },
    }),
  },
  'a cancellation refunds the full price at any time': {
    foundBy: ['money'],
    commands: (right) => ({
      planCancellation: (booking, named, context) =>
        right.planCancellation(withFullRefund(booking), named, context),
      decideChange: (state, command, moment, given) =>
        right.decideChange(state, command, moment, {
          ...given,
          loaded: { ...given.loaded, booking: withFullRefund(given.loaded.booking) },
        }),
    }),
  },
  'any account opens an offer': {
    foundBy: ['offer'],
    commands: (right) => ({
      handOver: (state, command) =>
        right.handOver(state, {
          ...command,
          account: ownerOf(state, command.from) ?? command.account,
        }),
    }),
  },
  'people who came in get their money back': {
    foundBy: ['admission'],
    commands: (right) => ({
      planCancellation: (booking, named, context) =>
        right.planCancellation(withoutAdmissions(booking), named, context),
      decideChange: (state, command, moment, given) =>
        right.decideChange(state, command, moment, {
          ...given,
          loaded: { ...given.loaded, booking: withoutAdmissions(given.loaded.booking) },
        }),
    }),
  },
  'holds are adopted above the limit of the account': {
    foundBy: ['limit'],
    commands: (right) => ({
      adopt: (state, command, moment) => right.adopt(state, command, unlimited(moment)),
    }),
  },
  'a place does not cool down': {
    foundBy: ['cool-down'],
    commands: (right) => ({
      hold: (state, command, moment) =>
        right.hold({ ...state, coolDowns: new Map() }, command, moment),
      holdBest: (state, command, moment) =>
        right.holdBest({ ...state, coolDowns: new Map() }, command, moment),
    }),
  },
  'accessible places are for everybody': {
    foundBy: ['accessible'],
    commands: (right) => ({
      hold: (state, command, moment) =>
        right.hold(state, { ...command, isAccessible: true }, moment),
    }),
  },
  'a voucher pays again what it has paid': {
    foundBy: ['voucher'],
    commands: (right) => ({
      decideBooking: (state, order, moment, given) => {
        const { voucher } = given.loaded
        if (!voucher) return right.decideBooking(state, order, moment, given)
        const loaded = { ...given.loaded, voucher: { ...voucher, balance: voucher.amount } }
        return right.decideBooking(state, order, moment, { ...given, loaded })
      },
    }),
  },
  'a voucher pays after its end': {
    foundBy: ['voucher'],
    commands: (right) => ({
      decideBooking: (state, order, moment, given) => {
        const { voucher } = given.loaded
        if (!voucher) return right.decideBooking(state, order, moment, given)
        const endless = { ...voucher, valid_until: Number.POSITIVE_INFINITY }
        const loaded = { ...given.loaded, voucher: endless }
        return right.decideBooking(state, order, moment, { ...given, loaded })
      },
    }),
  },
  'a refund becomes a voucher, and goes back to the voucher that has paid': {
    foundBy: ['voucher'],
    commands: () => ({ newVoucherAmount: refundOfChange }),
  },
  'a refund is paid out again': {
    foundBy: ['payout'],
    commands: () => ({ assertOwed: () => undefined }),
  },
} satisfies Record<string, Breach>

const ownerOf = ({ selections }: ShowtimeState, holder: Requester['holder']) =>
  selections.get(holder)?.choosers[0]?.account
