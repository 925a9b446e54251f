const BITS_OF_COEFFICIENT = 14
const EOB_CODE_BITS = 4
const MAX_RUN = 32_767

/** Creates a valid grey JPEG picture with many scans. Each scan adds one bit to one coefficient of all blocks, and takes few bytes. */
export function createProgressiveJpeg({
  size,
  scans,
}: {
  /** Width and height in pixels, a multiple of 8. */
  size: number
  /** At most 883. */
  scans: number
}) {
  const blocks = (size / 8) ** 2
  const emptyScan = emptyRuns(blocks)
  const refinements = Array.from({ length: scans - 1 }, (_, n) => {
    const coefficient = 1 + Math.floor(n / BITS_OF_COEFFICIENT)
    const low = BITS_OF_COEFFICIENT - 1 - (n % BITS_OF_COEFFICIENT)
    const high = low === BITS_OF_COEFFICIENT - 1 ? 0 : low + 1
    return [segment(0xda, [1, 1, 0, coefficient, coefficient, (high << 4) | low]), emptyScan]
  })
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array(64).fill(16)]),
    segment(0xc2, [8, size >> 8, size & 255, size >> 8, size & 255, 1, 1, 0x11, 0]),
    // One DC code; AC codes of 4 bits for runs of empty blocks.
    segment(0xc4, [0x00, 1, ...Array(15).fill(0), 0]),
    segment(0xc4, [
      0x10,
      0,
      0,
      0,
      15,
      ...Array(12).fill(0),
      ...Array.from({ length: 15 }, (_, n) => n << 4),
    ]),
    segment(0xda, [1, 1, 0, 0, 0, 0]),
    Buffer.alloc(Math.ceil(blocks / 8)),
    ...refinements.flat(),
    Buffer.from([0xff, 0xd9]),
  ])
}

function segment(marker: number, content: number[]) {
  const length = content.length + 2
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...content])
}

/** The content of a scan in which all blocks are empty. */
function emptyRuns(blocks: number) {
  let bits = ''
  for (let left = blocks; left > 0; ) {
    const run = Math.min(MAX_RUN, left)
    const exponent = Math.floor(Math.log2(run))
    bits += exponent.toString(2).padStart(EOB_CODE_BITS, '0')
    if (exponent > 0) bits += (run - 2 ** exponent).toString(2).padStart(exponent, '0')
    left -= run
  }
  const bytes = bits.match(/.{1,8}/g)?.map((byte) => Number.parseInt(byte.padEnd(8, '1'), 2)) ?? []
  // A zero follows each byte that would otherwise begin a marker.
  return Buffer.from(bytes.flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte])))
}
