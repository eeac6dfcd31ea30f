import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import {
  chainResults,
  cloneSession,
  compressSession,
  forkSession,
  Ledger,
  mergeBranch,
  moveProject,
  openEditSession,
  prepareEdit,
  redactSession,
  repairSession,
  splitSession,
  trimSession,
  type Draft,
  type EditSession,
  type MoveOptions,
} from '@skein/edit'
import { skeinHome } from '@skein/store'
import { saidBranches, turnAt, turnCount } from '@skein/transcript'
import { canonicalCwd } from '../canonical.ts'
import type { ApiBlock, ApiMessage } from '../outcome.ts'
import { plantedSecret } from './base-material.ts'
import { baseSessions } from './base-sessions.ts'
import type { EditOperation, EditPlace, KeptTexts } from './operation.ts'
import { promptIndex, sentTexts } from './sent-texts.ts'

const PRESETS = ['routine', 'deep', 'emergency'] as const

/** Every edit that is tried, with what it has to keep. */
export const editOperations: EditOperation[] = [
  {
    id: 'clone',
    isFor: (base) => base !== 'nearly-full',
    edit: made((session) => [cloneSession(session)]),
    kept: (original) => ({ texts: sentTexts(original), alone: true }),
  },
  {
    id: 'clone --compat 2.0',
    isFor: (base) => base === 'parallel-tools',
    edit: made((session) => {
      const draft = cloneSession(session)
      chainResults(draft.main)
      return [draft]
    }),
    // Of the original 2.0.76 sends the last call of each round alone.
    kept: () => ({ texts: ['x', 'y', 'z', 'x'].map(shown), alone: false }),
  },
  {
    id: 'fork',
    isFor: hasRoom,
    edit: made((session) => [forkSession(session, { at: beforeLastTurn(session) })]),
    kept: beforeLastPrompt,
  },
  {
    id: 'split',
    isFor: hasRoom,
    edit: made((session) => [...splitSession(session, turnCount(session.main.transcript))]),
    kept: (original, index) => (index === 0 ? beforeLastPrompt(original) : fromLastPrompt(original)),
  },
  {
    id: 'merge',
    isFor: (base) => base === 'branches',
    edit: made((session) => [mergeBranch(session, { branch: saidBranches(session.main.transcript)[0] })]),
    kept: (original) => ({ texts: sentTexts(original), alone: false }),
  },
  ...PRESETS.map((preset) => ({
    id: `trim ${preset}`,
    isFor: () => true,
    edit: made((session) => [trimSession(session, { preset })]),
    kept: whatWasSaid,
  })),
  {
    id: 'compress',
    isFor: () => true,
    edit: made(async (session) => [
      await compressSession(session, { bands: [{ from: 0, to: 100, share: 35 }] }),
    ]),
    kept: (original) => ({ texts: promptsIn(original), alone: false }),
  },
  {
    id: 'redact',
    isFor: (base) => base === 'tools' || base === 'unanswered',
    edit: made((session) => [redactSession(session).draft]),
    kept: (original) => ({
      texts: sentTexts(original).filter((text) => !text.includes(plantedSecret)),
      alone: false,
    }),
  },
  {
    id: 'repair',
    isFor: (base) => base === 'torn' || base === 'unanswered',
    edit: made((session) => [repairSession(session).draft]),
    kept: whatWasSaid,
  },
  { id: 'move', ...moved({}) },
  { id: 'move --rewrite', ...moved({ rewrite: true }) },
]

/** What people typed and the model wrote; what tools gave and the program announced may go. */
function whatWasSaid(original: ApiMessage[]): KeptTexts {
  const prompts = new Set(promptsIn(original))
  const texts = original.flatMap(({ role, content }) => {
    const said = typeof content === 'string' ? [content] : textBlocks(content)
    return role === 'assistant'
      ? said.filter((text) => text !== NO_RESPONSE)
      : said.filter((text) => prompts.has(text))
  })
  return { texts, alone: false }
}

/** What the program says for the model where a conversation ends with a user's row. */
const NO_RESPONSE = 'No response requested.'

function promptsIn(original: ApiMessage[]): string[] {
  const typed = new Set(baseSessions.flatMap(({ steps }) => steps.map(({ prompt }) => prompt)))
  return sentTexts(original).filter((text) => typed.has(text))
}

function textBlocks(content: unknown): string[] {
  if (!Array.isArray(content)) return []
  return (content as ApiBlock[]).filter(({ type }) => type === 'text').map(({ text }) => String(text)) // the API's own shape
}

function shown(name: string): string {
  return `Bash {"command":"cat ${name}.txt","description":"Show ${name}.txt"}`
}

/** The session keeps its id; the original stays in the old project. */
function moved(options: MoveOptions): Omit<EditOperation, 'id'> {
  return {
    isFor: (base) => base !== 'nearly-full',
    comesFromElsewhere: true,
    edit: async ({ configRoot, home, cwd }) => {
      const renaming = { root: configRoot, from: canonicalCwd, to: cwd }
      const { sessions } = await moveProject(skeinHome({ SKEIN_HOME: home }), renaming, options)
      return sessions.map(({ session }) => String(session))
    },
    kept: (original) => ({ texts: sentTexts(original), alone: true }),
  }
}

/** Where the context was nearly full before the last prompt, a copy up to there is rightly compacted first. */
function hasRoom(base: string): boolean {
  return base !== 'nearly-full' && base !== 'auto-compacted'
}

/** Opens the session, makes what the operation drafts, and gives the new ids. */
function made(drafts: (session: EditSession) => Draft[] | Promise<Draft[]>): EditOperation['edit'] {
  return async (place) => {
    const home = skeinHome({ SKEIN_HOME: place.home })
    const session = await openEditSession(home, { file: place.transcript })
    const ledger = Ledger.open(home)
    try {
      const ids: string[] = []
      for (const draft of await drafts(session)) ids.push(await publish(draft, place, ledger))
      return ids
    } finally {
      ledger.close()
      session.close()
    }
  }
}

async function publish(draft: Draft, place: EditPlace, ledger: Ledger): Promise<string> {
  const sessionId = randomUUID()
  const target = { sessionId, root: place.configRoot, folder: dirname(place.transcript), cwd: null }
  await prepareEdit(draft, target, 'beside').publish(ledger, {})
  return sessionId
}

function beforeLastTurn({ main }: EditSession): number {
  const { transcript } = main
  return transcript.path.at(turnAt(transcript, turnCount(transcript) - 1).from - 1)
}

/** Where a compaction took the last prompt away, nothing is known to be kept. */
function beforeLastPrompt(original: ApiMessage[]): KeptTexts {
  const at = lastPromptIndex(original)
  return at < 0 ? { texts: [], alone: false } : { texts: sentTexts(original.slice(0, at)), alone: true }
}

function fromLastPrompt(original: ApiMessage[]): KeptTexts {
  const at = lastPromptIndex(original)
  if (at < 0) return { texts: [], alone: false }
  // What the program announced with the prompt stands before it.
  const prompts = new Set(baseSessions.flatMap(({ steps }) => steps.map(({ prompt }) => prompt)))
  const texts = sentTexts(original.slice(at))
  return { texts: texts.slice(texts.findLastIndex((text) => prompts.has(text.trim()))), alone: false }
}

function lastPromptIndex(original: ApiMessage[]): number {
  const last = baseSessions.map(({ steps }) => steps[steps.length - 1].prompt)
  return Math.max(...last.map((prompt) => promptIndex(original, prompt)))
}
