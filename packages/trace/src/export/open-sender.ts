import { existsSync } from 'node:fs'
import type { SkeinHome } from '@skein/store'
import type { PriceTable } from '@skein/view'
import { ForkFinder } from '../ledger/fork-finder.ts'
import { KnownOrigins, PassingOrigins } from '../ledger/known-origins.ts'
import { TraceLedger } from '../ledger/ledger.ts'
import { shownUrl, type Target } from '../target/target.ts'
import { wireFrame } from '../wire/wire-body.ts'
import type { Transport } from './answer.ts'
import { REAL_SEAMS, type ExportSeams } from './backoff.ts'
import { Exporter } from './exporter.ts'
import { FileTransport } from './file-transport.ts'
import { HttpTransport } from './http-transport.ts'
import { TraceSender } from './sender.ts'
import { transcriptFinder } from './transcript-finder.ts'

export interface OpenSenderOptions {
  readonly home: SkeinHome
  /** Config roots, where transcripts of forks are looked for. */
  readonly roots: readonly string[]
  readonly target: Target
  readonly prices: PriceTable
  /** Skein's. */
  readonly version: string
  /** The user's home folder. */
  readonly userHome: string
  readonly tell: (line: string) => void
  readonly signal?: AbortSignal
  readonly seams?: ExportSeams
  readonly tries?: number
  /**
   * `ledger`: what the target has is remembered. `file`: a new file that nobody remembers. `look`: nothing is sent and nothing
   * is written.
   */
  readonly mode?: 'ledger' | 'file' | 'look'
}

export interface OpenSender {
  readonly sender: TraceSender
  readonly close: () => Promise<void>
}

/** Everything that sending to a target takes. Whoever sends with a ledger holds the target's lock meanwhile. */
export async function openSender(options: OpenSenderOptions): Promise<OpenSender> {
  const { home, target, mode = 'ledger' } = options
  const isLook = mode === 'look'
  const kept = isLook && !existsSync(home.stateFile) ? TraceLedger.passing() : TraceLedger.open(home)
  const forgotten = mode === 'ledger' || (isLook && kept.knows(target.name)) ? null : TraceLedger.passing()
  let transport: Transport | null = null
  const close = async (): Promise<void> => {
    await transport?.close()
    forgotten?.close()
    kept.close()
  }
  try {
    const ledger = (forgotten ?? kept).target(target.name, isLook ? null : shownUrl(target))
    transport = isLook ? null : await transportTo(options)
    const memory = isLook ? new PassingOrigins(kept.origins) : kept.origins
    const forks = new ForkFinder(transcriptFinder(home, options.roots))
    const sender = new TraceSender({
      target,
      ledger,
      origins: new KnownOrigins(memory, forks),
      prices: options.prices,
      key: isLook ? new Uint8Array(32) : kept.key,
      exporter: transport === null ? null : exporterTo(options, transport, ledger),
      home: options.userHome,
      tell: options.tell,
    })
    return { sender, close }
  } catch (error) {
    await close()
    throw error
  }
}

function exporterTo(
  options: OpenSenderOptions,
  transport: Transport,
  ledger: ReturnType<TraceLedger['target']>,
): Exporter {
  const { target, seams = REAL_SEAMS, tell, signal, tries, version } = options
  const { environment, resource } = target.settings
  return new Exporter({
    ledger,
    transport,
    frame: wireFrame({ version, environment, attributes: resource }),
    seams,
    tell,
    ...(signal === undefined ? {} : { signal }),
    ...(tries === undefined ? {} : { tries }),
  })
}

async function transportTo({ target, mode, seams = REAL_SEAMS }: OpenSenderOptions): Promise<Transport> {
  if (target.kind === 'file') return FileTransport.open(target.url, { fresh: mode === 'file' })
  return new HttpTransport(target, seams.now)
}
