import { appendFileSync, rmSync, statSync } from 'node:fs'
import { archiveAll, discover } from '@skein/store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionId, Written } from '../../test/history.ts'
import { TestServer } from '../../test/serve.ts'
import type { OpenSession } from './open-session.ts'

const ID = sessionId(1)
let server: TestServer
beforeEach(() => (server = new TestServer()))
afterEach(() => server.stop())

describe('a session that is too long to be read in one turn', () => {
  it('is whole for everybody who asks for it at the same time', async () => {
    const path = long().write(server.root, '-p')
    const { sessions } = (await server.start()).context
    const file = sessions.find(ID)
    const opened = await Promise.all(
      [1, 2, 3].map(async () => {
        const { size, generation } = await sessions.open(file)
        return { size, generation }
      }),
    )
    const [{ generation }] = opened
    expect(opened).toEqual(Array(3).fill({ size: statSync(path).size, generation }))
    expect(generation).toMatch(/\.0$/)
  })

  it('is the same one when it grew while it was read', async () => {
    const written = long()
    const path = written.write(server.root, '-p')
    const { sessions } = (await server.start()).context
    const file = sessions.find(ID)
    const opening = sessions.open(file)
    const before = written.text.length
    appendFileSync(path, written.prompt('more').text.slice(before))
    await opening
    const { size, generation } = await sessions.open(file)
    expect({ size, generation }).toEqual({
      size: statSync(path).size,
      generation: expect.stringMatching(/\.0$/),
    })
  })
})

describe('a session that is deleted while it is open', () => {
  it('stays as it was seen, where the archive has an older copy', async () => {
    const written = new Written(ID).prompt('first').says('one')
    const path = written.write(server.root, '-p')
    const { sessions, home } = (await server.start()).context
    await archiveAll(home, discover([server.root]).transcripts)
    const before = written.text.length
    appendFileSync(path, written.prompt('second').says('two').text.slice(before))
    const file = sessions.find(ID)
    const seen = shown(await sessions.open(file))
    expect(seen.prompts).toEqual(['first', 'second'])
    rmSync(path)
    expect(shown(await sessions.open(file))).toEqual(seen)
    // Another file under its name is another matter.
    new Written(ID).prompt('third').write(server.root, '-p')
    expect(shown(await sessions.open(file)).prompts).toEqual(['third'])
  })
})

function shown({ model, generation }: OpenSession): { prompts: (string | undefined)[]; generation: string } {
  return { prompts: model.view().turns.map(({ prompt }) => prompt?.text.text), generation }
}

/** Several turns of the event loop long. */
function long(): Written {
  const written = new Written(ID)
  const text = 'Lorem ipsum dolor sit amet. '.repeat(4000)
  for (let turn = 0; turn < 64; turn++) written.prompt(`prompt ${turn}`).says(text)
  return written
}
