import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sidecarsOf } from './sidecars.ts'

it('takes the to-do lists of a session, not those of one whose id begins with the same signs', () => {
  const root = mkdtempSync(join(tmpdir(), 'skein-sidecars-'))
  try {
    mkdirSync(join(root, 'todos'))
    for (const name of ['s1.json', 's1-agent-s1.json', 's1-agent-a.json', 's10.json', 's1-2-agent-a.json'])
      writeFileSync(join(root, 'todos', name), '[]')
    const found = sidecarsOf({ id: 's1', root, folder: join(root, 'projects', 'p') })
    expect(found.map(({ name }) => name).sort()).toEqual(['s1-agent-a.json', 's1-agent-s1.json', 's1.json'])
  } finally {
    rmSync(root, { recursive: true })
  }
})
