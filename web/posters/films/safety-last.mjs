import {
  circle,
  edgeOf,
  ellipse,
  group,
  limb,
  line,
  path,
  points,
  polar,
  rect,
  ring,
  times,
} from '../kit.mjs'

const CLOCK = [322, 500]
const DEPTH = [560, 1290]
const fall = ([x, y], share) => [
  DEPTH[0] + (x - DEPTH[0]) * share,
  DEPTH[1] + (y - DEPTH[1]) * share,
]

function air(k) {
  return [
    rect(
      0,
      0,
      800,
      1200,
      k.linear(
        [0, 0, 0, 1200],
        [
          [0, '#0b1522'],
          [0.45, '#23466a'],
          [0.75, '#b98a6b'],
          [1, '#e8b87a'],
        ],
      ),
    ),
    group(
      { filter: k.spray() },
      circle(
        ...CLOCK,
        520,
        k.radial(
          [...CLOCK, 520],
          [
            [0.4, '#ffe9b8', 0.9],
            [1, '#ffe9b8', 0],
          ],
        ),
      ),
    ),
  ]
}

/** A block seen from above: roof on top, walls that fall away to the street. */
function block(k, { roof, colours, deep = 0.36 }) {
  const floor = roof.map((corner) => fall(corner, deep))
  const walls = roof.map((corner, i) => {
    const next = (i + 1) % roof.length
    const shade = colours[1 + (i % 2)]
    const middle = [(corner[0] + roof[next][0]) / 2, (corner[1] + roof[next][1]) / 2]
    const foot = fall(middle, deep)
    const rows = times(6, (row) => {
      const share = 1 - (row + 1) * ((1 - deep) / 7.4)
      return `M${fall(corner, share).join(' ')}L${fall(roof[next], share).join(' ')}`
    }).join('')
    return [
      path(
        points([corner, roof[next], floor[next], floor[i]]),
        k.linear(
          [...middle, ...foot],
          [
            [0, shade],
            [1, '#d79d68'],
          ],
        ),
      ),
      line(rows, '#ffdf9d', 2.4, { 'stroke-dasharray': '4 7', opacity: 0.55 }),
    ]
  })
  return [
    walls,
    path(points(roof), colours[0]),
    line(points(roof), '#ffe3a8', 1.4, { opacity: 0.4 }),
  ]
}

function city(k) {
  const street = k.linear(
    [0, 980, 0, 1200],
    [
      [0, '#f3cd8d'],
      [1, '#c98b55'],
    ],
  )
  const blue = ['#2c4a66', '#142a41', '#1d3853']
  const grey = ['#1f3850', '#0e1f33', '#162c44']
  return [
    path('M0 960H800V1200H0Z', street),
    line(`M${DEPTH.join(' ')}L470 900M${DEPTH.join(' ')}L660 900`, '#fff0c8', 3, { opacity: 0.4 }),
    times(14, (i) =>
      ellipse(532 + (i % 2) * 44 + ((i * 7) % 5), 986 + i * 14, 4, 6, '#20304a', { opacity: 0.85 }),
    ),
    block(k, {
      roof: [
        [720, 700],
        [840, 690],
        [860, 850],
        [730, 842],
      ],
      colours: grey,
      deep: 0.42,
    }),
    block(k, {
      roof: [
        [690, 872],
        [860, 880],
        [880, 1040],
        [706, 1010],
      ],
      colours: blue,
    }),
    block(k, {
      roof: [
        [640, 1044],
        [860, 1070],
        [880, 1300],
        [668, 1250],
      ],
      colours: grey,
      deep: 0.3,
    }),
    block(k, {
      roof: [
        [250, 900],
        [440, 892],
        [452, 1010],
        [236, 1026],
      ],
      colours: blue,
    }),
    block(k, {
      roof: [
        [60, 900],
        [210, 904],
        [190, 1040],
        [30, 1056],
      ],
      colours: grey,
      deep: 0.5,
    }),
    block(k, {
      roof: [
        [200, 1060],
        [452, 1040],
        [462, 1200],
        [160, 1240],
      ],
      colours: grey,
      deep: 0.3,
    }),
  ]
}

function tower(k) {
  const stone = k.linear(
    [0, 200, 640, 800],
    [
      [0, '#2a3f55'],
      [0.6, '#16273a'],
      [1, '#0c1828'],
    ],
  )
  const foot = fall([640, 806], 0.62)
  return [
    path(
      points([[-20, 806], [640, 806], foot, [-20, 1010]]),
      k.linear(
        [0, 806, 0, 1000],
        [
          [0, '#0d1a2a'],
          [1, '#2b3c4e'],
        ],
      ),
    ),
    line(
      times(9, (i) => `M${40 + i * 66} 806L${fall([40 + i * 66, 806], 0.7).join(' ')}`).join(''),
      '#0a1320',
      5,
      { opacity: 0.5 },
    ),
    path('M-20 180H640V806H-20Z', stone),
    path('M640 180L668 190V792L640 806Z', '#0a1422'),
    line('M640 180V806', '#ffe5ad', 3, { opacity: 0.8 }),
    times(3, (i) => line(`M-20 ${232 - i * 16}H640`, '#0a1422', 5, { opacity: 0.6 })),
    path('M-20 784H676V818H-20Z', '#1d3247'),
    line('M-20 785H676', '#ffe5ad', 3),
  ]
}

function clock(k) {
  const numerals = ['XII', 'I', 'II', 'III', 'IIII', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI']
  return [
    circle(...CLOCK, 284, '#0a1422'),
    circle(
      ...CLOCK,
      276,
      k.linear(
        [60, 300, 580, 780],
        [
          [0, '#f0d9a0'],
          [0.5, '#c49a52'],
          [1, '#6f5122'],
        ],
      ),
    ),
    circle(...CLOCK, 258, '#0d1826'),
    circle(
      ...CLOCK,
      252,
      k.radial(
        [...CLOCK, 252],
        [
          [0, '#fffdf2'],
          [0.7, '#fff3d2'],
          [1, '#f3d59a'],
        ],
      ),
    ),
    times(60, (i) =>
      line(
        `M${polar(...CLOCK, 242, i * 6).join(' ')}L${polar(...CLOCK, i % 5 ? 232 : 222, i * 6).join(' ')}`,
        '#1a2434',
        i % 5 ? 2.4 : 7,
      ),
    ),
    ring(...CLOCK, 150, '#b98d47', 2),
    numerals.map((numeral, i) => {
      const [x, y] = polar(...CLOCK, 187, i * 30)
      return `<text class="title" x="${x}" y="${y}" transform="rotate(${i * 30} ${x} ${y})" dy="19" text-anchor="middle" font-size="56" fill="#152133" style="font-weight:700">${numeral}</text>`
    }),
    times(24, (i) =>
      path(
        points([
          polar(...CLOCK, 40, i * 15),
          polar(...CLOCK, 140, i * 15 - 2),
          polar(...CLOCK, 140, i * 15 + 2),
        ]),
        '#d8b56d',
        { opacity: 0.5 },
      ),
    ),
    group(
      { transform: `translate(${CLOCK.join(' ')}) rotate(-62)` },
      path('M-8 30L-13 -110L0 -150L13 -110L8 30Z', '#131d2c'),
      circle(0, -92, 22, '#131d2c'),
      circle(0, -92, 10, '#fff3d2'),
    ),
    path('M304 476L456 540L560 606L580 634L548 622L440 566L300 520Z', '#131d2c'),
    line('M318 480L456 540L560 606', '#8b6b37', 2),
    circle(...CLOCK, 26, '#131d2c'),
    circle(...CLOCK, 13, '#d8b56d'),
  ]
}

/** He hangs from the minute hand; the hand has begun to give. */
function climber() {
  const cloth = '#0c1522'
  const arms = [
    [
      [540, 612, 20],
      [538, 650, 24],
      [548, 700, 34],
      [566, 752, 44],
    ],
    [
      [572, 628, 20],
      [592, 664, 24],
      [612, 706, 34],
      [616, 756, 46],
    ],
  ]
  const legs = [
    [
      [574, 880, 56],
      [562, 948, 46],
      [548, 1010, 36],
      [540, 1060, 28],
    ],
    [
      [604, 878, 56],
      [640, 930, 46],
      [662, 958, 42],
      [650, 1010, 34],
      [632, 1050, 27],
    ],
  ]
  return [
    legs.map((leg) => path(limb(leg), cloth)),
    path(
      'M526 1056L553 1062L550 1082C536 1092 508 1090 492 1082C494 1072 514 1068 526 1056Z',
      '#05090f',
    ),
    path(
      'M620 1042L646 1052L646 1072C632 1086 606 1086 590 1080C590 1070 610 1062 620 1042Z',
      '#05090f',
    ),
    path(
      'M548 742C540 780 544 820 540 862C536 880 530 892 524 904C552 916 580 912 590 900C604 914 640 912 660 896C648 880 642 866 640 850C640 810 648 776 638 738C610 724 572 726 548 742Z',
      cloth,
    ),
    path('M524 904C516 912 506 916 498 914C512 900 526 886 538 870Z', cloth),
    path('M572 742L596 812L612 738L592 730Z', '#f4ead2'),
    path('M590 742L600 742L602 790L596 810L590 790Z', '#8e2a22'),
    path(
      'M572 740L560 760L572 772L566 786L597 838L626 784L618 770L628 758L612 738L597 812Z',
      '#18263a',
    ),
    arms.map((arm) => path(limb(arm), cloth)),
    path(
      limb([
        [538, 600, 22],
        [541, 622, 20],
      ]),
      '#f0d3a0',
    ),
    path(
      limb([
        [568, 612, 22],
        [574, 636, 20],
      ]),
      '#d9b179',
    ),
    path('M566 700C562 730 574 752 592 752C610 752 620 730 616 702Z', '#e9c58c'),
    path('M566 700C562 730 574 752 592 752C584 740 582 720 584 700Z', '#fbe6bc'),
    line(
      'M570 714a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M592 714a9 9 0 1 0 18 0a9 9 0 1 0 -18 0',
      '#131d2c',
      3,
    ),
    path('M584 736Q592 728 602 736Q592 746 584 736Z', '#3a1512'),
    path(
      'M562 702C560 676 574 664 592 664C610 664 622 676 620 702C604 692 578 692 562 702Z',
      '#0a0f18',
    ),
    line(edgeOf(arms[0], 1), '#ffe9b8', 3, { 'stroke-linecap': 'round' }),
    line('M548 742C540 780 544 820 540 862', '#ffe9b8', 3.2, { 'stroke-linecap': 'round' }),
    line(edgeOf(legs[0], 1), '#ffe0a4', 2.6, { 'stroke-linecap': 'round' }),
    group(
      { transform: 'translate(706 800) rotate(24)' },
      ellipse(0, 0, 52, 15, '#efd08c'),
      path('M-28 -2V-26Q0 -36 28 -26V-2Q0 8 -28 -2Z', '#f7e2ae'),
      path('M-28 -2V-13Q0 -3 28 -13V-2Q0 8 -28 -2Z', '#8e2a22'),
      line('M-52 1Q0 26 52 1', '#8b6530', 2),
    ),
  ]
}

export const film = {
  tint: '#2b5078',
  top: 'A COMEDY OF HEIGHTS',
  foot: 'F. NEWMEYER &amp; S. TAYLOR · 1923',
  title: [{ text: 'SAFETY LAST', y: 196, size: 92 }],
  shade: 150,
  scene: (k) => [air(k), city(k), tower(k), clock(k), climber()].flat(5).join(''),
}
