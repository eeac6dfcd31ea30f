import { appendFileSync, rmSync, statSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { archiveAll, discover } from '@skein/store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionId, Written } from '../../test/history.ts'
import { TestServer } from '../../test/serve.ts'
import { CataloguedSessions } from './catalogued-sessions.ts'
import type { OpenSession } from './open-session.ts'

const ID = sessionId(1)
let server: TestServer
beforeEach(() => (server = new TestServer()))
afterEach(() => server.stop())

describe('a session that is too long to be read in one turn', () => {
  it('is whole for everybody who asks for it at the same time', async () => {
    const path = long().write(server.root, '-p')
    const { sessions } = (await server.start()).context
    const file = await sessions.find(ID)
    const opened = await Promise.all(
      [1, 2, 3].map(async () => {
        return sessions.use(file, state)
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
    const file = await sessions.find(ID)
    const opening = sessions.use(file, state)
    const before = written.text.length
    appendFileSync(path, written.prompt('more').text.slice(before))
    await opening
    expect(await sessions.use(file, state)).toEqual({
      size: statSync(path).size,
      generation: expect.stringMatching(/\.0$/),
    })
  })
})

describe('a session that somebody works with', () => {
  it('stays open until the work is done, whatever else is opened meanwhile', async () => {
    const ids = [ID, sessionId(2), sessionId(3)]
    for (const id of ids) new Written(id).prompt('first').says('one').write(server.root, '-p')
    const { store, running, prices } = (await server.start()).context
    const sessions = new CataloguedSessions({ store, running, prices, mostOpen: 1 })
    const closed: string[] = []
    const others = await Promise.all(ids.slice(1).map((id) => sessions.find(id)))
    const read = await sessions.use(await sessions.find(ID), async (session) => {
      session.listen({ told: () => {}, closed: () => closed.push('while it was worked with') })
      // Opened ahead, these do not wait for room.
      for (const other of others) for (const _piece of sessions.opening(other, () => {}));
      await nextTurn()
      await nextTurn()
      return {
        open: sessions.size,
        bytes: session.source.read([{ offset: 0, length: 1 }]),
        closed: [...closed],
      }
    })
    expect(read).toEqual({ open: 2, bytes: [Uint8Array.of(0x7b)], closed: [] })
    await sessions.use(others[0], () => {})
    await nextTurn()
    expect({ open: sessions.size, closed: closed.length }).toEqual({ open: 1, closed: 1 })
    sessions.close()
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
    const file = await sessions.find(ID)
    const seen = await sessions.use(file, shown)
    expect(seen.prompts).toEqual(['first', 'second'])
    rmSync(path)
    expect(await sessions.use(file, shown)).toEqual(seen)
    // Another file under its name is another matter.
    new Written(ID).prompt('third').write(server.root, '-p')
    expect((await sessions.use(file, shown)).prompts).toEqual(['third'])
  })
})

function shown({ model, generation }: OpenSession): { prompts: (string | undefined)[]; generation: string } {
  return { prompts: model.view().turns.map(({ prompt }) => prompt?.text.text), generation }
}

function state({ size, generation }: OpenSession): { size: number; generation: string } {
  return { size, generation }
}

/** Several turns of the event loop long. */
function long(): Written {
  const written = new Written(ID)
  const text = 'Lorem ipsum dolor sit amet. '.repeat(4000)
  for (let turn = 0; turn < 64; turn++) written.prompt(`prompt ${turn}`).says(text)
  return written
}
