import { brass, brassBright, ink } from './palette.mjs'
import { createDefinitions, group, line, path, rect } from './svg.mjs'

const WIDTH = 800
const HEIGHT = 1200

/** A rectangle with stepped corners, the frame of all posters. */
function stepped(inset, step) {
  const [l, t, r, b] = [inset, inset, WIDTH - inset, HEIGHT - inset]
  const s = step
  return `M${l + 2 * s} ${t}H${r - 2 * s}V${t + s}H${r - s}V${t + 2 * s}H${r}V${b - 2 * s}H${r - s}V${b - s}H${r - 2 * s}V${b}H${l + 2 * s}V${b - s}H${l + s}V${b - 2 * s}H${l}V${t + 2 * s}H${l + s}V${t + s}H${l + 2 * s}Z`
}

const whole = `M0 0H${WIDTH}V${HEIGHT}H0Z`

function frame(svg) {
  const gilt = svg.linear([0, 0, WIDTH, HEIGHT], `0 ${brassBright}, 0.45 ${brass}, 1 #a67f3e`)
  return group(
    {},
    path(`${whole}${stepped(26, 18)}`, ink, { 'fill-rule': 'evenodd', opacity: 0.62 }),
    line(stepped(26, 18), gilt, 4),
    line(stepped(37, 16), gilt, 1.5, { opacity: 0.85 }),
  )
}

const grain = `<filter id="grain" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB">
  <feTurbulence type="fractalNoise" baseFrequency="0.7" numOctaves="2" seed="3"/>
  <feColorMatrix type="matrix" values="1.6 0 0 0 -0.3  1.6 0 0 0 -0.3  1.6 0 0 0 -0.3  0 0 0 0 1"/>
</filter>`

/** `fit` is the width of the text in units; the renderer chooses the font size that fills it. */
const lettering = (text, { y, fit = 640, max = 300, fill, cx = 400, spacing = 0.02, weight = 640 }) =>
  `<text class="title" x="${cx}" y="${y}" fill="${fill}" text-anchor="middle" data-fit="${fit}" data-max="${max}" data-spacing="${spacing}" style="font-weight:${weight}">${text}</text>`

const small = (text, y) => `<text class="small" x="400" y="${y}" text-anchor="middle">${text}</text>`

const edge = (svg, from, to, alpha) =>
  rect(0, Math.min(from, to), WIDTH, Math.abs(to - from), svg.linear([0, from, 0, to], `0 ${ink} ${alpha}, 0.45 ${ink} ${alpha * 0.72}, 1 ${ink} 0`))

/** One poster as an SVG document: scene, shade behind the title, frame and grain. */
export function poster({ scene, title, top, foot, shade = 330, front = () => '' }) {
  const svg = createDefinitions()
  const gilt = (y, size) => svg.linear([0, y - size, 0, y], '0 #f7e6bd, 0.55 #e2c07a, 1 #b98d47')
  const drawn = [
    scene(svg),
    edge(svg, HEIGHT, HEIGHT - shade, 0.94),
    edge(svg, 0, 170, 0.6),
    ...title.map(({ text, size = 150, ...more }) => lettering(text, { fill: gilt(more.y, size), ...more })),
    front(svg),
    frame(svg),
    small(top, 80),
    small(foot, 1147),
  ].join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${svg.defs()}<defs>${grain}</defs>${drawn}<rect width="${WIDTH}" height="${HEIGHT}" filter="url(#grain)" style="mix-blend-mode:soft-light" opacity="0.42"/></svg>`
}
