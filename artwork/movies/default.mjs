import { circle, ellipse, group, line, mirror, path, points, polar, rect, round, times } from '../svg.mjs'

const SCREEN = [400, 470]

function hall(svg) {
  const arch = svg.clip('<path d="M150 780V330Q150 180 400 150Q650 180 650 330V780Z"/>')
  return [
    rect(0, 0, 800, 1200, svg.linear([0, 0, 0, 1200], '0 #1a070d, 0.6 #2b0a14, 1 #0c0a10')),
    path('M150 780V330Q150 180 400 150Q650 180 650 330V780Z', svg.radial([...SCREEN, 430], '0 #fffaf0, 0.5 #f9e2ae, 1 #cf9a50')),
    times(25, (i) =>
      path(points([[400, 760], polar(400, 760, 700, -84 + i * 7 - 1.2), polar(400, 760, 700, -84 + i * 7 + 1.2)]), '#c08e45', {
        opacity: 0.3,
        'clip-path': arch,
      }),
    ),
    path('M330 780A70 70 0 0 1 470 780Z', '#d8a654'),
    [96, 122].map((r) => path(`M${400 - r} 780A${r} ${r} 0 0 1 ${400 + r} 780`, 'none', { stroke: '#b98440', 'stroke-width': 3 })),
  ]
}

/** One pleat of the curtain, between two shares of its width (0 to 1). It is narrow in the middle. */
function pleat(i, from, to) {
  const across = (left, width, share) => round(left + width * (i + share))
  const side = (share) => [across(20, 46, share), across(-14, 30, share), across(-10, 26, share)]
  const [[at, aw, al], [bt, bw, bl]] = [side(from), side(to)]
  return `M${at} 100C${at + 8} 380 ${aw + 10} 520 ${aw} 640C${aw - 2} 700 ${al} 760 ${al} 815H${bl}C${bl} 760 ${bw - 2} 700 ${bw} 640C${bw + 10} 520 ${bt + 8} 380 ${bt} 100Z`
}

/** The curtain: each fold is lit on the side that faces the screen. */
function curtain(svg) {
  const down = (top, foot) => svg.linear([0, 200, 0, 830], `0 ${top}, 1 ${foot}`)
  const [deep, shade, cloth, light] = [down('#22040c', '#14030a'), down('#4f0c1a', '#3a0814'), down('#8a1a28', '#671321'), down('#d2503f', '#b8402f')]
  const fold = (i) => [
    path(pleat(i, 0, 1.02), deep),
    path(pleat(i, 0.26, 1), shade),
    path(pleat(i, 0.5, 0.98), cloth),
    path(pleat(i, 0.8, 0.95), light, { opacity: round(0.25 + i * 0.1) }),
  ]
  const half = [
    path('M-20 100H40V830H-20Z', '#22040c'),
    times(8, fold),
    path('M-10 628C80 650 170 650 244 616L250 646C180 686 80 684 -10 664Z', '#d8b56d'),
    path('M-10 652C80 672 170 674 250 646C180 686 80 684 -10 664Z', '#7d5a26'),
    path('M226 640C236 636 250 640 252 652L262 742H216L224 652Z', svg.linear([216, 0, 262, 0], '0 #8f6c30, 0.6 #f0d9a0, 1 #b98d47')),
    line('M222 700V742M232 700V742M242 700V742M252 700V742', '#5c4320', 2),
  ]
  const drape = svg.linear([0, 60, 0, 240], '0 #2c0610, 0.6 #7d1626, 0.9 #c43f3a, 1 #5a1220')
  return [half, mirror(400, half), times(5, (i) => swag(i * 160, drape)), times(6, (i) => tassel(i * 160))]
}

const swag = (x, drape) => [
  path(`M${x} 60H${x + 160}V150C${x + 140} 214 ${x + 110} 236 ${x + 80} 238C${x + 50} 236 ${x + 20} 214 ${x} 150Z`, drape),
  [28, 58, 86].map((low) => line(`M${x + 2} ${110 + low * 0.3}Q${x + 80} ${130 + low * 1.5} ${x + 158} ${110 + low * 0.3}`, '#2c0610', 3, { opacity: 0.5 })),
  line(`M${x} 152C${x + 20} 216 ${x + 50} 238 ${x + 80} 240C${x + 110} 238 ${x + 140} 216 ${x + 160} 152`, '#e7c67f', 6),
]

const tassel = (x) => [path(`M${x - 9} 148H${x + 9}L${x + 14} 218H${x - 14}Z`, '#d8b56d'), circle(x, 150, 12, '#f0d9a0')]

function stage(svg) {
  return [
    path('M0 792H800V856H0Z', svg.linear([0, 792, 0, 856], '0 #f2cf88, 0.3 #8f5a2c, 1 #2a1210')),
    path('M0 850H800V1200H0Z', '#10090d'),
    times(21, (i) => path(`M${i * 40 - 14} 856A14 14 0 0 1 ${i * 40 + 14} 856Z`, '#f6dfa4')),
    line('M0 856H800', '#d8b56d', 4),
    group({ filter: svg.spray() }, ellipse(400, 860, 430, 120, svg.radial([400, 860, 430], '0 #f0b763 0.6, 1 #f0b763 0'))),
  ]
}

const head = (x, y, s, { hat = 0, bun = 0 } = {}) =>
  group(
    { transform: `translate(${x} ${y}) scale(${s})` },
    path('M-66 120C-66 60 -56 36 -20 26V0H20V26C56 36 66 60 66 120Z', '#0a060a'),
    path('M-27 -26C-27 8 -16 20 0 20C16 20 27 8 27 -26C27 -52 14 -62 0 -62C-14 -62 -27 -52 -27 -26Z', '#0d080c'),
    bun ? circle(0, -64, 15, '#0d080c') : '',
    hat ? path('M-44 -34Q0 -24 44 -34L42 -42Q34 -44 28 -44L24 -72Q0 -82 -24 -72L-28 -44Q-34 -44 -42 -42Z', '#0d080c') : '',
    line(
      hat ? 'M-44 -36L-42 -42Q-34 -44 -28 -44L-24 -72Q0 -82 24 -72L28 -44Q34 -44 42 -42' : 'M-27 -22C-28 -52 -14 -62 0 -62C14 -62 28 -52 27 -22',
      '#f3cf88',
      3,
      { 'stroke-linecap': 'round' },
    ),
    line('M-64 90C-63 56 -52 36 -22 27M64 90C63 56 52 36 22 27', '#d99a55', 2.6, { 'stroke-linecap': 'round', opacity: 0.8 }),
  )

function audience() {
  const row = (y, s, list) => list.map(([x, more]) => head(x, y, s, more))
  const seats = (y, w, count, shift) =>
    times(count, (i) =>
      path(`M${shift + i * w} ${y + 130}V${y + 26}Q${shift + i * w + w / 2} ${y - 8} ${shift + (i + 1) * w - 8} ${y + 26}V${y + 130}Z`, '#3a0c18'),
    )
  return [
    seats(900, 76, 12, -40),
    row(916, 0.62, [[74], [150, { hat: 1 }], [304, { bun: 1 }], [378], [456, { hat: 1 }], [610, {}], [684, { bun: 1 }], [760]]),
    seats(962, 104, 9, -60),
    row(986, 0.86, [[96, { bun: 1 }], [200], [408, { hat: 1 }], [512, { bun: 1 }], [720, { hat: 1 }]]),
  ]
}

export const movie = {
  tint: '#6b1a26',
  top: 'TONIGHT AT THE PALACE',
  foot: 'THE LIGHTS GO DOWN',
  title: [{ text: 'PRESENTING', y: 1106, size: 90 }],
  shade: 260,
  scene: (svg) => [hall(svg), curtain(svg), stage(svg), audience()].flat(5).join(''),
}
