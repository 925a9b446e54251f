import type { AccessType } from './seats.ts'

export const ACCESS_NAMES: Readonly<Record<AccessType, string>> = {
  wheelchair: 'wheelchair place',
  companion: 'companion seat',
}

/** What people read at a place that is protected from them. */
export const PROTECTED_TEXTS: Readonly<Record<AccessType, string>> = {
  wheelchair: 'wheelchair place: for wheelchair users, turn on Accessible places',
  companion: 'companion seat: for companions of wheelchair users, turn on Accessible places',
}
