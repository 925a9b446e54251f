import { circle, ellipse, group, limb, line, path, rect, ring, rows, seededRandom, times } from '../svg.mjs'

const MOON = [448, 408]

function sky(svg) {
  const random = seededRandom(1902)
  return [
    rect(0, 0, 800, 1200, svg.linear([0, 0, 0, 1100], '0 #090b1d, 0.45 #1b2450, 0.8 #4d4a7a, 1 #8d6a78')),
    group({ filter: svg.spray() }, circle(...MOON, 500, svg.radial([...MOON, 500], '0.3 #f6e7bd 0.75, 0.65 #8f89ab 0.4, 1 #8f89ab 0'))),
    times(90, () => circle(random() * 800, random() * 820, 0.8 + random() * 1.8, '#fff3d2', { opacity: 0.3 + random() * 0.6 })),
  ]
}

const star = (x, y, r, turn = 0) => {
  const thin = r * 0.11
  const one = `M0 ${-r}L${thin} ${-thin}L${r} 0L${thin} ${thin}L0 ${r}L${-thin} ${thin}L${-r} 0L${-thin} ${-thin}Z`
  return group(
    { transform: `translate(${x} ${y}) rotate(${turn})` },
    path(one, '#f6dfa4'),
    path(one, '#f6dfa4', { transform: 'rotate(45) scale(.5)' }),
    circle(0, 0, r * 0.13, '#fffaf0'),
  )
}

function heavens() {
  return [
    star(112, 168, 58),
    star(704, 196, 34),
    star(92, 470, 30),
    star(742, 560, 26),
    group(
      { transform: 'translate(664 716) rotate(-22)' },
      circle(0, 0, 36, '#a9727c'),
      path('M-36 0A36 36 0 0 0 36 0Q0 16 -36 0Z', '#5d3d5d'),
      ellipse(0, 0, 68, 15, 'none', { stroke: '#f0d9a0', 'stroke-width': 4 }),
      path('M-36 0A36 36 0 0 1 36 0Q0 -12 -36 0Z', '#c98b84'),
    ),
  ]
}

const profile =
  'M392 138C352 186 318 232 306 290C302 312 296 326 286 342C266 374 236 404 222 428C216 440 224 448 240 450C254 452 262 454 264 462C266 472 252 476 246 484C242 492 250 496 260 498C250 502 244 510 250 518C256 528 268 528 268 544C266 566 262 584 282 602C306 622 346 626 372 652C392 672 420 682 448 682A274 274 0 0 0 448 134C428 134 408 136 392 138Z'

/** The face of the moon: the edge of the shadow forms brow, nose and mouth. */
function moon(svg) {
  const face = svg.linear([230, 300, 720, 560], '0 #fffbea, 0.45 #f5e3b4, 1 #c99f5a')
  const craters = rows('600 300 46, 636 470 60, 540 590 40, 520 232 28, 560 420 22, 468 610 20, 650 380 18')
  return [
    circle(...MOON, 274, '#1a2046'),
    ring(...MOON, 274, '#d8b56d', 2.5, { opacity: 0.7 }),
    ring(...MOON, 300, '#d8b56d', 1.2, { opacity: 0.5 }),
    path(profile, face),
    group(
      { 'clip-path': svg.clip(`<path d="${profile}"/>`) },
      craters.map(([x, y, r]) => [
        circle(x, y, r, '#d9b876'),
        circle(x - r * 0.16, y - r * 0.1, r * 0.9, '#b88d4c'),
        circle(x + r * 0.18, y + r * 0.16, r * 0.86, '#e7cc92'),
      ]),
      group({ filter: svg.spray() }, circle(...MOON, 290, svg.radial([330, 360, 420], '0.45 #7a5a34 0, 1 #6b4a34 0.85'))),
    ),
    path('M312 352C336 330 376 330 404 352C386 384 338 388 312 352Z', '#fffdf4'),
    path('M312 352C330 336 352 330 372 334L404 352C380 352 340 350 312 352Z', '#a97f43'),
    circle(338, 362, 15, '#1b2450'),
    circle(334, 358, 4.5, '#fff'),
    line('M306 350C336 326 380 328 410 354', '#4a3420', 6, { 'stroke-linecap': 'round' }),
    line('M312 356C338 386 386 384 402 354', '#7a5a34', 3, { 'stroke-linecap': 'round' }),
    path('M318 300C350 274 398 280 426 312C392 298 352 296 318 316Z', '#8a6432'),
    line('M262 462C276 458 284 448 280 436', '#a97f43', 4, { 'stroke-linecap': 'round' }),
    line('M260 498C282 500 306 494 322 478', '#5a3520', 5, { 'stroke-linecap': 'round' }),
    line('M264 546C280 556 296 554 306 546', '#b88d4c', 4, { 'stroke-linecap': 'round' }),
    path('M332 452C356 440 396 452 400 486C384 512 340 506 328 482Z', '#d98a6a', { opacity: 0.35 }),
    line('M326 488C340 476 342 462 334 448', '#a97f43', 4, { 'stroke-linecap': 'round' }),
  ]
}

function smoke(svg) {
  const puffs = rows('70 1010 90, 170 960 74, 24 920 70, 110 880 62, 196 880 46, 90 806 40, 150 800 40, 136 738 26, 168 700 16')
  return puffs.map(([x, y, r]) => [
    circle(x, y, r, '#3b3a63'),
    group({ filter: svg.spray() }, circle(x, y, r, svg.radial([x + r * 0.5, y - r * 0.7, r * 1.7], '0 #fff0cc 1, 0.5 #c68e86 0.6, 1 #c68e86 0'))),
    ring(x, y, r - 1, '#fbe6b8', 1.2, { opacity: 0.3 }),
  ])
}

function shell(svg) {
  const brass = svg.linear([-44, 0, 44, 0], '0 #fff0c4, 0.3 #e0bb70, 0.65 #a87c3a, 1 #4d3417')
  return group(
    { transform: 'translate(150 650) rotate(27) scale(.94)' },
    path('M-30 84L0 190L30 84Z', svg.linear([0, 84, 0, 190], '0 #ffe9b4, 0.4 #e98a4f 0.9, 1 #e98a4f 0')),
    path('M-46 84V-10C-46 -60 -22 -96 0 -112C22 -96 46 -60 46 -10V84Z', brass),
    path('M-46 66H46V90H-46Z', '#5c4020'),
    path('M-46 -12H46V0H-46Z', '#6f4f25'),
    line('M-46 66H46M-46 -12H46', '#fff0c4', 2),
    times(6, (i) => [circle(-38 + i * 15.2, -6, 2.6, '#f6dfa4'), circle(-38 + i * 15.2, 78, 3, '#f6dfa4')]),
    circle(0, 30, 21, '#4d3417'),
    circle(0, 30, 16, svg.radial([-4, 24, 20], '0 #fffbe6, 1 #f3c766')),
    path('M-6 46C-8 36 -5 32 0 32C6 32 8 36 6 46Z', '#2a1c14'),
    circle(0, 26, 5, '#2a1c14'),
    path('M-6 22L2 4L7 20Z', '#2a1c14'),
  )
}

/** The astronomers. */
function astronomer(x, y, s, { glass = false, point = false } = {}) {
  const robe = '#0b0c1d'
  return group(
    { transform: `translate(${x} ${y}) scale(${s})` },
    path('M-36 130C-34 70 -28 30 -12 22H12C28 30 36 70 40 130Z', robe),
    path('M-13 10C-14 26 -8 32 0 32C8 32 14 24 13 10Z', robe),
    circle(0, 4, 17, robe),
    path('M-22 -2Q0 8 22 -4L14 -86Z', robe),
    path('M-10 16C-14 40 -10 56 -2 62C6 54 10 36 8 18Z', '#3c3a5c'),
    line('M-21 -3L14 -84', '#f3d592', 3, { 'stroke-linecap': 'round' }),
    line('M-12 24C-28 34 -33 72 -35 128', '#f3d592', 3, { 'stroke-linecap': 'round' }),
    point ? path(limb(rows('-6 40 18, -36 30 15, -66 2 10, -80 -14 5')), robe) : '',
    glass
      ? [
          path('M-10 -2L-96 -56L-104 -42L-14 12Z', '#15162c'),
          path('M-94 -62L-108 -40L-116 -44L-102 -68Z', '#d8b56d'),
          path(limb(rows('-4 44 18, -34 40 15, -58 -18 11')), robe),
        ]
      : '',
  )
}

/** The telescope. */
function cannon(svg) {
  const iron = svg.linear([-62, 0, 62, 0], '0 #8a87ae, 0.3 #4a4978, 1 #0c0d20')
  const gilt = svg.linear([-66, 0, 66, 0], '0 #fff0c4, 0.4 #d8b56d, 1 #5c4320')
  return group(
    { transform: 'translate(40 1100) rotate(22)' },
    path('M-50 -250H50L62 60H-62Z', iron),
    path('M-60 -274H60V-238H-60ZM-58 -120H58V-94H-58Z', gilt),
    ellipse(0, -274, 60, 13, '#0c0d20', { stroke: '#f6dfa4', 'stroke-width': 3 }),
  )
}

function roofs(svg) {
  const slate = svg.linear([0, 860, 0, 1100], '0 #2c2b52, 1 #0a0b19')
  const dark = svg.linear([0, 900, 0, 1120], '0 #17183a, 1 #07080f')
  return [
    path('M330 980L390 900H470L520 930V880H560V910L640 850H800V1200H330Z', slate),
    path('M734 850V780H758V850ZM768 850V800H790V850Z', '#2c2b52'),
    path('M-10 1080L290 960L520 940L810 918V1200H-10Z', dark),
    line('M290 960L520 940L810 918', '#f0d090', 2.5, { opacity: 0.8 }),
    cannon(svg),
  ]
}

export const movie = {
  tint: '#3b3f78',
  top: 'A VOYAGE EXTRAORDINARY',
  foot: 'GEORGES MÉLIÈS · 1902',
  title: [
    { text: 'A TRIP TO', y: 1004, size: 44, max: 52, spacing: 0.22 },
    { text: 'THE MOON', y: 1108, size: 96 },
  ],
  shade: 380,
  scene: (svg) =>
    [
      sky(svg),
      heavens(),
      moon(svg),
      smoke(svg),
      roofs(svg),
      shell(svg),
      astronomer(404, 850, 0.7, { point: true }),
      astronomer(482, 838, 0.8),
      astronomer(566, 826, 0.86, { glass: true }),
      astronomer(648, 828, 0.76, { point: true }),
      astronomer(722, 818, 0.8),
    ]
      .flat(4)
      .join(''),
}
