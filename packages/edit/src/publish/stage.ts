import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, sep } from 'node:path'
import { isRunning } from '@skein/store'
import type { Draft } from '../draft/draft.ts'
import { ByteSink, sinkBuffer } from '../render/byte-sink.ts'
import { movedPath } from '../move/moved-path.ts'
import { NewIds } from '../render/new-ids.ts'
import { render, type RenderOptions } from '../render/render.ts'
import type { Sidecar, SidecarPlace } from '../source/edit-session.ts'
import { Syncing } from './syncing.ts'
import { movedResult, sidecarName, transcriptPath, type Target } from './target.ts'
import { writeError } from './write-error.ts'

/** A file of the new session: where it lies now, where it belongs, what is in it. */
export interface StagedFile {
  readonly staged: string
  readonly path: string
  readonly size: number
  readonly sha256: string
}

/**
 * The files of a new session, written in full under names that nobody takes for a session.
 *
 * `beside`: next to where they belong, on the same disk, so that giving them their names is one step each; `apart`: in a
 * temporary folder, for a look only.
 */
export interface Stage {
  readonly transcript: StagedFile
  readonly others: readonly StagedFile[]
  /** Folders that are the new session's alone; they get their names as a whole, with all files in them. */
  readonly folders: readonly StagedFolder[]
  /** Resolves when all files are on the disk. */
  synced(): Promise<void>
  /** Removes whatever has no name yet. */
  discard(): void
}

export interface StagedFolder {
  readonly staged: string
  readonly path: string
}

export function stageDraft(draft: Draft, target: Target, where: 'beside' | 'apart'): Stage {
  const staging = new Staging(draft, target, where)
  try {
    return staging.run()
  } catch (error) {
    staging.discard()
    throw writeError(error, target.folder)
  }
}

class Staging {
  readonly #draft: Draft
  readonly #target: Target
  readonly #name = `.skein-edit-${process.pid}-${randomBytes(6).toString('hex')}`
  readonly #apart: string | null
  readonly #folders: string[] = []
  readonly #made = new Set<string>()
  readonly #buffer = sinkBuffer()
  readonly #syncing = new Syncing()

  constructor(draft: Draft, target: Target, where: 'beside' | 'apart') {
    this.#draft = draft
    this.#target = target
    if (where === 'apart') removeAbandoned(tmpdir())
    this.#apart = where === 'apart' ? mkdtempSync(join(tmpdir(), `skein-plan-${process.pid}-`)) : null
    if (this.#apart !== null) this.#folders.push(this.#apart)
  }

  run(): Stage {
    const { session, main, agents } = this.#draft
    const { folder, sessionId } = this.#target
    const options = this.#renderOptions()
    const own = join(folder, sessionId)
    const others: StagedFile[] = []
    for (const agent of agents)
      others.push(
        this.#write('session', agent.from.name, join(own, agent.from.name), (sink) =>
          render(agent, sink, options),
        ),
      )
    for (const sidecar of session.sidecars) {
      const file = this.#sidecar(sidecar)
      if (file !== null) others.push(file)
    }
    const transcript = this.#write('transcript', 'transcript', transcriptPath(this.#target), (sink) =>
      render(main, sink, options),
    )
    return {
      transcript,
      others,
      folders: this.#ownFolders(others),
      synced: () => this.#syncing.done(),
      discard: () => this.discard(),
    }
  }

  #ownFolders(others: readonly StagedFile[]): StagedFolder[] {
    const { root, folder, sessionId } = this.#target
    return OWN_PLACES.flatMap((place) => {
      const [first] = others.filter((file) =>
        file.staged.includes(`${sep}${basename(this.#apart ?? this.#name)}${sep}${place}${sep}`),
      )
      if (first === undefined) return []
      const staged = join(this.#folderOf(place), place)
      return [
        {
          staged,
          path: place === 'session' ? join(folder, sessionId) : join(root ?? folder, place, sessionId),
        },
      ]
    })
  }

  discard(): void {
    for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true })
  }

  #renderOptions(): RenderOptions {
    const { cwd } = this.#target
    return {
      ids: new NewIds(this.#draft, this.#target.sessionId),
      cwd: cwd === null ? null : (path) => movedPath(path, cwd),
      results: movedResult(this.#draft.session, this.#target),
    }
  }

  #sidecar(sidecar: Sidecar): StagedFile | null {
    const bytes = this.#draft.sidecar(sidecar)
    const path = this.#sidecarPath(sidecar)
    if (bytes === null || path === null) return null
    const content = bytes ?? contentOf(sidecar)
    if (content === null) return null
    return this.#write(sidecar.place, sidecar.name, path, (sink) => sink.copy(content, 0, content.length))
  }

  #sidecarPath({ place, name }: Sidecar): string | null {
    const { root, folder, sessionId } = this.#target
    if (place === 'session') return join(folder, sessionId, ...name.split('/'))
    if (root === null) return null
    if (place === 'todos') return join(root, 'todos', sidecarName(name, this.#draft.session, this.#target))
    return join(root, place, sessionId, ...name.split('/'))
  }

  #write(
    place: SidecarPlace | 'transcript',
    name: string,
    path: string,
    fill: (sink: ByteSink) => void,
  ): StagedFile {
    const staged = this.#place(place, name)
    const hash = createHash('sha256')
    const descriptor = openSync(staged, 'wx', 0o600)
    // What is only looked at need not last.
    let written = false
    try {
      const sink = new ByteSink((bytes) => {
        hash.update(bytes)
        for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done)
      }, this.#buffer)
      fill(sink)
      sink.flush()
      const file = { staged, path, size: sink.length, sha256: hash.digest('hex') }
      written = this.#apart === null
      return file
    } finally {
      if (written) this.#syncing.add(descriptor, staged)
      else closeSync(descriptor)
    }
  }

  /** Where a file of a kind lies until it is published: on the disk of its place, unless all lie apart. */
  #place(place: SidecarPlace | 'transcript', name: string): string {
    const staged = join(this.#folderOf(place), place, ...name.split('/'))
    const folder = dirname(staged)
    if (!this.#made.has(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#made.add(folder)
    return staged
  }

  #folderOf(place: SidecarPlace | 'transcript'): string {
    if (this.#apart !== null) return this.#apart
    const { root, folder } = this.#target
    const parent = place === 'session' || place === 'transcript' || root === null ? folder : join(root, place)
    const own = join(parent, this.#name)
    if (!this.#folders.includes(own)) {
      removeAbandoned(parent)
      mkdirSync(own, { recursive: true, mode: 0o700 })
      this.#folders.push(own)
    }
    return own
  }
}

/** Null for one that was swept away since it was listed. */
function contentOf({ path }: Sidecar): Uint8Array | null {
  try {
    return readFileSync(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Places where a session has a folder of its own. */
const OWN_PLACES = ['session', 'file-history', 'tasks'] as const

/** What an edit left that was killed: its process is gone. */
function removeAbandoned(parent: string): void {
  for (const name of namesIn(parent)) {
    const pid = /^(?:\.skein-edit|skein-plan)-(\d+)-\w+$/.exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(parent, name), { recursive: true, force: true })
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // It will be made.
    return []
  }
}
