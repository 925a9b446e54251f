import { brass, brassBright, ink } from '../palette.mjs'
import { createDefinitions, group, line, path, points, polar, times } from '../svg.mjs'

/** The letter M over a fan of light, on a grid of 64 units. */
const letter = 'M10 50V16H19L32 36L45 16H54V50H45V30L34.6 46H29.4L19 30V50Z'

function fan() {
  return times(5, (i) => {
    const at = -44 + i * 22
    return path(points([[32, 31], polar(32, 31, 21, at - 5), polar(32, 31, 21, at + 5)]), brassBright)
  })
}

/** `bleed` fills the whole square, for systems that round the corners themselves. */
export function mark({ bleed = false } = {}) {
  const svg = createDefinitions()
  const gilt = svg.linear([0, 12, 0, 52], `0 #f7e6bd, 0.5 ${brass}, 1 #a97f3e`)
  const ground = bleed ? 'M0 0H64V64H0Z' : 'M8 0H56V4H60V8H64V56H60V60H56V64H8V60H4V56H0V8H4V4H8Z'
  const border = 'M10.5 3.5H53.5V7H57V10.5H60.5V53.5H57V57H53.5V60.5H10.5V57H7V53.5H3.5V10.5H7V7H10.5Z'
  const sign = [line(border, brass, 1.5), group({ opacity: 0.92 }, fan()), path(letter, ink, { stroke: ink, 'stroke-width': 3.4 }), path(letter, gilt)]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><title>Marquee</title>${[
    path(ground, ink),
    group(bleed ? { transform: 'translate(6.4 6.4) scale(.8)' } : {}, sign),
    svg.defs(),
  ].join('')}</svg>\n`
}
