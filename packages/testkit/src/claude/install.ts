import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { PinnedVersion } from './versions.ts'

/** How to start an installed version: the program and the arguments that come before its own. */
export interface InstalledClaude {
  version: PinnedVersion
  command: string
  leadingArgs: string[]
}

export class InstallError extends Error {
  override readonly name = 'InstallError'
}

/**
 * The real program at a pinned version, installed from the package registry on first use.
 *
 * Contract: installs beside the target and renames, so that concurrent installs never see half a folder;
 * scripts of the package are not run. Throws InstallError where the registry or the platform does not allow it.
 */
export async function installClaude(version: PinnedVersion): Promise<InstalledClaude> {
  const folder = join(cacheFolder(), version)
  if (!isInstalled(version)) await installInto(folder, version)
  return entryPoint(folder, version)
}

export function isInstalled(version: PinnedVersion): boolean {
  return existsSync(join(cacheFolder(), version))
}

/** Whether tests can run the version; the reason where they cannot. `download.ts` gets it, before the tests. */
export function claudeAvailable(version: PinnedVersion): { ok: boolean; reason: string } {
  try {
    if (!isInstalled(version))
      return { ok: false, reason: `claude ${version} is not installed: npm test gets it` }
    entryPoint(join(cacheFolder(), version), version)
    return { ok: true, reason: '' }
  } catch (error) {
    if (error instanceof InstallError) return { ok: false, reason: error.message }
    throw error
  }
}

function cacheFolder(): string {
  return (
    process.env['SKEIN_CLAUDE_CACHE'] ?? fileURLToPath(new URL('../../../../.cache/claude', import.meta.url))
  )
}

async function installInto(folder: string, version: PinnedVersion): Promise<void> {
  const parent = resolve(folder, '..')
  await mkdir(parent, { recursive: true })
  const staging = await mkdtemp(join(parent, `.installing-${version}-`))
  try {
    await promisify(execFile)(
      'npm',
      [
        'install',
        '--prefix',
        staging,
        '--no-save',
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
        `@anthropic-ai/claude-code@${version}`,
      ],
      { cwd: staging },
    )
    await publish(staging, folder)
  } catch (cause) {
    await rm(staging, { recursive: true, force: true })
    throw new InstallError(`claude ${version} could not be installed with npm`, { cause })
  }
}

/** Whoever renames first wins; the other's copy is thrown away. */
async function publish(staging: string, folder: string): Promise<void> {
  try {
    await rename(staging, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    await rm(staging, { recursive: true, force: true })
  }
}

function entryPoint(folder: string, version: PinnedVersion): InstalledClaude {
  const packages = join(folder, 'node_modules', '@anthropic-ai')
  const script = join(packages, 'claude-code', 'cli.js')
  if (existsSync(script)) return { version, command: process.execPath, leadingArgs: [script] }
  // Newer versions ship one native binary per platform as an optional dependency.
  for (const platform of nativePlatforms()) {
    const binary = join(packages, `claude-code-${platform}`, 'claude')
    if (existsSync(binary)) return { version, command: binary, leadingArgs: [] }
  }
  throw new InstallError(`claude ${version} has no build for ${process.platform} ${process.arch}`)
}

function nativePlatforms(): string[] {
  const base = `${process.platform}-${process.arch}`
  return process.platform === 'linux' ? [base, `${base}-musl`] : [base]
}
