import { circle, group, line, path, points, polar, rect, ring, times } from '../kit.mjs'

const EYE = [400, 400]
const R = 262
const keyhole = 'M294 640A262 262 0 1 1 506 640L640 1050H160Z'

function skyline(k) {
  const far = [
    [150, 470, 60],
    [206, 420, 44],
    [262, 500, 50],
    [500, 440, 56],
    [560, 390, 44],
    [612, 480, 60],
    [440, 520, 50],
    [330, 530, 60],
  ]
  const near = [
    [120, 560, 90],
    [214, 590, 70],
    [560, 570, 80],
    [640, 540, 80],
    [496, 620, 60],
    [286, 620, 60],
  ]
  const block =
    (fill) =>
    ([x, top, width]) =>
      path(
        `M${x} 760V${top}H${x + width * 0.2}V${top - 22}H${x + width * 0.4}L${x + width * 0.5} ${top - 74}L${x + width * 0.6} ${top - 22}H${x + width * 0.8}V${top}H${x + width}V760Z`,
        fill,
      )
  return [
    far.map(
      block(
        k.linear(
          [0, 330, 0, 660],
          [
            [0, '#4f9a93'],
            [1, '#9cc7ad'],
          ],
        ),
      ),
    ),
    near.map(
      block(
        k.linear(
          [0, 480, 0, 700],
          [
            [0, '#174a50'],
            [1, '#2f7470'],
          ],
        ),
      ),
    ),
    near.map(([x, top, width]) =>
      line(
        times(3, (i) => `M${x + width * (0.25 + i * 0.25)} ${top + 16}V720`).join(''),
        '#f7dd9c',
        4,
        { 'stroke-dasharray': '6 12', opacity: 0.6 },
      ),
    ),
  ]
}

/** The world on the far side of the lock. */
function beyond(k) {
  const floor = k.linear(
    [0, 640, 0, 1060],
    [
      [0, '#fff0c6'],
      [0.4, '#e3b96a'],
      [1, '#7a5426'],
    ],
  )
  return group(
    { 'clip-path': k.clip(`<path d="${keyhole}"/>`) },
    rect(
      0,
      0,
      800,
      1200,
      k.linear(
        [0, 130, 0, 680],
        [
          [0, '#0f4a55'],
          [0.5, '#3d9690'],
          [1, '#e9e2b4'],
        ],
      ),
    ),
    group(
      { filter: k.spray() },
      circle(
        400,
        470,
        260,
        k.radial(
          [400, 470, 260],
          [
            [0, '#fff6d5', 1],
            [0.5, '#f5dfa0', 0.6],
            [1, '#f5dfa0', 0],
          ],
        ),
      ),
    ),
    circle(400, 430, 118, '#fff4d0'),
    skyline(k),
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

function door(k) {
  const steel = k.linear(
    [0, 0, 800, 1200],
    [
      [0, '#10282e'],
      [0.5, '#0a161b'],
      [1, '#06090d'],
    ],
  )
  return [
    path(`M0 0H800V1200H0Z${keyhole}`, steel, { 'fill-rule': 'evenodd' }),
    times(4, (i) => ring(...EYE, 330 + i * 66, '#d8b56d', 1.2, { opacity: 0.22 - i * 0.04 })),
    times(24, (i) =>
      circle(...polar(...EYE, 297, i * 15), 4.5, i >= 10 && i <= 14 ? 'none' : '#8f7443'),
    ),
    group(
      {
        filter: k.spray(),
        'clip-path': k.clip(`<path d="M0 0H800V1200H0Z${keyhole}" clip-rule="evenodd"/>`),
      },
      circle(
        400,
        420,
        430,
        k.radial(
          [400, 420, 430],
          [
            [0, '#c5a15c', 0.7],
            [0.6, '#c5a15c', 0.55],
            [0.8, '#3d6a66', 0.25],
            [1, '#3d6a66', 0],
          ],
        ),
      ),
    ),
    line(keyhole, '#f4dba0', 5),
  ]
}

/** He comes towards us out of the light; only the collar, the cuff and the pistol catch it. */
function agent(k) {
  const suit = '#070b10'
  const shadow = k.linear(
    [0, 900, 0, 1200],
    [
      [0, '#0a0d10', 0.95],
      [1, '#0a0d10', 0.55],
    ],
  )
  return [
    path('M352 898L210 1200H590L452 898Z', shadow),
    path(
      'M372 640C352 700 350 780 346 850L336 904C332 912 322 916 318 922H370L376 900C384 850 392 800 400 756C412 800 432 840 446 880L452 908C450 916 456 924 466 928H506C504 918 494 908 488 900L474 860C468 790 452 700 440 640Z',
      suit,
    ),
    path(
      'M346 424C322 432 306 446 300 474C290 530 298 590 316 640C306 700 300 760 284 830C320 846 352 838 372 818C380 770 392 720 402 690C420 720 440 760 452 812C490 822 540 806 566 780C536 730 508 690 498 640C510 590 514 530 502 474C496 446 480 432 456 424L402 412Z',
      suit,
    ),
    path(
      'M498 640C508 690 536 730 566 780C540 806 490 822 452 812C470 780 480 720 478 660Z',
      '#141d24',
    ),
    path('M378 424L402 520L426 424L402 440Z', '#f3ead2'),
    path('M402 440L426 424L402 520Z', '#bda878'),
    path('M397 440H407L411 500L402 520L393 500Z', '#8a1f22'),
    path(
      'M378 424L366 446L380 462L374 474L402 530L402 520ZM426 424L438 446L424 462L430 474L402 530L402 520Z',
      '#1b262d',
    ),
    path('M378 424C384 430 388 420 388 404H416C416 420 420 430 426 424L402 442Z', '#0d1216'),
    path('M370 352C368 396 382 424 402 426C422 424 436 396 434 352Z', '#11181d'),
    path('M370 352C368 396 382 424 402 426V352Z', '#1d272c'),
    path(
      'M366 362C358 316 372 298 402 296C432 296 448 316 438 362C436 346 432 338 426 334C404 342 380 338 374 336C370 342 367 350 366 362Z',
      '#05080b',
    ),
    path(
      'M300 474C284 520 276 570 282 616C284 640 292 664 300 680L324 672C318 640 318 600 326 560Z',
      '#0b1116',
    ),
    path(
      'M502 474C520 520 530 566 522 614C518 636 512 652 506 668L482 660C490 630 488 600 478 560Z',
      '#0b1116',
    ),
    path('M298 676L324 668L330 690C330 708 318 716 308 712C300 706 298 690 298 676Z', '#2a2a26'),
    path('M484 656L508 664C510 684 506 700 496 706C486 704 480 684 484 656Z', '#2a2a26'),
    path('M300 696L322 690L326 708L320 712L334 788L318 792L306 724Z', '#020405'),
    line('M299 676L323 668', '#f3ead2', 5),
    line(
      'M346 424C322 432 306 446 300 474C286 520 276 570 282 616C284 640 290 660 297 674',
      '#ffe9b8',
      3.4,
      { 'stroke-linecap': 'round' },
    ),
    line('M456 424C480 432 496 446 502 474C520 520 530 566 522 614', '#ffe9b8', 3.4, {
      'stroke-linecap': 'round',
    }),
    line('M366 360C358 316 372 297 402 296C432 297 448 316 438 360', '#ffe9b8', 3, {
      'stroke-linecap': 'round',
    }),
    line('M316 646C306 700 300 760 285 828M500 646C512 690 538 732 565 778', '#f1cf8d', 2.6, {
      'stroke-linecap': 'round',
    }),
  ]
}

export const film = {
  tint: '#1f6b6c',
  top: 'SPY ACTION',
  foot: 'EVERY LOCK IS AN INVITATION',
  title: [{ text: 'MISSION', y: 1102, size: 120 }],
  shade: 300,
  scene: (k) => [beyond(k), sights(), door(k), agent(k)].flat(4).join(''),
}
