import { entriesOf, watch, type EntriesEvent } from '@skein/store'
import { foundSession } from '../session/found-session.ts'
import { withoutSecrets } from '../session/mask.ts'
import { openStore, type StoreFlags } from '../store/open-store.ts'
import { say, sayOf } from '../store/say.ts'
import { bytes } from '../terminal/figures.ts'
import { jsonText } from '@skein/view'
import { openScreen, type Screen, type ScreenOptions } from '../terminal/screen.ts'
import { SkeinError } from '../errors.ts'
import { entryLines } from './entry-lines.ts'
import { mapJsonText, Redactor } from '@skein/redact'

export interface TailFlags extends ScreenOptions, StoreFlags {
  readonly all?: true
  readonly json?: true
  readonly reveal?: true
}

/** Prints entries as they are written, until Ctrl-C. */
export async function runTail(name: string | undefined, flags: TailFlags): Promise<void> {
  if (name !== undefined && flags.all)
    throw new SkeinError('usage', 'a session and --all', { remedy: 'leave one of them out' })
  const screen = openScreen(flags)
  const { store } = await openStore({ ...flags, refresh: name !== undefined && flags.refresh !== false })
  const target =
    name === undefined ? { roots: store.roots } : { files: [(await foundSession(store, name)).path] }
  store.close()
  const stop = new AbortController()
  const onInterrupt = (): void => stop.abort()
  process.once('SIGINT', onInterrupt)
  const secrets = flags.reveal ? null : new Redactor()
  try {
    for await (const event of watch({ ...target, signal: stop.signal })) {
      if (event.kind === 'diagnostic') sayOf(event)
      else if (event.kind === 'entries') await write(event, { screen, flags, secrets })
      else if (event.kind === 'oversized')
        say(`a line of ${bytes(event.length)} is too long to be told: ${event.file}`)
      else if (event.kind === 'truncated' || event.kind === 'replaced')
        say(`${event.file} was ${event.kind}; from its start:`)
      await screen.out.end()
    }
  } finally {
    process.off('SIGINT', onInterrupt)
  }
}

interface Writing {
  readonly screen: Screen
  readonly flags: TailFlags
  readonly secrets: Redactor | null
}

async function write(event: EntriesEvent, { screen, flags, secrets }: Writing): Promise<void> {
  const shown = secrets === null ? event : masked(event, secrets)
  for (const entry of entriesOf(shown)) {
    if (flags.json) {
      const { session, agent, file } = event
      await screen.out.line(jsonText({ session, agent, file, line: entry.place.line, entry: entry.value }))
    } else await screen.out.lines(entryLines(entry, event, screen))
  }
}

function masked(event: EntriesEvent, secrets: Redactor): EntriesEvent {
  const text = new TextDecoder().decode(event.bytes)
  return {
    ...event,
    bytes: new TextEncoder().encode(mapJsonText(text, (part, name) => withoutSecrets(secrets, part, name))),
  }
}
