import { base32nopad, hex } from '@scure/base'
import {
  REFERENCE_ALPHABET,
  REFERENCE_LENGTH,
  REFERENCE_PREFIX,
} from '../bookings/booking-reference.ts'

/** What a pass says. It has no name, email, phone or vehicle number. */
export interface Pass {
  /** The booking. */
  reference: string
  showtimeId: string
  /** 0 admits the whole party, each other number one seat as long as it is in the booking. */
  number: number
  /** Grows when the passes of a booking are replaced on request: earlier ones are then void. */
  issue: number
}

export interface SignedPass {
  pass: Pass
  keyId: string
  payload: Uint8Array<ArrayBuffer>
  signature: Uint8Array<ArrayBuffer>
}

/** The first bytes of the SHA-256 hash of the public key, in hexadecimal. */
export const KEY_ID_BYTES = 4
const REFERENCE_BYTES = 7
const SHOWTIME_BYTES = 16
const REFERENCE_AT = KEY_ID_BYTES
const SHOWTIME_AT = REFERENCE_AT + REFERENCE_BYTES
const NUMBER_AT = SHOWTIME_AT + SHOWTIME_BYTES
const ISSUE_AT = NUMBER_AT + 2
const PAYLOAD_BYTES = ISSUE_AT + 2
const SIGNATURE_BYTES = 64
/** A multiple of five bytes, so that base32 has no spare bits and each pass has one spelling. */
const PASS_BYTES = PAYLOAD_BYTES + SIGNATURE_BYTES
const TOKEN_LENGTH = (PASS_BYTES * 8) / 5

/** Signed with each payload, so that no other signature of the same key is a pass. */
const PURPOSE = new TextEncoder().encode('marquee pass\0')

/** The bytes of a pass before its signature. */
export function packPass({ reference, showtimeId, number, issue }: Pass, keyId: string) {
  const payload = new Uint8Array(PAYLOAD_BYTES)
  payload.set(hex.decode(keyId), 0)
  payload.set(packReference(reference), REFERENCE_AT)
  payload.set(hex.decode(showtimeId.replaceAll('-', '')), SHOWTIME_AT)
  const view = new DataView(payload.buffer)
  view.setUint16(NUMBER_AT, number)
  view.setUint16(ISSUE_AT, issue)
  return payload
}

/** What the signature of a pass signs. */
export function signedMessage(payload: Uint8Array) {
  const message = new Uint8Array(PURPOSE.length + payload.length)
  message.set(PURPOSE)
  message.set(payload, PURPOSE.length)
  return message
}

/** The text of a QR code: letters A to Z and digits 2 to 7. */
export function toToken(payload: Uint8Array, signature: Uint8Array) {
  const bytes = new Uint8Array(PASS_BYTES)
  bytes.set(payload)
  bytes.set(signature, PAYLOAD_BYTES)
  return base32nopad.encode(bytes)
}

/** Reads a token without checking its signature. Returns undefined if the text is not a token. */
export function parseToken(token: string): SignedPass | undefined {
  const bytes = decodeToken(token)
  if (!bytes) return undefined
  const reference = unpackReference(bytes.subarray(REFERENCE_AT, SHOWTIME_AT))
  if (reference === undefined) return undefined
  const view = new DataView(bytes.buffer)
  return {
    pass: {
      reference,
      showtimeId: toUuid(hex.encode(bytes.subarray(SHOWTIME_AT, NUMBER_AT))),
      number: view.getUint16(NUMBER_AT),
      issue: view.getUint16(ISSUE_AT),
    },
    keyId: hex.encode(bytes.subarray(0, KEY_ID_BYTES)),
    payload: bytes.slice(0, PAYLOAD_BYTES),
    signature: bytes.slice(PAYLOAD_BYTES),
  }
}

function decodeToken(token: string) {
  if (token.length !== TOKEN_LENGTH) return undefined
  try {
    return new Uint8Array(base32nopad.decode(token))
  } catch {
    return undefined
  }
}

const toUuid = (digits: string) =>
  digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const BASE = BigInt(REFERENCE_ALPHABET.length)
const REFERENCE_COUNT = BASE ** BigInt(REFERENCE_LENGTH)

/** The characters of a reference as the digits of one number. */
function packReference(reference: string) {
  let value = 0n
  for (const character of reference.slice(REFERENCE_PREFIX.length))
    value = value * BASE + BigInt(REFERENCE_ALPHABET.indexOf(character))
  return hex.decode(value.toString(16).padStart(2 * REFERENCE_BYTES, '0'))
}

/** Returns undefined if the number is not a reference. */
function unpackReference(bytes: Uint8Array) {
  let value = BigInt(`0x${hex.encode(bytes)}`)
  if (value >= REFERENCE_COUNT) return undefined
  let characters = ''
  for (let n = 0; n < REFERENCE_LENGTH; n += 1) {
    characters = REFERENCE_ALPHABET.charAt(Number(value % BASE)) + characters
    value /= BASE
  }
  return REFERENCE_PREFIX + characters
}
