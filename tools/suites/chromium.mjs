import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from '../boot/run.mjs'

const NAMES = [
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

/** Where each system's own installers put a browser that PATH does not name. */
const USUAL = {
  darwin: () => MAC.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
  linux: () => ['/snap/bin/chromium', '/opt/google/chrome/chrome'],
  win32: (env) =>
    [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA]
      .filter(Boolean)
      .flatMap((folder) => WINDOWS.map((path) => `${folder}\\${path}`)),
}

/** The path of a Chromium, or nothing. One that is named must be the one: no other stands in for it. */
export function findChromium({ env, platform, exists }) {
  const named = env.CHROMIUM_PATH
  if (named) return exists(named) ? named : undefined
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  const onPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...onPath, ...(USUAL[platform]?.(env) ?? [])].find(exists)
}

const isDebianRoot = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

async function installOnDebian(env) {
  console.log('Installing Chromium for the browser tests …')
  const quiet = { env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } }
  const updated = await run('apt-get', ['update'], quiet)
  if (updated === 0)
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], quiet)
}

/** The path of a Chromium, installed where this process may; nothing where there is none to be had. */
export async function someChromium(env) {
  const find = () => findChromium({ env, platform: process.platform, exists: existsSync })
  if (!find() && !env.CHROMIUM_PATH && isDebianRoot()) await installOnDebian(env)
  return find()
}

export const chromiumAdvice = (env) =>
  [
    env.CHROMIUM_PATH
      ? `CHROMIUM_PATH names ${env.CHROMIUM_PATH}, and nothing is there.`
      : 'The browser tests need Chromium, Chrome or Edge, and none was found.',
    'Install one (Debian: `apt-get install chromium`; macOS: `brew install --cask chromium`; Windows: Edge is enough),',
    'or set CHROMIUM_PATH to the program, or leave these tests out: `npm test -- --only unit`.',
  ].join('\n')
