import { circle, edgeOf, ellipse, group, limb, line, mirror, path, points, polar, rect, ring, rows, times } from '../svg.mjs'

const POOL = [400, 452]

function rocket(x, y, s, colour) {
  return group(
    { transform: `translate(${x} ${y}) scale(${s})`, opacity: 0.55 },
    path('M0 -26C12 -14 12 8 8 18H-8C-12 8 -12 -14 0 -26Z', colour),
    path('M-9 6L-18 22L-7 18ZM9 6L18 22L7 18Z', colour),
    circle(0, -6, 4, '#1d1747'),
  )
}

function room(svg) {
  const paper = times(7, (row) =>
    times(6, (column) => {
      const [x, y] = [60 + column * 136 + (row % 2) * 68, 90 + row * 122]
      return (row + column) % 3
        ? path(points(times(8, (i) => polar(x, y, i % 2 ? 4 : 13, i * 45))), '#5b55a5', { opacity: 0.6 })
        : rocket(x, y, 0.95, '#5b55a5')
    }),
  )
  return [
    rect(0, 0, 800, 1200, svg.linear([0, 0, 0, 900], '0 #0e0b2a, 0.6 #2a2268, 1 #3a2c78')),
    paper,
    path('M0 872H800V1200H0Z', svg.linear([0, 872, 0, 1200], '0 #241b55, 1 #0b0920')),
    path('M0 850H800V874H0Z', '#17113f'),
    line('M0 850H800', '#d8b56d', 2, { opacity: 0.5 }),
  ]
}

/** The light stands on the floor, so that the shadow on the wall is large. */
function pool(svg) {
  const light = svg.linear([400, 110, 400, 860], '0 #ddf7dc, 0.5 #a8e3cb, 1 #f3e2ab')
  return [
    group({ filter: svg.spray() }, circle(...POOL, 410, svg.radial([...POOL, 410], '0.6 #a8e3cb 0.8, 1 #a8e3cb 0'))),
    circle(...POOL, 330, light),
    rows('352 1.6, 372 3, 392 1.4').map(([r, w]) => ring(...POOL, r, '#f0d9a0', w, { opacity: 0.6 })),
    group(
      { opacity: 0.9 },
      [-26, 34].map((turn, i) => [
        ellipse(...POOL, 392, 128, 'none', { stroke: '#d8b56d', 'stroke-width': 2.6, transform: `rotate(${turn} ${POOL.join(' ')})` }),
        group({ transform: `rotate(${turn} ${POOL.join(' ')})` }, circle(i ? 8 : 792, 452, 12, '#f7e3b0')),
      ]),
    ),
    path('M0 850H800V1200H0Z', svg.radial([400, 900, 460], '0 #f6dfa0 0.55, 1 #f6dfa0 0')),
  ]
}

function shadow(svg) {
  const dark = svg.linear([0, 170, 0, 900], '0 #1c1550, 0.7 #2a1f66, 1 #1a1346')
  const half = [
    path(
      'M400 372C366 372 340 384 318 398C276 410 244 430 232 470C214 540 208 620 214 690L206 742C206 764 222 772 236 768C250 762 254 744 252 726L258 690C262 640 270 590 284 552L296 640L290 860H392L400 720Z',
      dark,
    ),
    path('M206 700L262 700L258 730L210 728Z', dark),
  ]
  return [
    path('M290 856H510L452 954H348Z', svg.linear([0, 856, 0, 972], '0 #1c1550, 1 #100b30')),
    half,
    mirror(400, half),
    path('M360 350H440V392Q400 420 360 392Z', dark),
    path('M334 262C326 326 352 372 400 376C448 372 474 326 466 262Z', dark),
    path('M330 296C318 288 312 300 318 318C322 330 330 334 336 330ZM470 296C482 288 488 300 482 318C478 330 470 334 464 330Z', dark),
    path(
      'M328 290C316 240 336 206 362 200C356 190 352 182 352 172C366 186 378 190 392 190C392 178 398 168 408 160C408 176 416 188 430 192C436 188 444 186 454 186C450 192 448 198 448 204C474 220 482 250 472 290C440 272 360 272 328 290Z',
      dark,
    ),
    path('M386 392L400 410L414 392L410 420L424 560L400 596L376 560L390 420Z', '#120d38', { opacity: 0.9 }),
    line('M372 384L400 424L428 384', '#120d38', 5, { opacity: 0.8 }),
    line('M290 850L296 640M510 850L504 640M400 720V850', '#120d38', 4, { opacity: 0.5 }),
  ]
}

/** The boy from behind, in pyjamas, with a teddy bear. */
function boy(svg) {
  const arm = rows('352 806 26, 330 842 26, 322 880 24, 318 906 22')
  const other = rows('448 806 26, 474 838 26, 478 878 24, 472 904 22')
  const cloth = svg.linear([340, 0, 460, 0], '0 #cfe9d8, 0.5 #8fb7b0, 1 #567a86')
  const leg = [
    path('M356 900L350 1010H394L400 930L406 1010H450L444 900Z', cloth),
    line('M366 910L360 1008M380 910L376 1008M420 910L424 1008M434 910L440 1008', '#5c3f86', 5, { opacity: 0.75 }),
  ]
  return [
    ellipse(400, 1030, 130, 16, '#0a0820', { opacity: 0.6 }),
    path(
      'M352 1008H392V1022C392 1032 346 1034 340 1024C340 1016 350 1014 352 1008ZM448 1008H408V1022C408 1032 454 1034 460 1024C460 1016 450 1014 448 1008Z',
      '#b98a5c',
    ),
    leg,
    path('M352 790C340 830 344 880 346 924C376 934 424 934 454 924C456 880 460 830 448 790C430 774 370 774 352 790Z', cloth),
    line(
      'M362 790C354 830 356 880 358 926M380 784C376 830 376 884 378 930M400 782V930M420 784C424 830 424 884 422 930M438 790C446 830 444 880 442 926',
      '#5c3f86',
      5,
      { opacity: 0.75 },
    ),
    path(limb(arm), cloth),
    path(limb(other), cloth),
    line('M312 884L334 886M468 886L490 884', '#5c3f86', 7),
    circle(318, 914, 13, '#c99768'),
    circle(472, 912, 13, '#8f6242'),
    path('M386 760H414V792Q400 800 386 792Z', '#b98a5c'),
    path('M352 706C350 750 372 776 400 776C428 776 450 750 448 706Z', '#b98a5c'),
    path('M352 716C340 706 332 716 338 732C342 744 350 746 356 742ZM448 716C460 706 468 716 462 732C458 744 450 746 444 742Z', '#c99768'),
    path(
      'M348 730C338 690 348 660 370 652C366 644 364 636 364 628C374 638 384 642 394 642C394 632 400 624 408 618C408 632 414 640 424 644C430 640 436 640 444 640C440 646 438 650 438 654C460 668 464 700 452 730C444 756 430 766 400 766C370 766 356 756 348 730Z',
      '#1a1033',
    ),
    line(
      'M370 652C366 644 364 636 364 628C374 638 384 642 394 642C394 632 400 624 408 618C408 632 414 640 424 644C430 640 436 640 444 640C440 646 438 650 438 654',
      '#e9f7dd',
      3,
      { 'stroke-linejoin': 'round' },
    ),
    line('M348 730C338 690 348 662 370 652M452 730C464 700 460 668 438 654', '#e9f7dd', 3),
    line(edgeOf(arm, 1), '#f4ffe9', 3),
    line(edgeOf(other, -1), '#f4ffe9', 3),
    group(
      { transform: 'translate(292 968) rotate(14)' },
      path(limb(rows('20 -54 18, 14 -30 20, 4 -8 20')), '#a8713c'),
      circle(-2, -34, 26, '#b98148'),
      circle(-22, -54, 10, '#b98148'),
      circle(16, -56, 10, '#a8713c'),
      ellipse(0, 14, 29, 36, '#a8713c'),
      path(limb(rows('-18 -2 17, -32 14 18, -38 30 18')), '#b98148'),
      path(limb(rows('-12 40 20, -18 60 22')), '#b98148'),
      path(limb(rows('14 42 20, 18 62 22')), '#8d5c30'),
    ),
  ]
}

export const movie = {
  tint: '#3a2f86',
  top: 'SCIENCE-FICTION COMEDY',
  foot: 'ASLEEP AT TEN. AWAKE AT THIRTY.',
  title: [{ text: 'NEW', y: 1104, size: 130, fit: 460, spacing: 0.06, max: 180 }],
  shade: 230,
  scene: (svg) => [room(svg), pool(svg), shadow(svg), group({ transform: 'translate(0 -70)' }, boy(svg))].flat(6).join(''),
}
