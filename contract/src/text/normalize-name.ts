/** Names that people read as the same are equal: composed and decomposed letters, and spaces around. The case stays. */
export const normalizeName = (name: string) => name.normalize('NFC').trim()
