import { circle, edgeOf, group, limb, line, path, polar, rect, ring, rows, times } from '../svg.mjs'

const EYE = [400, 400]
const keyhole = 'M294 640A262 262 0 1 1 506 640L692 1210H108Z'

function skyline(svg) {
  const far = rows('150 470 60, 206 420 44, 262 500 50, 500 440 56, 560 390 44, 612 480 60, 440 520 50, 330 530 60')
  const near = rows('120 560 90, 214 590 70, 560 570 80, 640 540 80, 496 620 60, 286 620 60')
  const block =
    (fill) =>
    ([x, top, width]) =>
      path(
        `M${x} 760V${top}H${x + width * 0.2}V${top - 22}H${x + width * 0.4}L${x + width * 0.5} ${top - 74}L${x + width * 0.6} ${top - 22}H${x + width * 0.8}V${top}H${x + width}V760Z`,
        fill,
      )
  return [
    far.map(block(svg.linear([0, 330, 0, 660], '0 #4f9a93, 1 #9cc7ad'))),
    near.map(block(svg.linear([0, 480, 0, 700], '0 #174a50, 1 #2f7470'))),
    near.map(([x, top, width]) =>
      line(times(3, (i) => `M${x + width * (0.25 + i * 0.25)} ${top + 16}V720`).join(''), '#f7dd9c', 4, { 'stroke-dasharray': '6 12', opacity: 0.6 }),
    ),
  ]
}

/** The city behind the keyhole. */
function beyond(svg) {
  const floor = svg.linear([0, 640, 0, 1060], '0 #fff0c6, 0.4 #e3b96a, 1 #7a5426')
  return group(
    { 'clip-path': svg.clip(`<path d="${keyhole}"/>`) },
    rect(0, 0, 800, 1200, svg.linear([0, 130, 0, 680], '0 #0f4a55, 0.5 #3d9690, 1 #e9e2b4')),
    group({ filter: svg.spray() }, circle(400, 470, 260, svg.radial([400, 470, 260], '0 #fff6d5 1, 0.5 #f5dfa0 0.6, 1 #f5dfa0 0'))),
    circle(400, 430, 118, '#fff4d0'),
    skyline(svg),
    path('M0 690H800V1200H0Z', floor),
    times(9, (i) => line(`M400 560L${-160 + i * 140} 1200`, '#7a5426', 2, { opacity: 0.35 })),
    line('M0 690H800', '#fff6da', 3),
  )
}

function sights() {
  const ticks = times(72, (i) => {
    const [a, b] = [polar(...EYE, 240, i * 5), polar(...EYE, i % 6 ? 232 : 220, i * 5)]
    return `M${a.join(' ')}L${b.join(' ')}`
  })
  return group(
    { opacity: 0.75 },
    ring(...EYE, 240, '#f6e3b2', 2),
    line(ticks.join(''), '#f6e3b2', 2),
    line('M138 400H240M560 400H662M400 138V214', '#f6e3b2', 2),
  )
}

function door(svg) {
  const steel = svg.linear([0, 0, 800, 1200], '0 #10282e, 0.5 #0a161b, 1 #06090d')
  return [
    path(`M0 0H800V1200H0Z${keyhole}`, steel, { 'fill-rule': 'evenodd' }),
    times(4, (i) => ring(...EYE, 330 + i * 66, '#d8b56d', 1.2, { opacity: 0.22 - i * 0.04 })),
    times(24, (i) => circle(...polar(...EYE, 297, i * 15), 4.5, i >= 10 && i <= 14 ? 'none' : '#8f7443')),
    group(
      { filter: svg.spray(), 'clip-path': svg.clip(`<path d="M0 0H800V1200H0Z${keyhole}" clip-rule="evenodd"/>`) },
      circle(400, 420, 430, svg.radial([400, 420, 430], '0 #c5a15c 0.7, 0.6 #c5a15c 0.55, 0.8 #3d6a66 0.25, 1 #3d6a66 0')),
    ),
    line(keyhole, '#f4dba0', 5),
  ]
}

/** The agent, lit from behind. */
function agent(svg) {
  const suit = '#070b10'
  const rim = '#ffe9b8'
  const left = rows('338 466 56, 318 540 48, 310 604 42, 316 672 32')
  const right = rows('464 466 56, 486 540 48, 494 602 42, 486 664 32')
  const legs = [rows('380 690 66, 374 780 52, 372 850 40, 370 892 32'), rows('424 690 72, 436 790 58, 444 870 46, 448 924 38')]
  const shadow = svg.linear([0, 900, 0, 1200], '0 #0a0d10 0.95, 1 #0a0d10 0.6')
  return [
    path('M352 892L226 1200H640L470 930Z', shadow),
    legs.map((leg) => path(limb(leg), suit)),
    path('M354 886H388V900C388 910 350 912 346 904C346 896 350 892 354 886ZM428 916H468C474 934 476 944 470 950H430C424 944 424 930 428 916Z', suit),
    path(
      'M346 432C328 438 318 452 316 474C318 540 330 590 334 640C320 700 298 760 284 816C308 830 340 830 364 816C378 772 392 722 402 690C414 722 432 776 448 822C478 836 514 830 540 812C516 758 486 698 468 640C472 590 484 540 486 474C484 452 474 438 456 432L401 420Z',
      suit,
    ),
    path('M468 640C486 698 516 758 540 812C514 830 478 836 448 822C462 770 464 700 456 650Z', '#15222a'),
    path('M334 640C320 700 298 760 284 816L300 822C322 760 340 700 348 650Z', '#15222a'),
    path('M376 428L402 548L428 428L402 440Z', '#f7efd8'),
    path('M402 440L428 428L402 548Z', '#c3ad7c'),
    path('M396 438H408L414 516L402 544L390 516Z', '#a32326'),
    path('M396 438H408L406 454H398Z', '#6e1518'),
    path('M376 428L358 452L376 470L366 484L402 566V548ZM428 428L446 452L428 470L438 484L402 566V548Z', '#1c2a32'),
    path(limb(left), suit),
    path(limb(right), suit),
    path('M380 392H424V424Q402 452 380 424Z', '#0b1015'),
    path('M362 350C360 304 376 290 402 290C428 290 444 304 442 350C442 398 426 426 402 428C378 426 362 398 362 350Z', '#10181e'),
    path('M402 322V428C378 426 362 398 362 350L366 332Z', '#1d2a31'),
    path('M361 356C354 308 366 288 402 284C438 286 450 308 443 356C440 340 438 330 430 322C410 330 388 326 376 320C366 330 363 340 361 356Z', '#05080b'),
    path(limb(rows('316 684 30, 314 704 26')), '#2e2c26'),
    path(limb(rows('486 676 30, 488 700 26')), '#22221f'),
    group(
      { transform: 'rotate(17 312 700)' },
      path('M296 700H332L327 728L316 730L315 812H295Z', '#05080b'),
      line('M316 734Q332 738 328 754L315 757', '#05080b', 4),
      line('M297 704L296 809', '#fff0c6', 2),
    ),
    line('M302 672L330 676M472 664L500 668', '#f7efd8', 5),
    line(edgeOf(left.slice(1), 1), rim, 3.4, { 'stroke-linecap': 'round' }),
    line(edgeOf(right.slice(1), -1), rim, 3.4, { 'stroke-linecap': 'round' }),
    line('M346 432C326 437 316 446 312 468C302 496 296 520 294 540M456 432C476 437 486 446 490 468C502 496 508 520 510 540', rim, 3.4, {
      'stroke-linecap': 'round',
    }),
    line('M362 362C354 308 366 288 402 284C438 286 450 308 442 362C442 384 436 404 426 416M362 362C362 384 368 404 378 416', rim, 3, {
      'stroke-linecap': 'round',
    }),
    line('M508 734C518 762 528 788 539 810', '#f1cf8d', 2.6, { 'stroke-linecap': 'round' }),
  ]
}

export const movie = {
  tint: '#1f6b6c',
  top: 'SPY ACTION',
  foot: 'EVERY LOCK IS AN INVITATION',
  title: [{ text: 'MISSION', y: 1102, size: 120 }],
  shade: 300,
  scene: (svg) => [beyond(svg), sights(), door(svg), agent(svg)].flat(4).join(''),
}
