import { circle, dice, ellipse, group, line, path, points, rect, ring, times } from '../kit.mjs'

const LIGHT = [400, 560]

function glow(k) {
  return [
    rect(
      0,
      0,
      800,
      1200,
      k.linear(
        [0, 0, 0, 1200],
        [
          [0, '#2a070c'],
          [0.45, '#7d1a16'],
          [0.7, '#a8301a'],
          [1, '#1b0507'],
        ],
      ),
    ),
    group(
      { filter: k.spray() },
      circle(
        ...LIGHT,
        440,
        k.radial(
          [...LIGHT, 440],
          [
            [0, '#ffe2a0', 1],
            [0.25, '#f7a450', 0.85],
            [0.6, '#d2471f', 0.5],
            [1, '#d2471f', 0],
          ],
        ),
      ),
    ),
  ]
}

/** A trunk is lit on the side that faces the light. */
function trunk(k, { x, width, foot, lit, dark, lean = 0 }) {
  const right = x < LIGHT[0]
  const [a, b] = [x - width / 2, x + width / 2]
  const shade = k.linear(right ? [b, 0, a, 0] : [a, 0, b, 0], [
    [0, lit],
    [0.28, dark],
    [1, dark],
  ])
  const flare = width * 0.3
  const body = `M${a + lean} -10L${b + lean} -10L${b} ${foot - width * 1.2}Q${b + 2} ${foot - 10} ${b + flare} ${foot}Q${x} ${foot + width * 0.16} ${a - flare} ${foot}Q${a - 2} ${foot - 10} ${a} ${foot - width * 1.2}Z`
  return path(body, shade)
}

function bark(k, { x, width, foot }, seed) {
  const roll = dice(seed)
  const marks = times(26, () => {
    const cx = x + (roll() - 0.5) * width * 0.86
    const y = roll() * (foot - 160)
    return `M${cx} ${y}q${(roll() - 0.5) * 8} ${20 + roll() * 40} 0 ${50 + roll() * 60}`
  })
  return line(marks.join(''), '#000000', 2.4, { opacity: 0.35, 'stroke-linecap': 'round' })
}

function forest(k) {
  const far = [
    [180, 26],
    [248, 22],
    [296, 18],
    [520, 20],
    [566, 22],
    [628, 28],
    [352, 13],
    [462, 14],
  ]
  const mid = [
    [118, 52, -6],
    [222, 44, 4],
    [586, 46, -4],
    [690, 56, 6],
  ]
  const near = [
    { x: 34, width: 140, foot: 990, lean: -14 },
    { x: 770, width: 150, foot: 1000, lean: 16 },
  ]
  return [
    far.map(([x, width]) => trunk(k, { x, width, foot: 742, lit: '#f08a3e', dark: '#a02f1c' })),
    path(
      'M0 720C200 700 600 700 800 720V1200H0Z',
      k.linear(
        [0, 705, 0, 1100],
        [
          [0, '#e0662c'],
          [0.2, '#8e2416'],
          [0.7, '#2b090b'],
          [1, '#120406'],
        ],
      ),
    ),
    mid.map(([x, width, lean]) =>
      trunk(k, { x, width, lean, foot: 826, lit: '#f0793a', dark: '#541013' }),
    ),
    near.flatMap((one, i) => [
      trunk(k, { ...one, lit: '#b3331f', dark: '#1c0508' }),
      bark(k, one, 11 + i),
    ]),
  ]
}

function rays(k) {
  const fan = [-64, -38, -14, 12, 36, 62]
  return group(
    { opacity: 0.22, style: 'mix-blend-mode:screen' },
    fan.map((at) => {
      const [dx, wide] = [at * 9, 26]
      return path(
        points([
          [400 + at * 0.8, 560],
          [400 + dx - wide, 1120],
          [400 + dx + wide + 20, 1120],
        ]),
        k.linear(
          [0, 560, 0, 1120],
          [
            [0, '#ffd28a', 0.9],
            [1, '#ffd28a', 0],
          ],
        ),
      )
    }),
  )
}

/** The felled log on his shoulders: straight, heavy and worth more than he is. */
function smuggler(k) {
  const dark = '#12040a'
  const rim = '#ffbe6b'
  const log = k.linear(
    [0, 508, 0, 580],
    [
      [0, '#f0803c'],
      [0.16, '#8f2318'],
      [0.6, '#3a0a0e'],
      [1, '#1c0508'],
    ],
  )
  return [
    path('M330 860L300 1010H500L470 860Z', '#0c0306', { opacity: 0.7 }),
    path(
      'M352 700C340 740 330 800 326 850C322 884 314 912 306 930L300 946H352L358 924C368 890 386 830 400 790C414 830 432 890 442 924L448 946H500L494 930C486 912 478 884 474 850C470 800 460 740 448 700Z',
      dark,
    ),
    path(
      'M344 690C330 740 318 800 318 842C346 856 378 852 398 838C424 856 456 856 482 842C482 800 470 740 456 690Z',
      '#240810',
    ),
    path(
      'M400 700C404 760 402 800 398 838C378 852 346 856 318 842C318 800 330 740 344 690Z',
      '#35101a',
    ),
    line('M372 700C362 750 352 800 350 848M428 700C438 750 446 800 448 848', '#0c0306', 3, {
      opacity: 0.8,
    }),
    path(
      'M318 836C346 850 378 846 398 832C424 850 456 850 482 836V846C456 858 424 860 398 844C378 858 346 858 318 846Z',
      '#c08a3e',
    ),
    path(
      'M340 700C334 640 316 600 304 566L496 566C484 600 466 640 460 700C440 712 360 712 340 700Z',
      dark,
    ),
    path('M340 690C360 702 440 702 460 690V712C440 724 360 724 340 712Z', '#6e4f24'),
    path('M384 566L400 640L416 566Z', '#6b2a1a'),
    path('M384 566L400 640L400 566Z', '#8c3c22'),
    path('M370 446C364 480 372 520 400 532C428 520 436 480 430 446Z', dark),
    path(
      'M362 470C352 424 372 396 402 394C434 394 450 424 440 468C446 452 438 436 424 430C400 440 376 436 370 444C364 452 366 462 362 470Z',
      '#0a0206',
    ),
    path(
      'M366 470C366 508 378 540 400 544C422 540 434 508 434 470C436 500 430 560 400 566C370 560 364 500 366 470Z',
      '#0a0206',
    ),
    path('M116 508H664C672 508 680 526 680 544C680 562 672 580 664 580H116Z', log),
    line('M150 532H300M340 548H520M560 528H640M190 560H270M480 566H610', '#17050a', 3, {
      'stroke-linecap': 'round',
      opacity: 0.7,
    }),
    ellipse(116, 544, 22, 36, '#e98a45'),
    ellipse(116, 544, 16, 27, '#b93a20'),
    ellipse(116, 544, 10, 18, '#e07a3a'),
    ellipse(116, 544, 5, 9, '#8e2416'),
    line('M116 508H664', '#ffd28c', 3.5),
    path(
      'M304 566C286 560 262 548 246 520C240 506 236 496 244 490C256 486 272 492 276 504C290 530 312 540 330 548L340 584Z',
      dark,
    ),
    path(
      'M496 566C514 560 538 548 554 520C560 506 564 496 556 490C544 486 528 492 524 504C510 530 488 540 470 548L460 584Z',
      dark,
    ),
    path('M240 494C246 484 270 488 278 502L272 522C262 512 250 512 244 518Z', '#8a4a2c'),
    path('M560 494C554 484 530 488 522 502L528 522C538 512 550 512 556 518Z', '#6d3522'),
    line('M246 522C262 548 286 560 304 566C316 600 334 640 340 696', rim, 4, {
      'stroke-linecap': 'round',
    }),
    line('M554 522C538 548 514 560 496 566C484 600 466 640 460 696', rim, 4, {
      'stroke-linecap': 'round',
    }),
    line('M362 468C352 424 372 395 402 394C434 394 450 424 441 466', rim, 4, {
      'stroke-linecap': 'round',
    }),
    line('M344 700C330 745 319 800 318 840M456 700C470 745 481 800 482 840', rim, 3, {
      'stroke-linecap': 'round',
      opacity: 0.8,
    }),
    path('M452 708L512 800L500 808L440 716Z', '#3a1a12'),
    path('M494 786C512 776 530 780 540 796L520 826C512 814 504 806 494 802Z', '#1a0d10'),
    line('M540 797L520 826', '#ffd28c', 3),
  ]
}

/** Sawn ends, the reds that the forest is robbed for. */
function pile(k) {
  const end = (cx, cy, r, seed) => {
    const roll = dice(seed)
    const rings = times(6, (i) =>
      ring(
        cx + (roll() - 0.5) * 3,
        cy + (roll() - 0.5) * 3,
        r * (0.84 - i * 0.135),
        i % 2 ? '#f0894a' : '#701410',
        r * 0.045,
        { opacity: 0.9 },
      ),
    )
    return [
      circle(cx, cy, r, '#180406'),
      circle(
        cx,
        cy,
        r * 0.93,
        k.radial(
          [cx + (400 - cx) * 0.16, cy - r * 0.5, r * 1.6],
          [
            [0, '#f4763a'],
            [0.45, '#c2331e'],
            [1, '#5c0f10'],
          ],
        ),
      ),
      rings,
      circle(cx, cy, r * 0.07, '#3a0a0a'),
      line(`M${cx} ${cy}L${cx + r * 0.5} ${cy - r * 0.62}`, '#3a0a0a', 2.5),
    ]
  }
  return [
    [128, 1030, 92, 1],
    [300, 1062, 82, 5],
    [492, 1066, 84, 9],
    [676, 1034, 94, 13],
    [206, 914, 66, 3],
    [60, 900, 62, 8],
    [598, 920, 68, 21],
    [740, 900, 60, 27],
  ].map((one) => end(...one))
}

export const film = {
  tint: '#8e2416',
  top: 'HEIST IN THE RED FOREST',
  foot: 'WORTH ITS WEIGHT IN SILENCE',
  title: [{ text: 'PUSHPA', y: 1100, size: 130 }],
  shade: 300,
  scene: (k) => [glow(k), forest(k), rays(k), smuggler(k), pile(k)].flat(4).join(''),
}
