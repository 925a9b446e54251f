/** Everything that was asked and answered, on this machine's clock (epoch milliseconds). */
export interface Act {
  holder: string
  showtimeId: string
  verb: 'hold' | 'release' | 'strange release' | 'extend' | 'checkout' | 'book' | 'vanish'
  placeIds: string[]
  sentAt: number
  answeredAt: number
  /** `unknown`: the connection was lost before the answer, and either may be true. */
  outcome: 'done' | 'refused' | 'unknown'
  /** Until when the holder was promised what they hold. */
  until?: number | undefined
  /** The code of the refusal, or what came instead of an answer. */
  refusal?: string | undefined
}

export interface Order {
  /** A phone number that no other order has: it finds the order in the books. */
  phone: string
  placeIds: string[]
  price: number
  outcomes: ('made' | 'refused' | 'unknown')[]
  references: string[]
}

/** A stretch of time in which a window's line was broken. */
export interface Absence {
  holder: string
  showtimeId: string
  from: number
  to: number
}

export interface History {
  acts: Act[]
  absences: Absence[]
  orders: Order[]
  /** What a client saw that must not be: found at once, kept for the report. */
  seen: string[]
}

export const newHistory = (): History => ({ acts: [], absences: [], orders: [], seen: [] })
