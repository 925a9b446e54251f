import { beam, circle, ellipse, group, line, mirror, path, points, polar, rect, ring, rows, times } from '../svg.mjs'

const LAMP = [400, 452]

function sky(svg) {
  return [
    rect(0, 0, 800, 1200, svg.linear([0, 0, 0, 1000], '0 #0c1a1c, 0.5 #1f4443, 0.78 #8a7b4e, 1 #2b2b22')),
    group({ filter: svg.spray() }, circle(...LAMP, 520, svg.radial([...LAMP, 520], '0 #ffe9b0 0.9, 0.35 #d9a350 0.45, 1 #d9a350 0'))),
    group(
      { opacity: 0.16 },
      times(16, (i) => path(beam(...LAMP, i * 22.5 - 5, i * 22.5 + 5, 1000), '#ffe7ae')),
    ),
  ]
}

/** Smoke: overlapping discs, each lit from the side of the lamp. */
function smoke(svg) {
  const puffs = rows('-30 330 110, 80 40 130, 210 30 110, -10 190 130, 112 190 112, 222 150 92, 306 160 72, 364 196 56, 404 232 42')
  return puffs.map(([x, y, r]) => [
    circle(x, y, r, '#13211f'),
    group({ filter: svg.spray() }, circle(x, y, r, svg.radial([x + r * 0.62, y + r * 0.7, r * 1.75], '0 #f3d9a0 0.95, 0.4 #9a9272 0.6, 0.9 #5f6a5c 0'))),
    ring(x, y, r - 1, '#f0d9a0', 1.6, { opacity: 0.35 }),
  ])
}

function pines(svg) {
  const pine = (x, base, h, w, fill) =>
    path(
      `M${x} ${base - h}L${x + w * 0.32} ${base - h * 0.62}L${x + w * 0.17} ${base - h * 0.64}L${x + w * 0.45} ${base - h * 0.3}L${x + w * 0.24} ${base - h * 0.33}L${x + w * 0.56} ${base}H${x - w * 0.56}L${x - w * 0.24} ${base - h * 0.33}L${x - w * 0.45} ${base - h * 0.3}L${x - w * 0.17} ${base - h * 0.64}L${x - w * 0.32} ${base - h * 0.62}Z`,
      fill,
    )
  const far = svg.linear([0, 560, 0, 900], '0 #3c5a4a, 1 #1c2d28')
  const near = svg.linear([0, 500, 0, 960], '0 #12211f, 1 #080e10')
  const half = rows('230 860 260 110, 160 870 300 130, 90 870 340 140, 20 870 390 160').map(([x, b, h, w]) => pine(x, b, h, w, far))
  const front = rows('124 960 330 170, 24 970 470 220').map(([x, b, h, w]) => pine(x, b, h, w, near))
  return [half, mirror(400, half), front, mirror(400, front)]
}

function track(svg) {
  const sleeper = (i) => {
    const y = 960 + i * i * 7 + i * 16
    const half = 150 + (y - 960) * 1.15
    return path(`M${400 - half} ${y}H${400 + half}L${400 + half + 16} ${y + 10 + i * 4}H${400 - half - 16}Z`, '#1a1512')
  }
  return [
    path('M0 880C200 850 600 850 800 880V1200H0Z', svg.linear([0, 860, 0, 1200], '0 #4d4a33, 1 #0c0d0e')),
    times(6, sleeper),
    path('M296 940L312 940L172 1200H128Z', '#c9a35c'),
    path('M504 940L488 940L628 1200H672Z', '#c9a35c'),
  ]
}

function cab(svg) {
  const wall = svg.linear([200, 0, 400, 0], '0 #2b3330, 1 #0d1212')
  const half = [
    path('M196 470C250 446 330 440 400 440V800H222V490H196Z', '#0b1011'),
    path('M222 500H400V800H222Z', wall),
    path('M240 524H288V610H240Z', svg.linear([240, 524, 288, 610], '0 #f6d48a, 1 #b5793a')),
    line('M264 524V610', '#141a1a', 5),
    line('M196 471C250 447 330 441 400 441', '#e6c682', 4),
    path('M236 690H300V800H236Z', '#151b1b'),
  ]
  return [half, mirror(400, half)]
}

function stack(svg) {
  const iron = svg.linear([300, 0, 500, 0], '0 #6f6144, 0.22 #2d3231, 0.5 #1a2020, 0.8 #252a29, 1 #6f6144')
  return [
    path('M366 424L372 360L316 268H484L428 360L434 424Z', iron),
    path('M308 252H492V270H308Z', '#0f1414'),
    line('M308 269H492', '#e7c988', 3),
    path('M366 352H434V364H366Z', '#d8b56d'),
    path('M358 414H442V428H358Z', '#d8b56d'),
  ]
}

function boiler(svg) {
  const cx = 400
  const cy = 632
  const plate = svg.linear([270, 500, 540, 770], '0 #5b594a, 0.35 #2c3331, 1 #0e1314')
  const door = svg.radial([380, 590, 150], '0 #4b4f47, 0.7 #1d2423, 1 #11181a')
  return [
    circle(cx, cy, 152, '#0a0f10'),
    circle(cx, cy, 146, plate),
    ring(cx, cy, 146, '#d8b56d', 5),
    times(28, (i) => circle(...polar(cx, cy, 132, i * (360 / 28)), 3.6, '#b99a5c')),
    circle(cx, cy, 116, '#0b1011'),
    circle(cx, cy, 110, door),
    group({ filter: svg.spray() }, circle(cx, cy, 110, svg.linear([400, 520, 400, 720], '0 #f2d79a 0.75, 0.5 #f2d79a 0'))),
    ring(cx, cy, 110, '#8d7446', 2),
    path('M292 612H360V626H292ZM292 644H360V658H292Z', '#0a0f10'),
    circle(cx, cy, 47, '#0a0f10'),
    circle(cx, cy, 43, svg.linear([360, 590, 440, 680], '0 #f3dca4, 0.5 #c99f53, 1 #7d5a26')),
    circle(cx, cy, 35, '#8c2a1b'),
    `<text class="title" x="400" y="654" font-size="62" fill="#f7e6bd" text-anchor="middle" style="font-weight:700">3</text>`,
  ]
}

function lamp(svg) {
  return [
    path('M326 394H474V512H326Z', '#0b1011'),
    path('M318 384L400 366L482 384V396H318Z', '#12191a'),
    line('M318 385L400 367L482 385', '#e7c988', 3),
    path('M336 508H464L476 524H324Z', '#c39a4f'),
    circle(...LAMP, 62, '#c39a4f'),
    circle(...LAMP, 55, svg.radial([...LAMP, 55], '0 #fffdf2, 0.55 #fff0c0, 1 #f1c66d')),
    ring(...LAMP, 40, '#ffffff', 1.5, { opacity: 0.8 }),
    circle(...LAMP, 190, svg.radial([...LAMP, 190], '0 #fff3cd 0.75, 0.35 #ffdf95 0.3, 1 #ffdf95 0'), { style: 'mix-blend-mode:screen' }),
  ]
}

function pilot(svg) {
  const slat = (i) => {
    const t = i / 12
    const top = 262 + t * 276
    const low = 178 + t * 444
    const dip = 1010 + Math.sin(Math.PI * t) * 26
    const shade = i < 6 ? '#d7b36b' : '#9a7437'
    return [
      path(
        points([
          [top - 9, 812],
          [top + 9, 812],
          [low + 15, dip],
          [low - 15, dip],
        ]),
        shade,
      ),
      path(
        points([
          [top + 2, 812],
          [top + 9, 812],
          [low + 15, dip],
          [low + 3, dip],
        ]),
        '#3a2413',
        { opacity: 0.75 },
      ),
    ]
  }
  return [
    path('M250 812H550L640 1010Q400 1062 160 1010Z', '#080b0c'),
    times(13, slat),
    line('M160 1008Q400 1060 640 1008', '#e2c178', 12),
    line('M206 910Q400 936 594 910', '#5c4522', 7),
    [1, -1].map((side) => [
      circle(400 + side * 190, 770, 54, '#0a0f10'),
      circle(400 + side * 190, 770, 47, svg.radial([400 + side * 170, 750, 70], '0 #6d6a58, 1 #161c1d')),
      ring(400 + side * 190, 770, 47, '#d8b56d', 4),
      circle(400 + side * 190, 770, 14, '#d8b56d'),
    ]),
    path('M196 768H604V822H196Z', svg.linear([0, 768, 0, 822], '0 #b5402a, 1 #6d1d14')),
    line('M196 770H604', '#f0b787', 3),
    times(9, (i) => circle(216 + i * 46, 806, 4, '#e6c682')),
  ]
}

/** The engineer. */
function engineer() {
  const coat = '#0a0d0f'
  return group(
    { transform: 'translate(508 772) scale(1.12)' },
    path('M-30 0C-36 -40 -34 -66 -18 -76H18C34 -66 36 -40 30 0Z', coat),
    path('M-31 -4C-44 18 -40 46 -38 84L-46 92H-14L-16 30L0 6L16 30L14 92H46L38 84C40 46 44 18 31 -4Z', coat),
    path('M-30 -66C-46 -40 -44 -18 -26 2L-12 -6L-24 -28Z M30 -66C46 -40 44 -18 26 2L12 -6L24 -28Z', '#12171a'),
    path('M-7 -76H7L0 -30Z', '#e9d9b0'),
    path('M-3 -74H3L4 -44L0 -36L-4 -44Z', '#7c2418'),
    path('M-15 -112C-16 -88 -10 -76 0 -74C10 -76 16 -88 15 -112Z', '#e6cfa0'),
    path('M0 -112H15C16 -88 10 -76 0 -74Z', '#9c7c4c'),
    path('M-28 -108H28V-113C20 -115 16 -116 16 -118L14 -128H-14L-16 -118C-16 -116 -20 -115 -28 -113Z', '#14181a'),
    line('M-14 -128H14', '#e7c988', 2),
    line('M-18 -76C-34 -66 -38 -40 -34 -16M18 -76C34 -66 38 -40 34 -16', '#e7c988', 2, { opacity: 0.9 }),
    ellipse(-20, 2, 8, 6, '#e6cfa0'),
    ellipse(20, 2, 8, 6, '#b59258'),
  )
}

export const movie = {
  tint: '#3d5a4a',
  top: 'COMEDY OF THE RAILS',
  foot: 'B. KEATON &amp; C. BRUCKMAN · 1926',
  title: [{ text: 'THE GENERAL', y: 1106, size: 90 }],
  shade: 300,
  scene: (svg) => [sky(svg), pines(svg), track(svg), smoke(svg), cab(svg), stack(svg), boiler(svg), pilot(svg), lamp(svg), engineer()].flat(4).join(''),
}
