import { expect, test, vi } from 'vitest'
import { answer, prompt, sessionOf, uuid } from '../../../test/sessions.ts'
import { compressSession, LlmEngine } from '../../index.ts'

vi.mock('@anthropic-ai/sdk', () => {
  throw new Error('the SDK was loaded')
})

const rows = [prompt(1, 'go'), answer(2, 'This is said again and again. '.repeat(40))]
const bands = [{ from: 0, to: 100, share: 40 }]

test('the offline engine never loads the SDK, and the other one with its first request', async () => {
  const draft = await compressSession(sessionOf(rows), { bands })
  expect(draft.originals.map((one) => one.uuid)).toEqual([uuid(2)])
  const engine = new LlmEngine({ apiKey: 'key-of-nobody', retries: 0 })
  await expect(compressSession(sessionOf(rows), { bands, engine })).rejects.toMatchObject({
    cause: new Error('the SDK was loaded'),
  })
})
