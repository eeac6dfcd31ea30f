import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { manifestText, readManifest, type Manifest } from './manifest.ts'

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

const manifest: Manifest = {
  bundle: { root: '/home/me/.claude', project: '-srv-app', session: 's1' },
  slugs: ['warm-blue-river'],
  files: [
    {
      path: 'projects/-srv-app/s1.jsonl',
      versions: [
        {
          size: 5,
          mtime: 1_767_603_600_000.25,
          inode: 12,
          mode: 0o600,
          sha256: hash('hello'),
          archived: 1_767_603_700_000,
          chunks: [hash('hello')],
        },
      ],
    },
  ],
}

interface Raw {
  [key: string]: unknown
  files: { [key: string]: unknown; path: string; versions: Record<string, unknown>[] }[]
}

function changed(change: (raw: Raw) => void): string {
  const raw = JSON.parse(manifestText(manifest)) as Raw
  change(raw)
  return JSON.stringify(raw)
}

describe('manifest', () => {
  it('reads what it writes', () => {
    expect(readManifest(manifestText(manifest))).toEqual(manifest)
  })

  it('is for people too', () => {
    expect(manifestText(manifest).split('\n').slice(0, 6)).toEqual([
      '{',
      ' "format": "skein archive manifest",',
      ' "version": 1,',
      ' "session": "s1",',
      ' "project": "-srv-app",',
      ' "root": "/home/me/.claude",',
    ])
  })

  it.each<[string, (raw: Raw) => void, string]>([
    ['another format', (raw) => (raw['format'] = 'x'), 'it is not a manifest'],
    ['a newer version', (raw) => (raw['version'] = 2), 'another version of Skein wrote it'],
    ['other chunks', (raw) => (raw['chunkBytes'] = 10), 'its chunks have another size'],
    ['a relative root', (raw) => (raw['root'] = 'x'), 'its root is not an absolute path'],
    ['a session that is no text', (raw) => (raw['session'] = {}), 'it names no session and no project'],
    ['no files', (raw) => (raw['files'] = {} as never), 'it lists no files'],
    [
      'a path that climbs',
      (raw) => (raw.files[0].path = 'projects/-srv-app/s1/../../../../.bashrc'),
      'a path does not belong to it: "projects/-srv-app/s1/../../../../.bashrc"',
    ],
    [
      'a path of another session',
      (raw) => (raw.files[0].path = 'projects/-srv-app/s2.jsonl'),
      'a path does not belong to it: "projects/-srv-app/s2.jsonl"',
    ],
  ])('refuses %s', (_name, change, problem) => {
    expect(readManifest(changed(change))).toEqual({ problem })
  })

  it.each<[string, Record<string, unknown>]>([
    ['a chunk that is a path', { chunks: ['../../../etc/passwd'] }],
    ['a size that does not fit the chunks', { size: 5_000_000 }],
    ['a negative size', { size: -1, chunks: [] }],
    ['rights that are no number', { mode: 'rwx' }],
    ['a time that is none', { archived: 'yesterday' }],
    ['no hash', { sha256: null }],
  ])('refuses a version with %s', (_name, fields) => {
    const text = changed((raw) => Object.assign(raw.files[0].versions[0], fields))
    expect(readManifest(text)).toEqual({
      problem: 'a version of "projects/-srv-app/s1.jsonl" is not whole',
    })
  })

  it('refuses a file without versions, and what is not JSON', () => {
    expect(readManifest(changed((raw) => (raw.files[0].versions = [])))).toEqual({
      problem: 'a version of "projects/-srv-app/s1.jsonl" is not whole',
    })
    expect(readManifest('{')).toEqual({ problem: 'it is not JSON' })
    expect(readManifest('[]')).toEqual({ problem: 'it is not a manifest' })
  })

  it('gives no rights beyond reading, writing and executing', () => {
    const read = readManifest(changed((raw) => (raw.files[0].versions[0]['mode'] = '4755')))
    expect(read).toMatchObject({ files: [{ versions: [{ mode: 0o755 }] }] })
  })
})
