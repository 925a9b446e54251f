/** Gradients, clips, masks and filters of one drawing. Coordinates are in units of its view box. */
export function createDefinitions() {
  const defs = []
  const define = (make) => {
    const id = `d${defs.length}`
    defs.push(make(id))
    return `url(#${id})`
  }
  const stops = (list) =>
    list
      .split(', ')
      .map((stop) => stop.split(' '))
      .map(([at, colour, alpha = 1]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${alpha}"/>`)
      .join('')
  const once = new Map()
  const shared = (key, make) => {
    if (!once.has(key)) once.set(key, define(make))
    return once.get(key)
  }

  return {
    defs: () => `<defs>${defs.join('')}</defs>`,
    linear: ([x1, y1, x2, y2], list) =>
      define((id) => `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops(list)}</linearGradient>`),
    radial: ([cx, cy, r], list) =>
      define((id) => `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${cx}" cy="${cy}" r="${r}">${stops(list)}</radialGradient>`),
    clip: (shapes) => define((id) => `<clipPath id="${id}">${shapes}</clipPath>`),
    mask: (shapes) => define((id) => `<mask id="${id}" maskUnits="userSpaceOnUse" x="-200" y="-200" width="1700" height="1700">${shapes}</mask>`),
    blur: (by) =>
      shared(`blur${by}`, (id) => `<filter id="${id}" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="${by}"/></filter>`),
    spray: () => shared('spray', spray),
  }
}

/** Airbrush effect: half transparent areas become dots. The noise is seeded, so each rendering is the same. */
const spray = (id) => `<filter id="${id}" color-interpolation-filters="sRGB">
  <feTurbulence type="fractalNoise" baseFrequency="0.62" numOctaves="2" seed="7" result="noise"/>
  <feColorMatrix in="noise" type="matrix" values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  2.3 0 0 0 -0.65" result="dots"/>
  <feComposite in="SourceAlpha" in2="dots" operator="arithmetic" k2="2.6" k3="2.1" k4="-1.85" result="stipple"/>
  <feComponentTransfer in="SourceGraphic" result="full"><feFuncA type="linear" slope="60"/></feComponentTransfer>
  <feComposite in="full" in2="stipple" operator="in" result="sprayed"/>
  <feComposite in="sprayed" in2="SourceGraphic" operator="arithmetic" k2="0.62" k3="0.38"/>
</filter>`

const attributes = (more) =>
  Object.entries(more)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')

export const path = (d, fill, more = {}) => `<path d="${d}" fill="${fill}"${attributes(more)}/>`
export const line = (d, stroke, width, more = {}) => `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}"${attributes(more)}/>`
export const circle = (cx, cy, r, fill, more = {}) => `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${fill}"${attributes(more)}/>`
export const ring = (cx, cy, r, stroke, width, more = {}) => circle(cx, cy, r, 'none', { stroke, 'stroke-width': width, ...more })
export const ellipse = (cx, cy, rx, ry, fill, more = {}) => `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}"${attributes(more)}/>`
export const rect = (x, y, width, height, fill, more = {}) => `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"${attributes(more)}/>`
export const group = (more, ...shapes) => `<g${attributes(more)}>${shapes.flat(3).join('')}</g>`
export const mirror = (axis, ...shapes) => group({ transform: `translate(${axis * 2},0) scale(-1,1)` }, ...shapes)

/** Parses numbers: spaces separate columns, commas separate rows. */
export const rows = (list) => list.split(', ').map((row) => row.split(' ').map(Number))

export const points = (list) => `M${list.map((xy) => xy.join(' ')).join('L')}Z`
export const times = (count, make) => Array.from({ length: count }, (_, index) => make(index))
export const polar = (cx, cy, r, degrees) => {
  const angle = ((degrees - 90) * Math.PI) / 180
  return [round(cx + r * Math.cos(angle)), round(cy + r * Math.sin(angle))]
}
export const round = (value) => Math.round(value * 100) / 100

/** A beam from a point, between two directions in degrees (0 is up). */
export const beam = (cx, cy, from, to, length) => points([[cx, cy], polar(cx, cy, length, from), polar(cx, cy, length, to)])

/** Seeded random numbers from 0 to 1. */
export function seededRandom(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}

/** Samples of a smooth line through the points; each point is [x, y, thickness]. */
function samples(joints) {
  const at = (i) => joints[Math.max(0, Math.min(joints.length - 1, i))]
  const bend = (a, b, c, d, t) => 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3)
  return times((joints.length - 1) * 10 + 1, (step) => {
    const i = Math.min(Math.floor(step / 10), joints.length - 2)
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    return [0, 1, 2].map((axis) => bend(a[axis], b[axis], c[axis], d[axis], step / 10 - i))
  })
}

/** The outline of a smooth line of varying thickness, with round ends. */
export function limb(joints) {
  const spine = samples(joints)
  const sides = spine.map(([x, y, thick], i) => {
    const [ax, ay] = spine[Math.max(0, i - 1)]
    const [bx, by] = spine[Math.min(spine.length - 1, i + 1)]
    const length = Math.hypot(bx - ax, by - ay) || 1
    const [nx, ny] = [((ay - by) / length) * (thick / 2), ((bx - ax) / length) * (thick / 2)]
    return [
      [round(x + nx), round(y + ny)],
      [round(x - nx), round(y - ny)],
    ]
  })
  const there = sides.map(([left]) => left)
  const back = sides.map(([, right]) => right).toReversed()
  const cap = (thick, to) => `A${round(thick / 2)} ${round(thick / 2)} 0 0 0 ${to.join(' ')}`
  return `M${there.map((xy) => xy.join(' ')).join('L')}${cap(spine.at(-1)[2], back[0])}L${back.map((xy) => xy.join(' ')).join('L')}${cap(spine[0][2], there[0])}Z`
}

/** One side of a limb, to draw a lit edge. */
export function edgeOf(joints, side) {
  const spine = samples(joints)
  return `M${spine
    .map(([x, y, thick], i) => {
      const [ax, ay] = spine[Math.max(0, i - 1)]
      const [bx, by] = spine[Math.min(spine.length - 1, i + 1)]
      const length = Math.hypot(bx - ax, by - ay) || 1
      return [round(x + side * ((ay - by) / length) * (thick / 2)), round(y + side * ((bx - ax) / length) * (thick / 2))].join(' ')
    })
    .join('L')}`
}
