import { circle, edgeOf, ellipse, group, limb, line, path, points, rect, ring, rows, seededRandom, times } from '../svg.mjs'

const LIGHT = [400, 560]

function glow(svg) {
  return [
    rect(0, 0, 800, 1200, svg.linear([0, 0, 0, 1200], '0 #2a070c, 0.45 #7d1a16, 0.7 #a8301a, 1 #1b0507')),
    group({ filter: svg.spray() }, circle(...LIGHT, 440, svg.radial([...LIGHT, 440], '0 #ffe2a0 1, 0.25 #f7a450 0.85, 0.6 #d2471f 0.5, 1 #d2471f 0'))),
  ]
}

/** A tree trunk, lit on one side. */
function trunk(svg, { x, width, foot, lit, dark, lean = 0 }) {
  const right = x < LIGHT[0]
  const [a, b] = [x - width / 2, x + width / 2]
  const shade = svg.linear(right ? [b, 0, a, 0] : [a, 0, b, 0], `0 ${lit}, 0.28 ${dark}, 1 ${dark}`)
  const flare = width * 0.3
  const body = `M${a + lean} -10L${b + lean} -10L${b} ${foot - width * 1.2}Q${b + 2} ${foot - 10} ${b + flare} ${foot}Q${x} ${foot + width * 0.16} ${a - flare} ${foot}Q${a - 2} ${foot - 10} ${a} ${foot - width * 1.2}Z`
  return path(body, shade)
}

function bark({ x, width, foot }, seed) {
  const random = seededRandom(seed)
  const marks = times(26, () => {
    const cx = x + (random() - 0.5) * width * 0.86
    const y = random() * (foot - 160)
    return `M${cx} ${y}q${(random() - 0.5) * 8} ${20 + random() * 40} 0 ${50 + random() * 60}`
  })
  return line(marks.join(''), '#000000', 2.4, { opacity: 0.35, 'stroke-linecap': 'round' })
}

function forest(svg) {
  const far = rows('180 26, 248 22, 296 18, 520 20, 566 22, 628 28, 352 13, 462 14')
  const mid = rows('118 52 -6, 222 44 4, 586 46 -4, 690 56 6')
  const near = [
    { x: 34, width: 140, foot: 990, lean: -14 },
    { x: 770, width: 150, foot: 1000, lean: 16 },
  ]
  return [
    far.map(([x, width]) => trunk(svg, { x, width, foot: 742, lit: '#f08a3e', dark: '#a02f1c' })),
    path('M0 720C200 700 600 700 800 720V1200H0Z', svg.linear([0, 705, 0, 1100], '0 #e0662c, 0.2 #8e2416, 0.7 #2b090b, 1 #120406')),
    mid.map(([x, width, lean]) => trunk(svg, { x, width, lean, foot: 826, lit: '#f0793a', dark: '#541013' })),
    near.flatMap((one, i) => [trunk(svg, { ...one, lit: '#b3331f', dark: '#1c0508' }), bark(one, 11 + i)]),
  ]
}

function rays(svg) {
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
        svg.linear([0, 560, 0, 1120], '0 #ffd28a 0.9, 1 #ffd28a 0'),
      )
    }),
  )
}

/** The man from behind, with a log on his shoulder. */
function smuggler(svg) {
  const dark = '#12040a'
  const rim = '#ffbe6b'
  const log = svg.linear([0, 508, 0, 580], '0 #f0803c, 0.16 #8f2318, 0.6 #3a0a0e, 1 #1c0508')
  const left = rows('346 586 58, 288 630 52, 246 640 42, 232 580 36, 226 516 30')
  const right = left.map(([x, ...rest]) => [800 - x, ...rest])
  const calves = [rows('356 822 64, 346 872 58, 336 926 36, 332 958 32'), rows('446 822 64, 460 872 58, 474 926 36, 480 962 32')]
  const grip = (x, side) =>
    times(4, (i) =>
      path(
        limb([
          [x + side * i * 13, 500, 12],
          [x + side * i * 13, 520 + (i % 2) * 3, 12],
        ]),
        ['#9a4e2c', '#86401f'][i % 2],
      ),
    )
  return [
    path('M330 880L262 1080H538L476 880Z', '#0c0306', { opacity: 0.6 }),
    calves.map((calf) => path(limb(calf), '#1d080d')),
    path('M316 952C308 966 304 974 312 978H352L350 950ZM464 954L462 982H504C510 976 506 966 496 954Z', dark),
    line(edgeOf(calves[0], 1), rim, 3, { 'stroke-linecap': 'round' }),
    line(edgeOf(calves[1], -1), rim, 3, { 'stroke-linecap': 'round' }),
    path('M342 690C328 740 316 796 314 836C344 852 378 850 400 838C424 850 458 852 488 836C486 796 472 740 458 690Z', '#2a0a14'),
    path('M400 690V838C378 850 344 852 314 836C316 796 328 740 342 690Z', '#3b121f'),
    line('M370 704C360 750 350 796 348 840M392 704C386 750 380 800 378 842M428 704C436 750 446 796 450 842', '#12040a', 3, { opacity: 0.8 }),
    path('M314 826C344 842 378 840 400 828C424 840 458 842 488 826V838C458 854 424 852 400 840C378 852 344 854 314 838Z', '#c08a3e'),
    path(limb(left), dark),
    path(limb(right), dark),
    path('M340 704C334 650 318 612 318 572H482C482 612 466 650 460 704C440 716 360 716 340 704Z', dark),
    path('M400 580C396 620 396 660 400 706', 'none', { stroke: '#2c0c14', 'stroke-width': 5 }),
    path('M346 600C356 630 372 640 384 640M454 600C444 630 428 640 416 640', 'none', { stroke: '#2c0c14', 'stroke-width': 5, 'stroke-linecap': 'round' }),
    path('M338 690C360 702 440 702 462 690V714C440 726 360 726 338 714Z', '#8a6531'),
    path('M338 690C360 702 440 702 462 690V697C440 709 360 709 338 697Z', '#d8b56d'),
    path('M372 470H428V560H372Z', dark),
    path(
      'M352 448C348 404 372 384 400 384C428 384 452 404 448 448C452 448 455 456 452 466C450 474 446 476 444 474C438 496 420 508 400 508C380 508 362 496 356 474C354 476 350 474 348 466C345 456 348 448 352 448Z',
      dark,
    ),
    path('M350 444C366 428 434 428 450 444V462C434 446 366 446 350 462Z', '#a8321e'),
    path('M440 446L462 452L482 486L464 478L458 500L438 460Z', '#7d2015'),
    line('M351 446C348 404 372 384 400 384C428 384 452 404 449 446', rim, 4, { 'stroke-linecap': 'round' }),
    line(edgeOf(left.slice(1), -1), rim, 3.5, { 'stroke-linecap': 'round' }),
    line(edgeOf(right.slice(1), 1), rim, 3.5, { 'stroke-linecap': 'round' }),
    path('M116 508H664C672 508 680 526 680 544C680 562 672 580 664 580H116Z', log),
    line('M150 532H300M340 548H520M560 528H640M190 560H270M480 566H610', '#17050a', 3, { 'stroke-linecap': 'round', opacity: 0.7 }),
    [
      [22, 36, '#e98a45'],
      [16, 27, '#b93a20'],
      [10, 18, '#e07a3a'],
      [5, 9, '#8e2416'],
    ].map(([rx, ry, colour]) => ellipse(116, 544, rx, ry, colour)),
    line('M116 508H664', '#ffd28c', 3.5),
    grip(208, 1),
    grip(592, -1),
    line('M342 694C328 742 317 796 315 830M458 694C472 742 485 796 487 830', rim, 3, { 'stroke-linecap': 'round', opacity: 0.85 }),
    path('M360 640L438 760L426 768L348 650Z', '#5a2c18'),
    path('M338 652C346 630 366 618 388 622L376 662C362 652 350 650 338 652Z', '#241418'),
    line('M338 652C346 630 366 618 388 622', '#ffd28c', 3),
  ]
}

/** The sawn ends of the logs. */
function pile(svg) {
  const end = (cx, cy, r, seed) => {
    const random = seededRandom(seed)
    const rings = times(6, (i) =>
      ring(cx + (random() - 0.5) * 3, cy + (random() - 0.5) * 3, r * (0.84 - i * 0.135), i % 2 ? '#f0894a' : '#701410', r * 0.045, { opacity: 0.9 }),
    )
    return [
      circle(cx, cy, r, '#180406'),
      circle(cx, cy, r * 0.93, svg.radial([cx + (400 - cx) * 0.16, cy - r * 0.5, r * 1.6], '0 #f4763a, 0.45 #c2331e, 1 #5c0f10')),
      rings,
      circle(cx, cy, r * 0.07, '#3a0a0a'),
      line(`M${cx} ${cy}L${cx + r * 0.5} ${cy - r * 0.62}`, '#3a0a0a', 2.5),
    ]
  }
  return rows('128 1030 92 1, 300 1062 82 5, 492 1066 84 9, 676 1034 94 13, 206 914 66 3, 60 900 62 8, 598 920 68 21, 740 900 60 27').map((one) => end(...one))
}

export const movie = {
  tint: '#8e2416',
  top: 'HEIST IN THE RED FOREST',
  foot: 'WORTH ITS WEIGHT IN SILENCE',
  title: [{ text: 'PUSHPA', y: 1100, size: 130 }],
  shade: 300,
  scene: (svg) => [glow(svg), forest(svg), rays(svg), smuggler(svg), pile(svg)].flat(4).join(''),
}
