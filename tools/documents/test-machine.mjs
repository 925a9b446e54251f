import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { userInfo } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from '../boot/project.mjs'

/** Below the range from which the system takes ports of outgoing connections. */
const FIRST_PORT = 15_000
const PORTS = 10_000
/** Every user may enter it, unlike the temporary folder of a test run. */
const PARENT = '/var/tmp'
const isRoot = userInfo().uid === 0
/** The user that stands for `marquee`. Without root everything runs as one user. */
const SERVICE_USER = isRoot ? 'nobody' : userInfo().username

/** Programs that need a machine of their own. */
const PROGRAMS = {
  useradd: 'exit 0',
  journalctl: 'cat "$MACHINE/journal"',
  // Links the packages of this checkout, because there is no network. Everything else is npm itself, which overwrites only one file of them.
  npm: `
    if [ "$*" = ci ]; then
      for folder in $(cd "$CHECKOUT" && ls -d node_modules */node_modules); do
        rm -rf "$folder"
        cp -al "$CHECKOUT/$folder" "$folder" 2>/dev/null || { rm -rf "$folder"; cp -a "$CHECKOUT/$folder" "$folder"; }
      done
      cp --remove-destination "$CHECKOUT/node_modules/.package-lock.json" node_modules/
    else PATH="$REAL_PATH" exec npm --offline "$@"; fi`,
  // Copies the files of this checkout as they are now.
  git: `
    [ "$1" = clone ] || exit 0
    mkdir -p "$3" && cd "$CHECKOUT" && export PATH="$REAL_PATH"
    git ls-files -z --cached --others --exclude-standard | xargs -0 ls -d 2>/dev/null | tar -c -T - | tar -x -C "$3"`,
  runuser: isRoot
    ? `shift 3; exec setpriv --reuid=${SERVICE_USER} --regid=nogroup --clear-groups "$@"`
    : 'shift 3; exec "$@"',
  // Like a service of the type simple, a start does not wait until the server is ready.
  systemctl: `
    action="$1"; shift
    [ "$action $1" = "enable --now" ] && action=start
    is_running() { [ -s "$MACHINE/pid" ] && kill -0 "$(cat "$MACHINE/pid")" 2>/dev/null; }
    stop() {
      is_running && kill "$(cat "$MACHINE/pid")"
      while is_running; do sleep 0.1; done
    }
    start() {
      is_running && return
      setsid "$MACHINE/usr/local/bin/marquee" start < /dev/null >> "$MACHINE/journal" 2>&1 &
      echo $! > "$MACHINE/pid"
    }
    for unit; do
      case "$action $unit" in
        *.timer) ;;
        'start marquee-backup.service')
          command="$(sed -n "s/^ExecStart=.*exec \\(.*\\)'$/\\1/p" "$MACHINE/etc/systemd/system/marquee-backup.service" | sed "s|/opt/marquee/bin/marquee|$MACHINE/usr/local/bin/marquee|; s|%S|$MACHINE/var/lib|; s|%%|%|g")"
          sh -c "$command" || exit 1 ;;
        'start marquee.service') start ;;
        'stop marquee.service') stop ;;
        'restart marquee.service') stop; start ;;
      esac
    done`,
}

const FOLDERS = ['opt', 'etc/systemd/system', 'usr/local/bin', 'var/lib', 'programs']

/**
 * Creates a folder that stands for a machine without a network, and replaces the programs that would change this one. `run` runs a script
 * of a document in it: paths, port and user are those of the machine.
 */
export async function createTestMachine() {
  const folder = mkdtempSync(join(PARENT, 'marquee-machine-'))
  const port = await findFreePort()
  const path = (name) => join(folder, name)
  chmodSync(folder, 0o755)
  for (const name of FOLDERS) mkdirSync(path(name), { recursive: true })
  copyFileSync(process.execPath, path('usr/local/bin/node'))
  writeFileSync(path('journal'), '')
  for (const [name, script] of Object.entries(PROGRAMS))
    writeFileSync(path(`programs/${name}`), `#!/bin/bash\n${script}\n`, { mode: 0o755 })
  const realPath = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const env = {
    PATH: [path('programs'), path('usr/local/bin'), realPath].join(delimiter),
    REAL_PATH: realPath,
    HOME: folder,
    MACHINE: folder,
    CHECKOUT: ROOT,
    // Nothing listens there.
    npm_config_registry: 'http://127.0.0.1:9',
  }
  const owner = isRoot ? `-o ${SERVICE_USER} -g nogroup` : ''
  const adapt = (script) =>
    script
      .replaceAll(/(?<![\w./}])\/(opt|etc|usr\/local\/bin|var\/lib)\//g, `${folder}/$1/`)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)
      .replaceAll('-o marquee -g marquee', owner)
      .replaceAll('git clone …', 'git clone URL')

  async function run(script) {
    const child = spawn('bash', ['-ec', `umask 022\n${adapt(script)}`], {
      env,
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output = Promise.all([child.stdout, child.stderr].map((stream) => text(stream)))
    const [code] = await once(child, 'close')
    const [stdout, stderr] = await output
    return { code, stdout, stderr }
  }

  return {
    path,
    run,
    /** Edits the settings. systemd creates the directories of the service. */
    async configure(settings) {
      const lines = Object.entries({ PORT: port, OFFICE_PORT: port + 1, ...settings })
      writeFileSync(
        path('etc/marquee.env'),
        lines.map(([name, value]) => `${name}='${value}'\n`).join(''),
      )
      const command = path('usr/local/bin/marquee')
      writeFileSync(command, adapt(readFileSync(command, 'utf8')))
      await run(`install -d -m 700 ${owner} /var/lib/marquee /var/lib/marquee-backups`)
    },
    async close() {
      await run('systemctl stop marquee.service')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Finds a port that is free together with the next one, the port of the office. */
async function findFreePort() {
  const port = FIRST_PORT + Math.floor(Math.random() * PORTS)
  const isFree = (await Promise.all([port, port + 1].map(canListen))).every(Boolean)
  return isFree ? port : findFreePort()
}

async function canListen(port) {
  const server = createServer().listen(port, '127.0.0.1')
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  server.close()
  return isFree
}
