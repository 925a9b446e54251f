const MAX_LENGTH = 100

/** Returns the readable part of the address of a movie's page: `safety-last`. `movie` if the name has no letters and digits. */
function movieSlug(name: string) {
  const words = name
    .normalize('NFKD')
    // Accents of Latin letters. Other scripts need their marks.
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word)
  return [...words.join('-')].slice(0, MAX_LENGTH).join('') || 'movie'
}

/** Gives each name a slug of its own. The second of two equal ones gets a number: `safety-last-2`. */
export function assignSlugs(names: readonly string[]) {
  const taken = new Set<string>()
  return names.map((name) => {
    const base = movieSlug(name)
    let slug = base
    for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`
    taken.add(slug)
    return slug
  })
}
