// The main colour of each poster.
export const posterTints: Record<string, string> = {
  'a-trip-to-the-moon.jpg': '#3b3f78',
  'amaran.jpg': '#2f5563',
  'brother.jpg': '#8a3a45',
  'default.jpg': '#6b1a26',
  'metropolis.jpg': '#6b5c42',
  'mission.jpg': '#1f6b6c',
  'new.jpg': '#3a2f86',
  'nosferatu.jpg': '#4d6154',
  'pushpa.jpg': '#8e2416',
  'safety-last.jpg': '#2b5078',
  'the-general.jpg': '#3d5a4a',
}
