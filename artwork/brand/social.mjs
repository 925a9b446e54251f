import { beam, circle, createDefinitions, group, line, mirror, path, rect, times } from '../svg.mjs'

function night(svg) {
  return [
    rect(0, 0, 1200, 630, svg.linear([0, 0, 0, 630], '0 #07060c, 0.6 #1a1224, 1 #3a1826')),
    group({ filter: svg.spray() }, circle(600, 330, 560, svg.radial([600, 330, 560], '0 #e9a95a 0.75, 0.5 #7a2a30 0.45, 1 #7a2a30 0'))),
    group(
      { opacity: 0.2 },
      [-62, -40, 40, 62].map((at) => path(beam(600, 600, at - 5, at + 5, 900), svg.radial([600, 600, 820], '0 #ffe9b4, 1 #ffe9b4 0'))),
    ),
  ]
}

function street(svg) {
  const wall = svg.linear([0, 120, 0, 600], '0 #241a33, 1 #120c18')
  const block = (x, y, w) => [
    path(`M${x} 630V${y}H${x + w * 0.2}V${y - 18}H${x + w * 0.8}V${y}H${x + w}V630Z`, wall),
    line(times(5, (i) => `M${x + 18 + (i * (w - 36)) / 4} ${y + 26}V560`).join(''), '#e7b567', 5, { 'stroke-dasharray': '9 19', opacity: 0.34 }),
  ]
  return [block(-20, 190, 150), block(120, 270, 110), block(970, 260, 110), block(1070, 180, 150)]
}

/** The front of the cinema. */
function facade(svg) {
  const lit = svg.linear([0, 40, 0, 500], '0 #5b3a3c, 0.55 #c08a4e, 1 #f3cf8e')
  const steps = 'M600 26H584V84H560V128H522V176H440V214H342V256H236V630H600Z'
  const half = [
    path(steps, lit),
    path('M342 256V470H330V256ZM440 214V470H428V214ZM522 176V470H510V176ZM560 128V470H551V128Z', '#2a1420', { opacity: 0.6 }),
    line('M584 84H560V128H522V176H440V214H342V256H236', '#fff0c8', 3),
    times(3, (i) => path(`M${262 + i * 24} 300H${274 + i * 24}V470H${262 + i * 24}Z`, '#2a1420', { opacity: 0.75 })),
    times(3, (i) => path(`M${358 + i * 24} 270H${370 + i * 24}V470H${358 + i * 24}Z`, '#2a1420', { opacity: 0.75 })),
    times(2, (i) => path(`M${456 + i * 26} 240H${470 + i * 26}V470H${456 + i * 26}Z`, '#2a1420', { opacity: 0.75 })),
  ]
  return [
    half,
    mirror(600, half),
    path('M588 40H612V330H588Z', '#4a0f1e'),
    line('M588 40V330M612 40V330', '#f7e2ae', 3),
    times(5, (i) =>
      path(
        `M${540 + i * 30 - 12} 330V${214 + Math.abs(2 - i) * 26}Q${540 + i * 30} ${196 + Math.abs(2 - i) * 26} ${540 + i * 30 + 12} ${214 + Math.abs(2 - i) * 26}V330Z`,
        i === 2 ? '#4a0f1e' : '#fff0c8',
        { opacity: i === 2 ? 0 : 0.9 },
      ),
    ),
    circle(600, 30, 90, svg.radial([600, 30, 90], '0 #fff6dc, 0.2 #ffe3a4 0.6, 1 #ffe3a4 0'), { style: 'mix-blend-mode:screen' }),
  ]
}

function canopy(svg) {
  const bulbs = (y, from, to) =>
    times(Math.floor((to - from) / 22) + 1, (i) => [circle(from + i * 22, y, 8, '#ffdf95', { opacity: 0.35 }), circle(from + i * 22, y, 4.6, '#fff8e2')])
  return [
    path('M160 520H1040L1076 560H124Z', svg.linear([0, 520, 0, 560], '0 #fff1c9, 1 #c98f46')),
    path('M170 330H1030V520H170Z', '#0c0a10'),
    path('M170 330H1030V520H170Z', svg.radial([600, 425, 470], '0 #4a0f1e, 1 #1c0812')),
    path('M186 346H1014V504H186Z', 'none', { stroke: '#d8b56d', 'stroke-width': 2 }),
    path('M150 318H1050V334H150ZM150 516H1050V532H150Z', svg.linear([150, 0, 1050, 0], '0 #8f6c30, 0.5 #f7e2ae, 1 #8f6c30')),
    bulbs(326, 160, 1040),
    bulbs(524, 160, 1040),
    circle(600, 425, 420, svg.radial([600, 425, 420], '0 #ffd88c 0.34, 1 #ffd88c 0'), { style: 'mix-blend-mode:screen' }),
  ]
}

const guest = (x, s, skirt = false) =>
  group(
    { transform: `translate(${x} 632) scale(${s})` },
    path(
      skirt
        ? 'M-9 -84C-24 -76 -24 -50 -14 -40C-18 -24 -28 -8 -32 0H32C28 -8 18 -24 14 -40C24 -50 24 -76 9 -84Z'
        : 'M-10 -92C-30 -86 -32 -60 -30 -32L-20 -30V0H20V-30L30 -32C32 -60 30 -86 10 -92Z',
      '#08060a',
    ),
    circle(0, skirt ? -98 : -106, 13, '#08060a'),
    skirt ? circle(6, -110, 7, '#08060a') : path('M-22 -110Q0 -104 22 -110L13 -114L11 -128Q0 -132 -11 -128L-13 -114Z', '#08060a'),
  )

function pavement(svg) {
  const doors = times(7, (i) => path(`M${330 + i * 80} 630V562H${390 + i * 80}V630Z`, svg.linear([0, 560, 0, 630], '0 #ffe9b4, 1 #e2a04e')))
  return [
    rect(150, 556, 900, 80, '#2a1016'),
    doors,
    [
      [352, 0.52],
      [378, 0.5, true],
      [436, 0.53],
      [462, 0.5, true],
      [672, 0.51, true],
      [698, 0.53],
      [832, 0.52],
      [858, 0.5, true],
    ].map((one) => guest(...one)),
    rect(0, 612, 1200, 18, svg.linear([0, 612, 0, 630], '0 #0c0a10 0, 1 #0c0a10 0.9')),
  ]
}

/** The cinema at night: the picture that other sites show with a link. */
export function social() {
  const svg = createDefinitions()
  const gilt = svg.linear([0, 360, 0, 490], '0 #fff6dc, 0.6 #f0d9a0, 1 #d8a653')
  const drawn = [night(svg), street(svg), facade(svg), pavement(svg), canopy(svg)].flat(5).join('')
  const name = `<text class="title" x="600" y="466" fill="${gilt}" text-anchor="middle" data-fit="740" data-max="150" data-spacing="0.05" style="font-weight:680">MARQUEE</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">${drawn}${name}${svg.defs()}</svg>`
}
