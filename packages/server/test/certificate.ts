import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tls } from '../src/security/reach.ts'

/** Whether certificates can be made here; where everything is required, they must. */
export const HAS_OPENSSL =
  spawnSync('openssl', ['version']).status === 0 || process.env['SKEIN_REQUIRE_ALL'] === '1'

/** A certificate for these names (`DNS:a.test,IP:10.1.2.3`), signed by itself. */
export function certificate(folder: string, names: string): Tls {
  const wanted =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=skein.test -keyout key.pem -out cert.pem'
  spawnSync('openssl', [...wanted.split(' '), '-addext', `subjectAltName=${names}`], { cwd: folder })
  const text = (name: string): string => readFileSync(join(folder, name), 'utf8')
  return { cert: text('cert.pem'), key: text('key.pem') }
}
