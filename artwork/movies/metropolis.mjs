import { beam, circle, group, line, mirror, path, points, rect, rows, times } from '../svg.mjs'

const CROWN = [400, 196]

function sky(svg) {
  return [
    rect(0, 0, 800, 1200, svg.linear([0, 0, 0, 900], '0 #0a1018, 0.5 #22313f, 1 #5c6a6c')),
    group({ filter: svg.spray() }, circle(...CROWN, 620, svg.radial([...CROWN, 620], '0 #ffe6ac 0.95, 0.3 #d8b56d 0.5, 1 #d8b56d 0'))),
    group(
      { opacity: 0.3 },
      [-100, -76, -52, -30, 30, 52, 76, 100].map((at) => path(beam(...CROWN, at - 6, at + 6, 1000), svg.radial([...CROWN, 720], '0 #fff0c4, 1 #fff0c4 0'))),
    ),
  ]
}

/** A tower seen from the street. Steps narrow it upwards; one side is lit. */
function tower(svg, { x, width, top, base, lit, dark, steps = 3, fins = 5, taper = 0.16, glow = 0.5 }) {
  const tiers = times(steps, (i) => {
    const share = 1 - i * 0.22
    const y = base - ((base - top) * (steps - i) * 0 + (base - top) * [0.62, 0.84, 1, 1][i])
    return { half: (width / 2) * share, y }
  })
  const face = (side) => (tier, i) => {
    const under = i === 0 ? base : tiers[i - 1].y + 8
    const lean = ((under - tier.y) / 700) * width * taper
    const outer = x + side * tier.half
    return points([
      [x, tier.y],
      [outer - side * lean, tier.y],
      [outer, under],
      [x, under],
    ])
  }
  const paint = (colour) => svg.linear([0, top, 0, base], `0 ${colour}, 1 #0b1016`)
  const side = x < 400 ? 1 : -1
  const windows = times(fins, (i) => {
    const at = x - side * (i + 0.7) * (width / 2 / (fins + 0.6))
    return `M${at} ${tiers[0].y + 14}V${base}`
  }).join('')
  const bright = times(fins, (i) => {
    const at = x + side * (i + 0.7) * (width / 2 / (fins + 0.6))
    return `M${at} ${tiers[0].y + 14}V${base}`
  }).join('')
  return [
    tiers.map(face(-side)).map((d) => path(d, paint(dark))),
    tiers.map(face(side)).map((d) => path(d, paint(lit))),
    line(windows, '#f2cf86', 3.2, { 'stroke-dasharray': '7 9', opacity: glow }),
    line(bright, '#0c1218', 4, { opacity: 0.45 }),
    tiers.map((tier) => line(`M${x} ${tier.y}H${x + side * tier.half * 0.94}`, '#ffe6ae', 2.4, { opacity: 0.8 })),
  ]
}

function city(svg) {
  const far = rows('250 110 330, 552 108 318, 130 120 380, 672 120 372').map(([x, width, top]) =>
    tower(svg, { x, width, top, base: 800, lit: '#8f978c', dark: '#44525a', fins: 3, glow: 0.25 }),
  )
  const mid = rows('190 140 440, 612 144 430, 60 170 330, 744 170 322').map(([x, width, top]) =>
    tower(svg, { x, width, top, base: 860, lit: '#66695f', dark: '#1c262f', fins: 4 }),
  )
  return [far, mid]
}

function centre(svg) {
  const stone = svg.linear([0, 196, 0, 800], '0 #fff0c9, 0.25 #d4b176, 1 #3d4043')
  const shade = svg.linear([0, 196, 0, 800], '0 #c79d58, 0.25 #6c5d49, 1 #1b232b')
  const half = (paint) => [
    path('M400 206H386L380 300H366V350H350V440H332V540H306V640H280V800H400Z', paint),
    line('M366 350V800M350 440V800M332 540V800M306 640V800', '#0d1218', 2, { opacity: 0.5 }),
    line('M380 300H366V350H350V440H332V540H306V640H280', '#fff2cf', 2, { opacity: 0.55 }),
  ]
  return [
    half(stone),
    mirror(400, half(shade)),
    times(5, (i) => line(`M${372 + i * 14} ${330 + Math.abs(2 - i) * 30}V760`, '#141a20', 4, { opacity: 0.55, 'stroke-dasharray': '12 7' })),
    path('M400 120L406 206H394Z', '#fff4d6'),
    circle(...CROWN, 130, svg.radial([...CROWN, 130], '0 #fffaf0 1, 0.25 #ffe9b4 0.7, 1 #ffe9b4 0'), { style: 'mix-blend-mode:screen' }),
  ]
}

function roads() {
  const road = (y, bend, width, fill) => [
    path(`M-10 ${y}Q400 ${y + bend} 810 ${y - 30}V${y - 30 + width}Q400 ${y + bend + width} -10 ${y + width}Z`, fill),
    line(`M-10 ${y}Q400 ${y + bend} 810 ${y - 30}`, '#ffe2a0', 3),
    line(`M-10 ${y - 5}Q400 ${y + bend - 5} 810 ${y - 35}`, '#ffe9bb', 5, { 'stroke-dasharray': '14 46', opacity: 0.95 }),
  ]
  return [road(588, -70, 20, '#161e26'), road(664, 40, 26, '#11181f')]
}

function gate(svg) {
  const half = [path('M400 700H320V726H296V752H272V900H400Z', '#0d1319'), line('M400 700H320V726H296V752H272V900', '#d8b56d', 3)]
  return [
    half,
    mirror(400, half),
    path('M340 900V790Q400 716 460 790V900Z', svg.radial([400, 850, 150], '0 #fff5d8, 0.6 #f6cf86, 1 #c58f45')),
    times(5, (i) => line(`M400 900L${352 + i * 24} ${772 - (2 - Math.abs(2 - i)) * 8}`, '#8c5f2a', 2, { opacity: 0.5 })),
  ]
}

const worker = (x, y, s, lit) =>
  group(
    { transform: `translate(${x} ${y}) scale(${s})` },
    path('M-62 130C-64 60 -56 26 -24 14C-18 11 -14 8 -14 0H14C14 8 18 11 24 14C56 26 64 60 62 130Z', '#0a0e13'),
    path('M-24 -2C-30 -34 -18 -52 0 -52C18 -52 30 -34 24 -2C18 14 -18 14 -24 -2Z', '#0c1116'),
    path('M-28 -22C-30 -50 -16 -62 0 -62C16 -62 30 -50 28 -22C14 -30 -14 -30 -28 -22Z', '#141b22'),
    line(lit < 0 ? 'M-27 -26C-29 -50 -16 -61 0 -61M-60 84C-60 52 -50 28 -24 15' : 'M27 -26C29 -50 16 -61 0 -61M60 84C60 52 50 28 24 15', '#f2cd85', 3.4, {
      opacity: 0.9,
      'stroke-linecap': 'round',
    }),
  )

/** The workers in rows; the rows in front are larger. */
function shift(svg) {
  const rows = times(6, (i) => {
    const s = 0.28 + i * i * 0.028 + i * 0.06
    const y = 872 + i * 20 + i * i * 6.5
    const gap = 118 * s
    const count = Math.ceil(430 / gap)
    const centre = 26 + i * 16
    return times(count, (j) => [worker(400 - centre - (j + 0.5) * gap, y, s, 1), worker(400 + centre + (j + 0.5) * gap, y, s, -1)])
  })
  return [
    path('M0 880H800V1200H0Z', '#0b0f14'),
    path('M352 890H448L620 1200H180Z', svg.linear([0, 890, 0, 1130], '0 #fbdc9a, 0.5 #a9803f 0.8, 1 #a9803f 0')),
    rows,
  ]
}

export const movie = {
  tint: '#6b5c42',
  top: 'THE CITY OF TOMORROW',
  foot: 'FRITZ LANG · 1927',
  title: [{ text: 'METROPOLIS', y: 1106, size: 92 }],
  shade: 300,
  scene: (svg) => [sky(svg), city(svg), centre(svg), roads(), gate(svg), shift(svg)].flat(5).join(''),
}
