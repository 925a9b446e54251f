/**
 * Removes invisible characters (`\p{Cf}`) and space at both ends, and makes every dash a hyphen and every space a space: copied numbers
 * contain others than a keyboard types.
 */
export const cleanText = (text: string) =>
  text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/\s/g, ' ')
    .trim()
