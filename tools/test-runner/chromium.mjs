import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from '../boot/run.mjs'

/** Chromium without windows. A page in it takes a third of the processor time of one in a whole browser (measured: 0.3 s of 0.8 s). */
const HEADLESS = 'chromium-headless-shell'
const NAMES = [
  HEADLESS,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
]
const MAC = ['Google Chrome', 'Chromium', 'Microsoft Edge']
const WINDOWS = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
]

/** Where installers put a browser that is not on PATH. */
const INSTALL_PATHS = {
  darwin: () => MAC.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
  linux: () => ['/snap/bin/chromium', '/opt/google/chrome/chrome'],
  win32: (env) =>
    [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA]
      .filter(Boolean)
      .flatMap((folder) => WINDOWS.map((path) => `${folder}\\${path}`)),
}

/** The path of a Chromium, or undefined. If CHROMIUM_PATH is set, no other browser is used. */
function findChromium(env) {
  const named = env.CHROMIUM_PATH
  if (named) return existsSync(named) ? named : undefined
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  const onPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...onPath, ...(INSTALL_PATHS[process.platform]?.(env) ?? [])].find(existsSync)
}

const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Has the metrics of Arial and Times. Without such a font, text moves when the fonts of the site arrive. */
const FONTS = { name: 'fonts-liberation', folder: '/usr/share/fonts/truetype/liberation' }

/** Installs a browser and its fonts, if they are missing. Not every distribution has the browser without windows. */
async function installMissing(env) {
  const needsFonts = !existsSync(FONTS.folder)
  const needsBrowser = !findChromium(env) && !env.CHROMIUM_PATH
  if (!needsFonts && !needsBrowser) return
  console.log('Installing what is missing for the browser tests …')
  const options = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } }
  const install = (name) =>
    run('apt-get', ['install', '-y', '--no-install-recommends', name], options)
  if ((await run('apt-get', ['update'], options)) !== 0) return
  if (needsFonts) await install(FONTS.name)
  if (needsBrowser && (await install(HEADLESS)) !== 0) await install('chromium')
}

/** The path of a Chromium. Installs it and its fonts as root on Debian. Undefined if there is none. */
export async function findOrInstallChromium(env) {
  if (canInstall()) await installMissing(env)
  return findChromium(env)
}

export const chromiumHelp = (env) =>
  [
    env.CHROMIUM_PATH
      ? `CHROMIUM_PATH is ${env.CHROMIUM_PATH}, and that file does not exist.`
      : 'The browser tests need Chromium, Chrome or Edge. None was found.',
    'Install one (Debian: `apt-get install chromium fonts-liberation`; macOS: `brew install --cask chromium`; Windows: Edge is enough),',
    'or set CHROMIUM_PATH to the program, or run only the other tests: `npm test -- --only unit`.',
  ].join('\n')
