import { circle, edgeOf, ellipse, group, limb, line, path, points, polar, rect, ring, round, rows, seededRandom, times } from '../svg.mjs'

const CLOCK = [340, 410]

/** Perspective: converts (aside, up, ahead) into a point of the drawing. */
const EYE = { x: 618, y: 622, height: 15, focus: 540 }
const seen = (x, y, z) => [round(EYE.x + (EYE.focus * x) / z), round(EYE.y + (EYE.focus * (EYE.height - y)) / z)]

const mix = (from, to, share) => `rgb(${from.map((value, i) => Math.round(value + (to[i] - value) * share)).join(' ')})`
const HAZE = [226, 172, 122]

function air(svg) {
  return [
    rect(0, 0, 800, 1200, svg.linear([0, 0, 0, 720], '0 #0a1424, 0.4 #1f4468, 0.75 #7f7f86, 1 #eab981')),
    group({ filter: svg.spray() }, circle(...CLOCK, 470, svg.radial([...CLOCK, 470], '0.5 #ffe9b8 0.85, 1 #ffe9b8 0'))),
  ]
}

function block({ x, wide, z, deep, tall }) {
  const far = Math.min(1, z / 74)
  const [l, r] = [x, x + wide]
  const inner = x > 0 ? l : r
  const face = mix([16, 30, 52], HAZE, far * 0.8)
  const lit = mix([150, 96, 74], HAZE, far)
  const roof = mix([44, 72, 104], HAZE, far * 0.9)
  const rows = times(Math.round(tall * 1.3), (i) => {
    const y = tall - 0.7 - i * 0.8
    return y > 0 ? `M${seen(l + 0.3, y, z).join(' ')}L${seen(r - 0.3, y, z).join(' ')}` : ''
  })
  const pane = EYE.focus / z
  return [
    path(points([seen(inner, 0, z), seen(inner, tall, z), seen(inner, tall, z + deep), seen(inner, 0, z + deep)]), lit),
    path(points([seen(l, tall, z), seen(r, tall, z), seen(r, tall, z + deep), seen(l, tall, z + deep)]), roof),
    path(points([seen(l, tall, z), seen(r, tall, z), seen(r, 0, z), seen(l, 0, z)]), face),
    line(rows.join(''), mix([255, 214, 140], HAZE, far), round(pane * 0.24), {
      'stroke-dasharray': `${round(pane * 0.24)} ${round(pane * 0.34)}`,
      opacity: round(0.85 - far * 0.6),
    }),
    line(`M${seen(l, tall, z).join(' ')}L${seen(r, tall, z).join(' ')}`, '#ffdf9f', 1.6, { opacity: 0.7 }),
  ]
}

function city(svg) {
  const random = seededRandom(1923)
  const ranks = [68, 56, 46, 38, 31, 25, 20, 16, 12.6].flatMap((z) =>
    [17.6, 12.4, 7.4, 2.4].flatMap((aside) =>
      [1, -1].map((side) => {
        const wide = 4.2
        const tall = 3.5 + random() * 7 + (z > 24 ? random() * 4 : 0) - (z < 17 ? 2 : 0)
        return { x: side > 0 ? aside : -aside - wide, wide, z, deep: z * 0.17, tall }
      }),
    ),
  )
  const avenue = points([seen(-2.2, 0, 400), seen(2.2, 0, 400), seen(2.2, 0, 10), seen(-2.2, 0, 10)])
  const cars = times(26, (i) => {
    const [x, y] = seen(i % 2 ? 0.9 : -0.9, 0, 13 + i * 2.1 + (i % 3))
    const size = EYE.focus / (13 + i * 2.1)
    return ellipse(x, y, round(size * 0.2), round(size * 0.3), i % 2 ? '#22304a' : '#fff8de')
  })
  return [
    path(`M0 ${EYE.y}H800V1200H0Z`, svg.linear([0, EYE.y, 0, 1200], '0 #eab981, 0.3 #a57a63, 1 #2b2c40')),
    path(avenue, svg.linear([0, EYE.y, 0, 1200], '0 #fff0c9, 0.5 #f3c683, 1 #b67a4c')),
    cars,
    ranks.map(block),
  ]
}

/** The clock on the corner of the store. */
function bracket(svg) {
  const stone = svg.linear([0, 0, 96, 0], '0 #0b1626, 0.7 #22384f, 1 #4d5660')
  return [
    path('M-10 -10H84V1210H-10Z', stone),
    line('M84 0V1200', '#ffe5ad', 3, { opacity: 0.7 }),
    times(12, (i) => line(`M-10 ${60 + i * 100}H84`, '#0a1422', 4, { opacity: 0.6 })),
    path('M60 640H104L250 690L250 712L104 706H60ZM60 96H104L260 134V154L104 128H60Z', '#101d2e'),
    line('M104 640L250 690M104 96L260 134', '#ffe5ad', 2.4, { opacity: 0.8 }),
  ]
}

const numerals = ['XII', 'I', 'II', 'III', 'IIII', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI']

function clock(svg) {
  const numeral = (text, i) => {
    const [x, y] = polar(...CLOCK, 190, i * 30)
    return `<text class="title" x="${x}" y="${y}" transform="rotate(${i * 30} ${x} ${y})" dy="19" text-anchor="middle" font-size="54" fill="#152133" style="font-weight:700">${text}</text>`
  }
  const minute = (i) => line(`M${polar(...CLOCK, 244, i * 6).join(' ')}L${polar(...CLOCK, i % 5 ? 234 : 224, i * 6).join(' ')}`, '#1a2434', i % 5 ? 2.4 : 7)
  const ray = (i) =>
    path(points([polar(...CLOCK, 40, i * 15), polar(...CLOCK, 142, i * 15 - 2), polar(...CLOCK, 142, i * 15 + 2)]), '#d8b56d', { opacity: 0.5 })
  return [
    circle(CLOCK[0] + 6, CLOCK[1] + 14, 286, '#0a1422', { opacity: 0.9 }),
    circle(...CLOCK, 284, svg.linear([80, 200, 600, 680], '0 #f7e2ae, 0.5 #c49a52, 1 #5c4320')),
    circle(...CLOCK, 264, '#0d1826'),
    times(36, (i) => circle(...polar(...CLOCK, 274, i * 10), 3.4, '#5c4320')),
    circle(...CLOCK, 256, svg.radial([...CLOCK, 256], '0 #fffdf2, 0.7 #fff3d2, 1 #f3d59a')),
    times(60, minute),
    ring(...CLOCK, 152, '#b98d47', 2),
    numerals.map(numeral),
    times(24, ray),
    hands(),
  ]
}

function hands() {
  return [
    group(
      { transform: `translate(${CLOCK.join(' ')}) rotate(-58)` },
      path('M-8 34L-13 -104L0 -150L13 -104L8 34Z', '#131d2c'),
      circle(0, -92, 21, '#131d2c'),
      circle(0, -92, 10, '#fff3d2'),
    ),
    group(
      { transform: `translate(${CLOCK.join(' ')})` },
      path('M-54 -26L6 -16L120 34L206 82L238 118L246 138L222 126L116 66L-8 14Z', '#131d2c'),
      line('M10 -2L120 48L206 94', '#8b6b37', 2.4),
      circle(0, 0, 26, '#131d2c'),
      circle(0, 0, 13, '#d8b56d'),
    ),
  ]
}

/** The man who hangs from the minute hand. */
function climber() {
  const cloth = '#0b1320'
  const rim = '#ffeabb'
  const left = rows('566 526 22, 560 566 26, 566 616 36, 586 664 50')
  const right = rows('590 546 22, 622 580 26, 642 622 36, 640 668 50')
  const straight = rows('590 800 64, 572 872 52, 552 938 40, 536 988 30')
  const kicking = rows('632 798 64, 684 840 54, 716 862 48, 708 914 38, 694 952 29')
  return [
    path(limb(kicking), '#131f30'),
    path(limb(straight), cloth),
    path('M520 984L550 992L546 1014C530 1026 500 1022 484 1012C486 1000 508 998 520 984Z', '#05090f'),
    path('M680 944L708 954L708 976C692 990 664 988 648 980C650 970 670 964 680 944Z', '#05090f'),
    path(
      'M566 650C552 700 560 750 552 800C548 824 536 844 524 858C556 870 590 862 608 846C626 862 668 862 696 842C682 822 676 806 672 786C668 740 682 694 666 648C640 632 592 632 566 650Z',
      cloth,
    ),
    path('M608 700L612 846C626 862 668 862 696 842C682 822 676 806 672 786C668 740 682 694 666 648Z', '#152235'),
    path('M524 858C512 868 498 872 488 868C506 852 524 834 540 806ZM696 842C708 848 720 848 730 840C712 828 700 812 690 790Z', cloth),
    path('M594 646L614 736L634 646L614 634Z', '#f7efd8'),
    path('M609 650H619L622 712L614 732L606 712Z', '#a32326'),
    path('M594 646L580 668L596 682L588 696L614 772L640 696L632 682L648 668L634 646L614 738Z', '#22344c'),
    path(limb(left), cloth),
    path(limb(right), '#152235'),
    path(limb(rows('564 510 24, 566 536 22')), '#f4d9a8'),
    path(limb(rows('586 528 24, 592 556 22')), '#deb985'),
    line('M560 550L574 548M586 570L602 564', '#f7efd8', 6),
    path('M602 626H626V648L614 660L602 648Z', '#c9995f'),
    path('M586 584C584 618 596 642 614 642C632 642 644 618 642 584Z', '#e9c58c'),
    path('M586 584C584 618 596 642 614 642C602 626 600 604 604 584Z', '#fde9c2'),
    path('M584 594C578 564 592 548 616 548C640 548 650 566 644 594C640 580 632 574 622 574C606 580 592 576 588 580Z', '#0a0f18'),
    line('M594 602a10 10 0 1 0 20 0a10 10 0 1 0 -20 0M616 602a10 10 0 1 0 20 0a10 10 0 1 0 -20 0', '#131d2c', 3),
    line('M592 588L608 586M620 586L636 588', '#0a0f18', 3.4, { 'stroke-linecap': 'round' }),
    ellipse(614, 626, 6, 7, '#3a1d14'),
    line(edgeOf(left, 1), rim, 3, { 'stroke-linecap': 'round' }),
    line('M566 652C553 700 560 750 552 800C548 824 536 844 526 856', rim, 3.2, { 'stroke-linecap': 'round' }),
    line(edgeOf(straight, 1), rim, 2.8, { 'stroke-linecap': 'round' }),
    boater(),
  ]
}

const boater = () =>
  group(
    { transform: 'translate(704 724) rotate(26)' },
    ellipse(0, 0, 54, 15, '#efd08c'),
    path('M-29 -2V-27Q0 -37 29 -27V-2Q0 8 -29 -2Z', '#f7e2ae'),
    path('M-29 -2V-14Q0 -4 29 -14V-2Q0 8 -29 -2Z', '#a32326'),
    line('M-54 1Q0 27 54 1', '#8b6530', 2),
  )

export const movie = {
  tint: '#2b5078',
  top: 'A COMEDY OF HEIGHTS',
  foot: 'F. NEWMEYER &amp; S. TAYLOR · 1923',
  title: [{ text: 'SAFETY LAST', y: 1106, size: 92 }],
  shade: 400,
  scene: (svg) => [air(svg), city(svg), bracket(svg), clock(svg), climber()].flat(5).join(''),
}
