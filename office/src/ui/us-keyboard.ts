/** The key of a US keyboard, which a hand scanner presses, in the names of `KeyboardEvent.code`. */
const KEY = /^(?:Key([A-Z])|(?:Digit|Numpad)(\d))$/

/** The character that a scanner means by a key, whatever keyboard layout the device has. Undefined for a key that no code contains. */
export function usCharacterOf(code: string) {
  if (code === 'Minus' || code === 'NumpadSubtract') return '-'
  const [, letter, digit] = KEY.exec(code) ?? []
  return letter ?? digit
}
