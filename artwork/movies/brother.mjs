import { circle, edgeOf, group, limb, line, path, polar, rect, ring, rows, seededRandom, times } from '../svg.mjs'

const MOON = [404, 420]

function evening(svg) {
  return [
    rect(0, 0, 800, 1200, svg.linear([0, 0, 0, 1000], '0 #1b0f2b, 0.5 #562447, 0.85 #b9513f, 1 #d97a4a')),
    group({ filter: svg.spray() }, circle(...MOON, 470, svg.radial([...MOON, 470], '0.45 #ffcf8d 0.85, 1 #e8724a 0'))),
    circle(...MOON, 292, svg.linear([400, 128, 400, 712], '0 #fff0cd, 0.55 #f9cf8a, 1 #ee8f56')),
    ring(...MOON, 316, '#f4d593', 2, { opacity: 0.6 }),
  ]
}

/** The hill town in the background. */
function town(svg) {
  const random = seededRandom(77)
  const houses = (count, base, tall, wide, wall, light) =>
    times(count, (i) => {
      const x = -30 + i * (860 / count)
      const w = wide * (0.8 + random() * 0.5)
      const h = tall * (0.6 + random() * 0.7) + Math.abs(400 - x) * 0.16
      const roof = random() > 0.5 ? `L${x + w / 2} ${base - h - w * 0.34}` : `V${base - h - w * 0.16}H${x + w * 0.4}V${base - h}`
      return [
        path(`M${x} ${base + 200}V${base - h}${roof}L${x + w} ${base - h}V${base + 200}Z`, wall),
        random() > 0.35 ? path(`M${x + w * 0.3} ${base - h * 0.5}h${w * 0.16}v${w * 0.24}h${-w * 0.16}Z`, light) : '',
        random() > 0.5 ? path(`M${x + w * 0.62} ${base - h * 0.66}h${w * 0.16}v${w * 0.24}h${-w * 0.16}Z`, light) : '',
      ]
    })
  return [
    houses(13, 800, 90, 74, svg.linear([0, 620, 0, 860], '0 #9a4145, 1 #6d2c42'), '#ffd68f'),
    houses(9, 880, 90, 100, svg.linear([0, 700, 0, 940], '0 #5a2440, 1 #34162f'), '#ffc774'),
    path('M-10 1010Q260 880 420 884Q600 890 810 1000V1200H-10Z', svg.linear([0, 880, 0, 1100], '0 #2a1029, 1 #10060f')),
    line('M-10 1010Q260 880 420 884Q600 890 810 1000', '#ffcf8d', 4),
    line('M-10 1040Q260 916 420 920Q600 926 810 1032', '#ffcf8d', 3, { 'stroke-dasharray': '34 40', opacity: 0.4 }),
  ]
}

const wheel = (x, y) => [
  circle(x, y, 58, '#150a17'),
  circle(x, y, 38, '#e8d3a0'),
  circle(x, y, 30, '#7b2c33'),
  times(8, (i) => line(`M${x} ${y}L${polar(x, y, 30, i * 45).join(' ')}`, '#e8d3a0', 2)),
  circle(x, y, 9, '#e8d3a0'),
  ring(x, y, 57, '#ffcf8d', 2.5, { opacity: 0.6 }),
]

/** The mint-green scooter. */
function scooter(svg) {
  const paint = svg.linear([0, 600, 0, 850], '0 #bfe3cf, 0.5 #5fa396, 1 #255456')
  const deep = '#1c4247'
  return [
    path('M560 690L640 700L800 640V860L640 716Z', svg.linear([570, 0, 800, 0], '0 #fff3c8 0.95, 1 #fff3c8 0.1')),
    wheel(258, 812),
    wheel(574, 806),
    path('M510 596L526 590L574 790L558 796Z', '#e8d3a0'),
    path('M506 762C520 726 560 708 602 724C630 734 644 760 644 782C626 764 600 756 574 760C556 764 544 774 536 790Z', paint),
    path('M520 590C548 600 562 640 556 700C552 750 530 790 500 806L388 812L384 796C420 792 448 786 462 766C492 716 496 652 500 600Z', paint),
    path('M520 590C548 600 562 640 556 700C552 750 530 790 500 806L482 807C516 776 532 740 536 690C540 650 534 612 514 592Z', deep, { opacity: 0.55 }),
    path('M384 796L470 782V808H384Z', deep),
    path(
      'M176 706C196 672 250 660 306 668C372 676 402 712 404 760L406 808H330C326 764 296 742 258 744C222 746 200 770 196 800C172 780 164 738 176 706Z',
      paint,
    ),
    path('M220 712C262 696 330 700 360 730C376 752 372 776 358 786C330 760 270 742 220 744C210 734 210 720 220 712Z', '#8fcab8', { opacity: 0.6 }),
    line('M176 706C196 672 250 660 306 668C360 674 392 700 402 740', '#fff3d5', 3.5),
    path('M214 664C250 644 370 644 416 660C424 668 420 680 408 682H232C216 682 208 674 214 664Z', '#5b2130'),
    path('M496 586L530 572L548 590L520 606Z', deep),
    line('M484 566L522 578L560 560', '#20121c', 11, { 'stroke-linecap': 'round' }),
    circle(552, 606, 27, '#e8d3a0'),
    circle(558, 607, 21, '#fffbe8'),
    circle(562, 606, 74, svg.radial([562, 606, 74], '0 #fff6d8 0.9, 1 #fff6d8 0'), { style: 'mix-blend-mode:screen' }),
    path('M560 600L810 520V800L562 614Z', svg.linear([560, 0, 810, 0], '0 #fff3c8 0.75, 1 #fff3c8 0.05')),
  ].slice(1)
}

function brother() {
  const suit = '#20142c'
  const arm = rows('424 548 42, 456 592 34, 500 588 26, 528 572 22')
  return [
    path(limb(rows('386 656 66, 440 664 60, 478 684 52, 476 740 42, 470 784 34')), '#2c1c3c'),
    path('M456 778H488C500 780 512 790 512 800H452Z', '#150a17'),
    path('M362 680C346 620 360 552 402 528C432 520 452 540 452 580C450 620 438 660 424 684Z', suit),
    path('M362 680C346 620 360 552 402 528C384 570 380 630 388 684Z', '#3b2749'),
    path('M412 528C396 540 420 562 448 548L452 530C440 520 424 518 412 528Z', '#c8402f'),
    path('M414 534C396 526 378 534 358 522C366 536 358 544 348 548C374 560 396 556 418 548Z', '#d9553a'),
    path('M416 530C410 508 406 492 408 474H462C472 486 470 496 478 508C482 514 478 518 470 518C472 534 464 544 446 542C434 540 424 538 416 530Z', '#e2a56e'),
    path('M402 486C396 442 424 420 452 424C478 428 488 448 484 470C460 466 440 472 432 486C424 496 408 500 402 486Z', '#d8b56d'),
    path('M402 486C396 442 424 420 452 424C430 436 420 460 424 492C414 498 404 496 402 486Z', '#a97d3c'),
    line('M432 478C446 466 466 466 488 472', '#6b4a20', 5, { 'stroke-linecap': 'round' }),
    circle(466, 484, 12, '#1a0f1c', { stroke: '#f4e0b0', 'stroke-width': 3 }),
    line('M430 482L456 484', '#1a0f1c', 6),
    path('M456 516C464 520 470 518 474 514C472 526 462 528 456 516Z', '#7a2420'),
    path(limb(arm), '#33213f'),
    line(edgeOf(arm, -1), '#ffe0a8', 3),
    circle(532, 570, 13, '#e2a56e'),
  ]
}

/** The little brother, with a colander as a helmet. */
function little() {
  const left = rows('318 506 26, 284 470 22, 262 430 18')
  const right = rows('344 500 26, 372 458 22, 384 414 18')
  return [
    path(limb(rows('318 600 42, 306 634 36, 312 660 30')), '#3f6f74'),
    path(limb(rows('342 600 42, 362 630 36, 366 660 30')), '#4d868a'),
    path('M302 604C294 560 300 510 320 496C336 488 354 492 360 510C366 540 364 580 358 606Z', '#f1d9a2'),
    line('M304 530H362M302 552H364M302 574H362', '#c8402f', 8),
    path(limb(left), '#f1d9a2'),
    path(limb(right), '#f1d9a2'),
    circle(259, 422, 12, '#c98a58'),
    circle(386, 405, 12, '#e2a56e'),
    path('M300 452C298 486 312 504 334 504C356 504 368 486 366 452Z', '#dd9f69'),
    path('M346 478C354 482 362 478 365 470C364 486 354 494 346 478Z', '#7a2420'),
    path('M342 462Q348 452 356 460M322 462Q316 456 310 462', 'none', { stroke: '#1a0f1c', 'stroke-width': 4, 'stroke-linecap': 'round' }),
    path('M290 452H376C374 410 356 390 333 390C310 390 292 410 290 452Z', '#8f9aa5'),
    path('M290 452H320C314 420 320 400 333 390C310 390 292 410 290 452Z', '#5d6675'),
    times(9, (i) => circle(312 + (i % 3) * 20, 408 + Math.floor(i / 3) * 14, 3, '#3c2a3f')),
    line('M284 453H382', '#d7dde0', 7, { 'stroke-linecap': 'round' }),
    line('M333 390V378', '#8f9aa5', 6, { 'stroke-linecap': 'round' }),
  ]
}

/** The grandmother, with an umbrella turned inside out. */
function grandmother() {
  const arm = rows('226 556 34, 200 560 28, 180 530 22, 176 500 18')
  return [
    line('M176 520L158 330', '#20121c', 6, { 'stroke-linecap': 'round' }),
    path(
      'M158 366C120 350 88 310 78 252C96 268 110 270 124 262C134 280 148 286 160 274C172 284 188 278 194 258C208 266 222 260 236 242C236 300 204 348 158 366Z',
      '#2f6d70',
    ),
    path('M158 366C140 340 128 300 124 262C134 280 148 286 160 274C172 284 188 278 194 258C194 300 180 340 158 366Z', '#4f9c94'),
    line(
      'M158 366C120 350 88 310 78 252M158 366C140 340 128 300 124 262M158 366V276M158 366C180 340 194 300 194 258M158 366C204 348 236 300 236 242',
      '#f1d9a2',
      2.4,
    ),
    path('M196 560C216 534 262 532 276 560C290 596 292 640 286 672C270 690 244 720 226 760C204 764 178 758 168 744C182 700 186 620 196 560Z', '#8d2f52'),
    path('M276 560C290 596 292 640 286 672C270 690 244 720 226 760L204 760C232 700 262 640 252 552C264 548 272 552 276 560Z', '#6a2145'),
    path('M206 552C230 580 252 620 256 664L236 700C236 640 220 590 196 566Z', '#d8b56d'),
    path('M172 742C190 756 212 760 228 756L222 770C206 774 182 768 168 756Z', '#d8b56d'),
    path('M182 762H212C214 774 200 780 176 778C174 770 178 766 182 762Z', '#20121c'),
    path('M214 500C208 530 220 552 242 552C262 552 274 530 268 496Z', '#d79a66'),
    path('M210 516C200 476 222 456 244 458C268 460 278 484 268 508C262 490 246 482 232 484C220 488 212 498 210 516Z', '#e9e2d6'),
    circle(268, 462, 17, '#d8d0c8'),
    line('M216 510a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M242 508a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M236 509H242', '#20121c', 3),
    line('M228 534Q240 542 250 532', '#7a2420', 4, { 'stroke-linecap': 'round' }),
    path(limb(arm), '#a53a60'),
    circle(176, 500, 12, '#d79a66'),
  ]
}

function dog() {
  return [
    path('M470 640C470 690 476 720 484 748H526C530 710 530 680 524 650Z', '#efe3c8'),
    path('M474 650C466 626 476 604 500 602C520 602 530 612 536 622L566 630C572 640 568 650 556 654L532 658C524 672 486 674 474 650Z', '#f6ecd4'),
    path('M488 606C470 596 440 606 428 628C446 636 470 640 492 628Z', '#7b4a2c'),
    circle(518, 624, 4.5, '#1a0f1c'),
    circle(567, 634, 7, '#1a0f1c'),
    path('M540 656C550 668 552 680 544 684C534 682 532 668 532 658Z', '#d9553a'),
  ]
}

export const movie = {
  tint: '#8a3a45',
  top: 'FAMILY COMEDY',
  foot: 'SEATS TWO. CARRIES EVERYONE.',
  title: [{ text: 'BROTHER', y: 1102, size: 116 }],
  shade: 260,
  scene: (svg) =>
    [
      evening(svg),
      town(svg),
      group({ transform: 'translate(-44 -62) rotate(-5 400 700) scale(1.13)' }, grandmother(), little(), scooter(svg), dog(), brother()),
    ]
      .flat(5)
      .join(''),
}
