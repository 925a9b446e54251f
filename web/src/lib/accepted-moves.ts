import { deviceStorage } from '@marquee/ui-kit/lib/storage.ts'

/**
 * The moves of shows that the visitor has accepted, on this device. A visitor who does nothing keeps the booking too, so the server does not store it.
 * Without storage the question is asked again.
 */
const KEY = 'accepted-moves'
const MAX_ACCEPTED = 50

/** A booking at one start of its show: a second move asks again. */
const moveName = (reference: string, startTime: string) => `${reference} ${startTime}`

const parseNames = (stored: unknown) =>
  Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : undefined

const readAccepted = () => deviceStorage.read(KEY, parseNames) ?? []

export const isMoveAccepted = (reference: string, startTime: string) =>
  readAccepted().includes(moveName(reference, startTime))

export const acceptMove = (reference: string, startTime: string) =>
  deviceStorage.write(KEY, [...readAccepted(), moveName(reference, startTime)].slice(-MAX_ACCEPTED))

export const removeAcceptedMoves = () => deviceStorage.remove(KEY)
