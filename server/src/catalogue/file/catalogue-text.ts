const BYTE_ORDER_MARKS = [
  [0xff, 0xfe],
  [0xfe, 0xff],
] as const

/** Reads a catalogue file. Throws an error that says why if it has another encoding or a key twice, or if it is not JSON. */
export function parseCatalogueText(bytes: Uint8Array): unknown {
  const text = decode(bytes)
  const parsed: unknown = JSON.parse(text)
  const repeated = findRepeatedKeys(text)
  if (repeated.length > 0)
    throw new Error(repeated.map((path) => `${path} is there twice`).join(', '))
  return parsed
}

/** Some editors write a byte order mark, which the decoder leaves out. */
function decode(bytes: Uint8Array) {
  if (isUtf16(bytes)) throw new Error('the encoding is UTF-16. Please save the file as UTF-8')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const line = lineOfInvalidByte(bytes)
    throw new Error(
      `the encoding is not UTF-8 (line ${line}), probably Windows-1252. Please save the file as UTF-8`,
    )
  }
}

/** UTF-16 has a byte order mark, or a zero byte in one of its first two characters. */
const isUtf16 = ([first, second]: Uint8Array) =>
  BYTE_ORDER_MARKS.some(([one, other]) => one === first && other === second) ||
  (second !== undefined && (first === 0 || second === 0))

/** Decodes one line after another. Bytes of a line break are never part of another character. */
function lineOfInvalidByte(bytes: Uint8Array) {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let line = 1
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(0x0a, start)
    const next = end === -1 ? bytes.length : end + 1
    try {
      decoder.decode(bytes.subarray(start, next))
    } catch {
      return line
    }
    start = next
  }
  return line
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g

interface Level {
  /** Undefined in a list. */
  keys: Set<string> | undefined
  /** The key, or the index in a list. */
  step: string | number
}

/** Finds the keys that an object of a valid JSON text has twice, as paths. `JSON.parse` keeps only the last of them. */
function findRepeatedKeys(text: string) {
  const repeated: string[] = []
  const levels: Level[] = []
  let string = ''
  for (const [token] of text.matchAll(TOKENS)) {
    const level = levels.at(-1)
    if (token === '{') levels.push({ keys: new Set(), step: '' })
    else if (token === '[') levels.push({ keys: undefined, step: 0 })
    else if (token === '}' || token === ']') levels.pop()
    else if (token === ',') {
      if (typeof level?.step === 'number') level.step += 1
    } else if (token !== ':') string = token
    else if (level?.keys) {
      level.step = JSON.parse(string) as string
      if (level.keys.has(level.step)) repeated.push(pathOf(levels))
      level.keys.add(level.step)
    }
  }
  return repeated
}

const pathOf = (levels: readonly Level[]) => formatPath(levels.map(({ step }) => step))

/** `movies[0].daily[1].at` */
export function formatPath(path: readonly PropertyKey[]) {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
  return steps.join('').replace(/^\./, '')
}
