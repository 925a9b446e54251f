import { circle, group, kit, line, path, points, polar, times } from '../kit.mjs'
import { brass, brassBright, velvet } from '../palette.mjs'

/** A moviegoer nobody knows yet, against the light of the screen. */
export function profile() {
  const k = kit()
  const round = k.clip('<circle cx="64" cy="64" r="64"/>')
  const gilt = k.linear(
    [30, 20, 96, 128],
    [
      [0, '#f4dfae'],
      [0.5, brass],
      [1, '#8f6c30'],
    ],
  )
  const shade = k.linear(
    [64, 30, 100, 128],
    [
      [0, '#5c4320', 0],
      [1, '#3a2a14', 0.75],
    ],
  )
  const head = 'M64 28C77 28 85 37 85 50C85 64 76 76 64 76C52 76 43 64 43 50C43 37 51 28 64 28Z'
  const bust =
    'M54 70H74V81C76 87 84 89 92 92C105 97 111 108 113 132H15C17 108 23 97 36 92C44 89 52 87 54 81Z'
  const rays = times(13, (i) =>
    path(
      points([
        [64, 64],
        polar(64, 64, 96, -90 + i * 15 - 2.4),
        polar(64, 64, 96, -90 + i * 15 + 2.4),
      ]),
      brass,
      { opacity: 0.2 },
    ),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128">${[
    group({ 'clip-path': round }, [
      path('M0 0H128V128H0Z', velvet),
      rays,
      circle(64, 60, 44, '#2a1a2c'),
      circle(64, 60, 44, 'none', { stroke: brass, 'stroke-width': 1 }),
      path(bust, gilt),
      path('M64 81L74 81C76 87 84 89 92 92C105 97 111 108 113 132H64Z', shade),
      path('M50 88L64 104L78 88L84 90L64 118L44 90Z', velvet, { opacity: 0.85 }),
      path(head, velvet, { stroke: velvet, 'stroke-width': 4 }),
      path(head, gilt),
      path('M64 28C77 28 85 37 85 50C85 64 76 76 64 76Z', shade),
      line('M43 50C43 37 51 28 64 28', brassBright, 2),
    ]),
    circle(64, 64, 62, 'none', { stroke: brass, 'stroke-width': 2 }),
    k.defs(),
  ].join('')}</svg>\n`
}
