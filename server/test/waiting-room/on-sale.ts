import type { Random } from '#test/simulator/random.ts'

// The visitors of an on-sale: people, and programs that try to get seats with many sessions.

export interface OnSale {
  seed: number
  /** Sessions of people and of programs together. */
  visitors: number
  /** The share of the visitors that are sessions of programs. */
  programShare: number
  sessionsPerProgram: number
  seats: number
  /** When half of the seats are sold, the node dies in a transaction, and the next one comes after some seconds. */
  hasCrash?: boolean
}

export interface Session {
  id: string
  isProgram: boolean
  /** The account, if its email is confirmed. */
  mailbox: string | null
  address: string
  /** The second of the arrival; booking opens at OPENS_AT. */
  arrivesAt: number
  partySize: number
  /** Seconds from the turn to the first hold. Null: does not come. */
  choosesAfter: number | null
  /** Seconds from the hold to the payment. */
  paysAfter: number
  /** Releases the seats instead of paying. */
  givesUp: boolean
}

/** Booking opens after so many seconds. */
export const OPENS_AT = 120
const LATE_SECONDS = 60
const PARTY_SIZES = [1, 2, 2, 2, 2, 3, 4, 4]
const MAX_SEATS = 10
const CONFIRMED_SHARE = 0.5
const LATE_SHARE = 0.2
const ABSENT_SHARE = 0.15
const GIVING_UP_SHARE = 0.08
/** A mobile network puts so many people behind one address. */
const CARRIER_SHARE = 0.1
const CARRIER_SIZE = 100
/** One program of five has so many addresses. The others have one. */
const ADDRESSES = 50

/** The sessions in the order of their arrival. */
export function createSessions(options: OnSale, random: Random): Session[] {
  const programSessions = Math.round(options.visitors * options.programShare)
  const peopleCount = options.visitors - programSessions
  const carriers = Math.max(1, Math.round((peopleCount * CARRIER_SHARE) / CARRIER_SIZE))
  const people = Array.from({ length: peopleCount }, (_, n) => createPerson(n, carriers, random))
  const programs = Array.from({ length: programSessions }, (_, n) =>
    createProgramSession(n, options),
  )
  return [...people, ...programs].toSorted(
    (one, other) => one.arrivesAt - other.arrivesAt || (one.id < other.id ? -1 : 1),
  )
}

function createPerson(n: number, carriers: number, random: Random): Session {
  const isLate = random.chance(LATE_SHARE)
  const carrier = `carrier ${random.between(1, carriers)}`
  return {
    id: `person ${n}`,
    isProgram: false,
    mailbox: random.chance(CONFIRMED_SHARE) ? `mailbox of person ${n}` : null,
    address: random.chance(CARRIER_SHARE) ? carrier : `address of person ${n}`,
    arrivesAt: isLate
      ? OPENS_AT + random.between(0, LATE_SECONDS)
      : random.between(0, OPENS_AT - 1),
    partySize: random.pick(PARTY_SIZES) ?? 2,
    choosesAfter: random.chance(ABSENT_SHARE) ? null : random.between(15, 90),
    paysAfter: random.between(60, 240),
    givesUp: random.chance(GIVING_UP_SHARE),
  }
}

/** Arrives at once, always comes, and takes as many seats as one visitor can. One of its sessions has a confirmed email. */
function createProgramSession(n: number, { sessionsPerProgram }: OnSale): Session {
  const program = Math.floor(n / sessionsPerProgram)
  const session = n % sessionsPerProgram
  const hasManyAddresses = program % 5 === 0
  return {
    id: `program ${program} session ${session}`,
    isProgram: true,
    mailbox: session === 0 ? `mailbox of program ${program}` : null,
    address: `program ${program} address ${hasManyAddresses ? session % ADDRESSES : 0}`,
    arrivesAt: 0,
    partySize: MAX_SEATS,
    choosesAfter: 1,
    paysAfter: 5,
    givesUp: false,
  }
}

/**
 * The most people a hall can serve in a minute: an ideal operator knows each party beforehand, gives a turn to no party that does not come, and fills
 * each seat in the second in which it is free. Until `share` of the seats is sold.
 */
export function hallLimit(parties: readonly Session[], seats: number, share: number) {
  let free = seats
  let sold = 0
  let served = 0
  let second = 0
  const coming = parties.filter(({ choosesAfter }) => choosesAfter !== null)
  const ending: { at: number; party: Session }[] = []
  let next = 0
  while (sold < share * seats) {
    for (const one of ending.filter(({ at }) => at === second)) {
      if (one.party.givesUp) free += one.party.partySize
      else {
        sold += one.party.partySize
        served += 1
      }
    }
    for (let party = coming[next]; party && party.partySize <= free; party = coming[next]) {
      free -= party.partySize
      ending.push({ at: second + (party.choosesAfter ?? 0) + party.paysAfter, party })
      next += 1
    }
    if (next >= coming.length && ending.every(({ at }) => at <= second)) break
    second += 1
  }
  return (60 * served) / second
}
