import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const SKEIN = fileURLToPath(new URL('../../../cli/bin/skein.js', import.meta.url))

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Whether this process may mount a disk of its own, in a namespace that ends with what runs in it. */
export function canMount(): boolean {
  const { status } = spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs -o size=64k tmpfs /mnt'], {
    stdio: 'ignore',
  })
  return status === 0
}

/**
 * Runs a shell script beside a real disk of four megabytes, at `$DISK`, which nobody else sees and which ends with the
 * script. In it `skein NAME ARGS…` runs the command with its data on that disk and keeps what it said under the name;
 * `fill` leaves no byte on the disk, `free` gives the room back, `freeze` makes the disk read-only.
 */
export function onSmallDisk(
  folder: string,
  { root, script }: { root: string; script: string },
): Map<string, Ran> {
  const disk = join(folder, 'disk')
  const said = join(folder, 'said')
  for (const path of [disk, said]) mkdirSync(path, { recursive: true })
  const { status, stderr } = spawnSync('unshare', ['-rm', 'sh', '-c', `${PRELUDE}${script}`], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      TZ: 'UTC',
      CLAUDE_CONFIG_DIR: root,
      SKEIN_HOME: join(disk, 'home'),
      DISK: disk,
      SAID: said,
      NODE: process.execPath,
      SKEIN,
    },
  })
  if (status !== 0) throw new Error(`the script failed: ${stderr}`)
  const names = Array.from(script.matchAll(/\bskein ([\w-]+)/g), ([, name]) => name)
  const part = (name: string, kind: string): string => readFileSync(join(said, `${name}.${kind}`), 'utf8')
  return new Map(
    names.map((name) => [
      name,
      { code: Number(part(name, 'code')), stdout: part(name, 'stdout'), stderr: part(name, 'stderr') },
    ]),
  )
}

const PRELUDE = `
set -u
mount -t tmpfs -o size=4m tmpfs "$DISK" || exit 9
skein() {
  name=$1; shift
  "$NODE" "$SKEIN" "$@" > "$SAID/$name.stdout" 2> "$SAID/$name.stderr" && code=0 || code=$?
  echo $code > "$SAID/$name.code"
}
fill() { head -c 8m /dev/zero > "$DISK/filler" 2>/dev/null || true; }
free() { rm "$DISK/filler"; }
freeze() { mount -o remount,ro "$DISK" || exit 8; }
`
