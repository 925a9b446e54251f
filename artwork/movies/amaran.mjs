import { beam, circle, group, line, mirror, path, points, rect, ring, round, seededRandom, times } from '../svg.mjs'

const SUN = [400, 318]

function sky(svg) {
  return [
    rect(0, 0, 800, 1200, svg.linear([0, 0, 0, 900], '0 #0b1420, 0.45 #1d3a4c, 0.8 #47707a, 1 #47707a')),
    group({ filter: svg.spray() }, circle(...SUN, 560, svg.radial([...SUN, 560], '0 #f6d693 0.95, 0.4 #d99a55 0.5, 1 #d99a55 0'))),
    group(
      { opacity: 0.2 },
      times(18, (i) => path(beam(...SUN, i * 20 - 3, i * 20 + 3, 900), '#ffe3a6')),
    ),
    ring(...SUN, 236, '#f4d593', 2, { opacity: 0.7 }),
    ring(...SUN, 262, '#f4d593', 1.2, { opacity: 0.5 }),
    circle(...SUN, 205, svg.linear([0, 110, 0, 520], '0 #fff1cf, 0.5 #f5cd83, 1 #d98c48')),
  ]
}

/** Ridges fan out from the summit; every second flank is in the sun. */
function massif({ apex, feet, base, tones, snow, seed }) {
  const random = seededRandom(seed)
  const ridges = feet.map((foot) =>
    [0.24, 0.5, 0.76]
      .map((down) => [
        round(apex[0] + (foot - apex[0]) * (down * 0.82 + random() * 0.16)),
        round(apex[1] + (base - apex[1]) * (down + (random() - 0.5) * 0.12)),
      ])
      .concat([[foot, base]]),
  )
  return ridges.slice(1).map((ridge, i) => {
    const before = ridges[i]
    const dip = [(before[0][0] + ridge[0][0]) / 2 + 4, Math.max(before[0][1], ridge[0][1]) + 30]
    return [path(points([apex, ...before, ...ridge.toReversed()]), tones[i], { stroke: tones[i] }), path(points([apex, before[0], dip, ridge[0]]), snow[i])]
  })
}

function range(svg) {
  const fade = (colour) => svg.linear([0, 420, 0, 900], `0 ${colour}, 1 #16242d`)
  const far = svg.linear([0, 430, 0, 760], '0 #7d989a, 1 #2f4c58')
  const [night, dusk, glow, sun] = ['#1d3542', '#33505c', '#a87750', '#e2a566'].map(fade)
  return [
    path('M0 560L70 500L120 535L200 452L262 520L330 470L400 540L470 476L545 530L612 448L690 540L748 496L800 548V900H0Z', far),
    massif({
      apex: [120, 376],
      feet: [-150, -20, 80, 150, 260, 420],
      base: 900,
      seed: 14,
      tones: [night, dusk, night, sun, glow],
      snow: ['#5f7f8b', '#8fa8ab', '#5f7f8b', '#fff0cd', '#f0c58c'],
    }),
    massif({
      apex: [668, 396],
      feet: [400, 540, 630, 720, 800, 940],
      base: 900,
      seed: 5,
      tones: [glow, sun, dusk, night, dusk],
      snow: ['#f0c58c', '#fff0cd', '#8fa8ab', '#5f7f8b', '#8fa8ab'],
    }),
    group({ filter: svg.spray() }, rect(0, 640, 800, 260, svg.linear([0, 640, 0, 900], '0 #c9b48a 0, 1 #c9b48a 0.55'))),
    path('M-10 900L60 872L128 892L190 858L270 884H540L604 862L668 890L742 866L810 896V1200H-10Z', svg.linear([0, 850, 0, 1080], '0 #26323a, 1 #0a0d12')),
    line('M-10 900L60 872L128 892L190 858L270 884M540 884L604 862L668 890L742 866L810 896', '#f2cf97', 2.4, { opacity: 0.75 }),
  ]
}

const coat =
  'M400 404C372 404 346 418 330 436C290 452 236 462 206 494C180 524 172 600 168 660C164 716 166 752 176 786C186 806 206 812 224 808L232 900L196 1210H400Z'
const arm = 'M206 494C180 524 172 600 168 660C164 716 164 756 178 788C190 812 216 818 244 808L366 744L352 690L262 716C264 660 272 610 284 570Z'

function half({ front, sleeve, rim, fold }) {
  return [
    path(coat, front),
    path('M400 470L340 440L318 452L352 560L400 640Z', fold),
    path('M318 452L352 560L400 640L400 668L338 572L300 460Z', '#0a0d12', { opacity: 0.75 }),
    path('M262 716L284 570L330 690Z', '#080a0f', { opacity: 0.55 }),
    path('M236 838L400 820V858L232 876Z', '#0a0c10'),
    path('M232 900L300 872L270 1210H196Z', '#06080c', { opacity: 0.5 }),
    path('M352 866L372 1210H340L318 870Z', '#06080c', { opacity: 0.45 }),
    path(arm, sleeve),
    path('M244 808L366 744L352 690L330 697L240 742Z', '#05070b', { opacity: 0.28 }),
    path('M346 690L330 694L346 756L368 746Z', '#10151c'),
    line('M330 436C290 452 236 462 206 494C180 524 172 600 168 660C165 700 165 730 168 756', rim, 7, { 'stroke-linecap': 'round' }),
    path('M330 438L262 460L246 476L330 462Z', '#0c1118'),
    line('M328 440L262 461', rim, 3),
  ]
}

function soldier(svg) {
  const cold = svg.linear([170, 0, 400, 0], '0 #39434a, 0.5 #232c35, 1 #161d26')
  const colder = svg.linear([170, 0, 400, 0], '0 #20262c, 0.5 #161c24, 1 #10151d')
  const sleeve = svg.linear([168, 600, 330, 720], '0 #57564d, 0.45 #313a41, 1 #1b232c')
  const sleeveFar = svg.linear([168, 600, 330, 720], '0 #33373a, 0.45 #1e262e, 1 #131a22')
  const steel = svg.linear([296, 260, 506, 400], '0 #6c6a58, 0.4 #3b454a, 1 #151c24')
  return [
    half({ front: cold, sleeve, rim: '#ffdf9c', fold: '#2d363d' }),
    mirror(400, half({ front: colder, sleeve: sleeveFar, rim: '#e0a962', fold: '#1d252d' })),
    path('M344 372C346 420 366 452 400 462C434 452 454 420 456 372Z', '#12171e'),
    path('M344 372C346 420 366 452 400 462V372Z', '#1b2026'),
    line('M352 380C356 426 374 450 400 456C426 450 444 426 448 380', '#0a0d12', 6),
    path('M304 366C300 270 346 222 400 222C454 222 500 270 496 366C470 392 430 404 400 404C370 404 330 392 304 366Z', steel),
    path(
      'M288 362C310 352 322 350 330 350C350 372 376 380 400 380C424 380 450 372 470 350C478 350 490 352 512 362C486 398 436 416 400 416C364 416 314 398 288 362Z',
      '#171d24',
    ),
    line('M288 362C300 280 344 222 400 222C456 222 500 280 512 362', '#ffe2a3', 6, { 'stroke-linecap': 'round' }),
    line('M290 364C316 398 364 415 400 415C436 415 484 398 510 364', '#5c5f58', 2),
    line('M376 776C340 830 338 930 384 1010', '#0a0c10', 9),
    line('M374 776C337 830 335 930 381 1010', '#7d6a48', 2),
    path('M384 880H416V1210H384Z', '#0a0c10'),
    path('M384 880H394V1210H384Z', '#6b6a60', { opacity: 0.8 }),
    path('M362 740H438L422 838L419 900H381L378 838Z', '#3a2414'),
    path('M362 740H396L398 838V900H381L378 838Z', '#8a5a2f'),
    line('M419 858C446 862 448 900 418 906', '#0a0c10', 6),
    line('M408 880L436 896', '#0a0c10', 6, { 'stroke-linecap': 'round' }),
    circle(438, 897, 7, '#3b4148'),
    path('M340 676C360 660 386 656 402 660C424 656 446 664 460 678L462 716C450 742 424 752 400 752C376 752 350 742 340 716Z', '#2a2f33'),
    path('M340 676C360 660 386 656 404 660C392 672 390 690 396 700C400 722 396 742 386 750C364 746 346 734 340 716Z', '#4a4a44'),
    line('M352 690C372 678 390 676 402 680M348 706C370 694 390 692 402 698M352 724C372 712 388 712 400 716', '#14181d', 3.5, { 'stroke-linecap': 'round' }),
    line('M448 690C432 680 418 678 404 684M452 708C434 698 420 696 404 702M448 726C432 716 418 714 404 720', '#0c1014', 3.5, { 'stroke-linecap': 'round' }),
    line('M342 675C360 661 386 657 402 661C424 657 446 665 459 677', '#e9bd77', 3, { opacity: 0.8 }),
  ]
}

export const movie = {
  tint: '#2f5563',
  top: 'WAR DRAMA',
  foot: 'HE KEEPS THE WATCH',
  title: [{ text: 'AMARAN', y: 1100, size: 130 }],
  shade: 420,
  scene: (svg) => [sky(svg), range(svg), soldier(svg)].flat(3).join(''),
}
