import { circle, edgeOf, group, limb, line, path, rect, ring, rows, times } from '../svg.mjs'

const MOON = [404, 372]

function sky(svg) {
  return [
    rect(0, 0, 800, 1200, svg.linear([0, 0, 0, 1000], '0 #0a0f10, 0.5 #24332f, 1 #55675a')),
    group({ filter: svg.spray() }, circle(...MOON, 480, svg.radial([...MOON, 480], '0 #dfe3bd 0.9, 0.45 #9aab88 0.5, 1 #9aab88 0'))),
    circle(...MOON, 232, svg.linear([400, 140, 400, 604], '0 #f1f0d2, 0.6 #dbdcae, 1 #b7bd8b')),
    group(
      { filter: svg.spray(), opacity: 0.5 },
      rows('330 300 60, 480 450 70, 360 480 40, 300 420 26, 500 290 30').map(([x, y, r]) =>
        circle(x, y, r, svg.radial([x + 8, y + 8, r], '0 #7f8b64 0.7, 1 #7f8b64 0')),
      ),
    ),
    ring(...MOON, 262, '#e9e7c2', 1.5, { opacity: 0.4 }),
    [
      'M40 322Q220 300 420 318Q220 336 40 322Z',
      'M210 452Q420 424 690 446Q430 472 210 452Z',
      'M96 566Q260 548 470 562Q270 584 96 566Z',
      'M470 590Q620 574 760 586Q630 604 470 590Z',
    ].map((cloud) => path(cloud, '#0f1a17', { opacity: 0.62 })),
  ]
}

const fingers = [
  rows('452 252 44, 388 246 30, 330 262 27, 296 308 18, 272 366 13, 268 402 2'),
  rows('420 300 44, 352 352 25, 318 398 31, 292 470 19, 286 522 24, 290 590 14, 306 650 1.5'),
  rows('452 340 44, 404 416 25, 384 468 32, 372 560 19, 374 610 25, 388 688 14, 414 752 1.5'),
  rows('496 356 44, 474 440 24, 468 490 31, 466 578 18, 472 622 24, 490 690 13, 518 744 1.5'),
  rows('540 344 40, 548 420 21, 552 456 27, 560 528 16, 568 562 20, 586 616 11, 610 656 1.5'),
]

/** The hand is dark; the moon behind it lights its edges. */
function hand(svg) {
  const skin = svg.linear([520, 200, 380, 700], '0 #070b0b, 0.5 #0d1413, 1 #1d2a24')
  return [
    path('M800 -20H470C520 60 520 120 508 176L498 210L520 206L524 240L548 226L566 262L590 236L616 258L630 222C690 190 740 170 810 150Z', '#05080a'),
    path('M510 176C496 214 470 236 440 250C412 270 404 296 416 318C436 350 480 374 530 368C566 360 580 330 590 290C598 256 612 236 632 214Z', skin),
    fingers.map((one) => path(limb(one), skin)),
    line('M462 318L500 250M500 340L528 258M540 332L556 266', '#2c3a33', 4, { 'stroke-linecap': 'round', opacity: 0.8 }),
    fingers.map((one) => line(edgeOf(one, -1), '#f2efcc', 2.2, { opacity: 0.55, 'stroke-linecap': 'round' })),
    group(
      { filter: svg.spray() },
      fingers.slice(1).map((one) => path(limb(one), svg.radial([350, 830, 300], '0 #e9b65c 0.8, 0.6 #e9b65c 0.3, 1 #e9b65c 0'))),
    ),
    path('M800 -20H470C520 60 520 120 508 176L498 210L512 207C560 130 600 60 800 40Z', '#111a19', { opacity: 0.8 }),
  ]
}

/** Stepped gables. */
function gable(svg, { x, width, eaves, top, base, lit, dark, steps = 5, lean = 0 }) {
  const rise = (eaves - top) / steps
  const run = width / 2 / (steps + 0.6)
  const left = times(steps, (i) => `V${eaves - i * rise - rise}H${x + (i + 1) * run + lean * (i / steps)}`).join('')
  const peak = `H${x + width - steps * run + lean}`
  const right = times(steps, (i) => `V${top + (i + 1) * rise}H${x + width - (steps - 1 - i) * run}`).join('')
  return [path(`M${x} ${base}V${eaves}${left}${peak}${right}V${base}Z`, svg.linear([x, 0, x + width, 0], `0 ${lit}, 0.25 ${dark}, 1 ${dark}`))]
}

const pane = (x, y, w, h, fill) => path(`M${x} ${y + h}V${y + w * 0.4}Q${x + w / 2} ${y - w * 0.24} ${x + w} ${y + w * 0.4}V${y + h}Z`, fill)

function town(svg) {
  const far = rows('-20 110 770 680, 80 92 750 640, 176 86 790 700, 540 100 780 690, 636 92 742 630, 724 110 770 670')
  const near = rows('-30 190 900 740, 636 200 890 730')
  const dim = (x, y) => pane(x, y, 20, 40, '#0b100f')
  return [
    far.map(([x, width, eaves, top]) => gable(svg, { x, width, eaves, top, base: 1200, lit: '#5f7060', dark: '#2f3d37' })),
    path('M0 900L60 880L160 900H800V1200H0Z', '#141c19'),
    gable(svg, { x: 150, width: 130, eaves: 850, top: 730, base: 1200, lit: '#3b4a40', dark: '#18211e' }),
    gable(svg, { x: 530, width: 136, eaves: 846, top: 722, base: 1200, lit: '#3b4a40', dark: '#18211e' }),
    gable(svg, { x: 256, width: 288, eaves: 908, top: 736, base: 1200, lit: '#2c3833', dark: '#0d1312', steps: 6 }),
    near.map(([x, width, eaves, top]) => gable(svg, { x, width, eaves, top, base: 1200, lit: '#141c1a', dark: '#080c0c', steps: 6 })),
    rows('196 880, 228 880, 570 880, 606 880, 300 960, 478 960').map(([x, y]) => dim(x, y)),
  ]
}

/** The woman at the window, in warm light. */
function window(svg) {
  return [
    circle(400, 890, 190, svg.radial([400, 890, 190], '0 #ffcf74 0.6, 0.4 #e9a648 0.28, 1 #e9a648 0'), { style: 'mix-blend-mode:screen' }),
    pane(352, 826, 96, 132, '#060909'),
    pane(360, 835, 80, 118, svg.linear([0, 830, 0, 956], '0 #ffe9b4, 1 #eaa946')),
    path(
      'M368 954C368 932 376 920 392 914C396 912 396 908 394 904C382 900 378 876 388 866C396 858 412 860 417 870C421 882 416 898 406 904C404 908 405 912 409 914C425 920 432 932 432 954Z',
      '#1a0f08',
    ),
    line('M400 829V953M361 884H439', '#2a1a0c', 4),
    path('M344 954H456V966H344Z', '#2b362f'),
    line('M344 955H456', '#f3c773', 2),
  ]
}

export const movie = {
  tint: '#4d6154',
  top: 'A SYMPHONY OF HORROR',
  foot: 'F. W. MURNAU · 1922',
  title: [{ text: 'NOSFERATU', y: 1106, size: 96 }],
  shade: 300,
  scene: (svg) => [sky(svg), town(svg), window(svg), hand(svg)].flat(4).join(''),
}
