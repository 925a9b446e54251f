import { brass, brassBright, velvet } from '../palette.mjs'
import { circle, createDefinitions, group, line, path, points, polar, times } from '../svg.mjs'

/** The default profile picture: a person in front of the screen. */
export function profile() {
  const svg = createDefinitions()
  const round = svg.clip('<circle cx="64" cy="64" r="62"/>')
  const gilt = svg.linear([30, 20, 96, 128], `0 #f4dfae, 0.5 ${brass}, 1 #8f6c30`)
  const shade = svg.linear([64, 30, 100, 128], '0 #5c4320 0, 1 #3a2a14 0.75')
  const hair = svg.linear([40, 24, 88, 56], '0 #7d5a34, 1 #3a2430')
  const bust = 'M54 70H74V81C76 87 84 89 92 92C105 97 111 108 113 132H15C17 108 23 97 36 92C44 89 52 87 54 81Z'
  const rays = times(13, (i) => path(points([[64, 64], polar(64, 64, 96, -90 + i * 15 - 2.4), polar(64, 64, 96, -90 + i * 15 + 2.4)]), brass, { opacity: 0.2 }))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128"><title>A moviegoer</title>${[
    group({ 'clip-path': round }, [
      path('M0 0H128V128H0Z', velvet),
      rays,
      circle(64, 60, 44, '#2a1a2c'),
      circle(64, 60, 44, 'none', { stroke: brass, 'stroke-width': 1 }),
      path(bust, gilt),
      path('M64 84L78 88C82 90 88 91 92 92C105 97 111 108 113 132H64Z', shade),
      path('M48 88L64 108L80 88L88 91L64 126L40 91Z', velvet, { opacity: 0.9 }),
      path('M55 66H73V86Q64 96 55 86Z', '#a67f3e'),
      path('M46 52C46 70 54 80 64 80C74 80 82 70 82 52C82 38 46 38 46 52Z', gilt),
      path('M64 41C76 41 82 45 82 52C82 70 74 80 64 80Z', shade),
      path('M42 56C38 36 48 24 66 23C82 23 91 36 86 56C85 50 83 46 79 43C70 47 58 46 52 42C46 45 44 50 42 56Z', hair),
      line('M42 54C39 36 48 25 66 24', brassBright, 2),
    ]),
    circle(64, 64, 62, 'none', { stroke: brass, 'stroke-width': 2 }),
    svg.defs(),
  ].join('')}</svg>\n`
}
