import { formatError } from './errors.ts'
import { runCommand } from './program.ts'
import { ClosedPipe } from './terminal/output.ts'

try {
  await runCommand(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof ClosedPipe)) {
    const { line, exitCode } = formatError(error)
    process.stderr.write(`${line}\n`)
    process.exitCode = exitCode
  }
}
