import { lockTarget } from '../export/lock-target.ts'
import { openSender, type OpenSender, type OpenSenderOptions } from '../export/open-sender.ts'
import type { SessionOutcome } from '../export/sender.ts'
import type { SessionFiles } from '../export/session-files.ts'
import type { TargetLock } from '../ledger/target-lock.ts'
import type { Target } from '../target/target.ts'

/** A target as the exporter of hooks has it: locked and opened with the first session, until it is closed. */
export class SpoolTarget {
  readonly #options: OpenSenderOptions
  #opened: Promise<{ readonly lock: TargetLock; readonly open: OpenSender }> | null = null

  constructor(
    target: Target,
    options: Omit<OpenSenderOptions, 'target' | 'tell'>,
    tell: (line: string) => void,
  ) {
    const { home, roots, prices, version, userHome, seams } = options
    this.#options = {
      home,
      roots,
      prices,
      version,
      userHome,
      target,
      tell: (line) => tell(`export: ${target.name}: ${line}`),
      ...(seams === undefined ? {} : { seams }),
    }
  }

  /** Resolves when all of it was taken; throws why that cannot be. */
  async export(files: SessionFiles, settled: boolean): Promise<SessionOutcome> {
    this.#opened ??= this.#open()
    const { sender } = (await this.#opened).open
    const outcome = await sender.session(files, { settled })
    await sender.flush()
    return outcome
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => null)
    if (opened === null || opened === undefined) return
    try {
      await opened.open.close()
    } finally {
      opened.lock.release()
    }
  }

  /** A bulk run has the lock for as long as it takes; whoever waits here has the lock of the spool, so it is only one. */
  async #open(): Promise<{ readonly lock: TargetLock; readonly open: OpenSender }> {
    const { home, target, tell, seams } = this.#options
    const lock = await lockTarget(home, target.name, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      onWait: () => tell('another process sends to it: waiting'),
      ...(seams === undefined ? {} : { seams }),
    })
    try {
      return { lock, open: await openSender(this.#options) }
    } catch (error) {
      lock.release()
      throw error
    }
  }
}

/** A year of history takes minutes. */
const PATIENCE_MS = 3_600_000
