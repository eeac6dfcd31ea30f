import { homedir, setPriority } from 'node:os'
import { configRoots, skeinHome } from '@skein/store'
import {
  drainHome,
  environmentName,
  isSameEverywhere,
  logLine,
  readTraceConfig,
  reasonOf,
  traceFolder,
} from '@skein/trace'
import { packageVersion } from '../package-folder.ts'
import { priceTable } from '../store/price-table.ts'

/** `skein trace drain`: the exporter that the hook starts. Nobody sees what it prints, so failures are told to the log as well. */
export async function runDrain(): Promise<void> {
  const { env } = process
  const home = skeinHome(env)
  const { log } = traceFolder(home.folder)
  yieldToOthers()
  try {
    const config = readTraceConfig({ home, env })
    for (const line of config.complaints) logLine(log, `config: ${line}`)
    await drainHome({
      home,
      roots: configRoots(env),
      targets: config.targets,
      environment: environmentName(env),
      isShared: isSameEverywhere(config, { home, env }),
      prices: priceTable(home),
      version: packageVersion(),
      userHome: env['HOME'] || homedir(),
    })
  } catch (error) {
    logLine(log, `drain: ${reasonOf(error)}`)
    throw error
  }
}

/** The person at the keyboard waits for Claude Code, not for us. */
function yieldToOthers(): void {
  try {
    setPriority(10)
  } catch {
    // Some systems do not allow it: then we are as important as everybody.
  }
}
