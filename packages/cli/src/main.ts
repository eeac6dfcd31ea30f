import { formatError } from './errors.ts'
import { runCommand } from './program.ts'

runCommand(process.argv.slice(2)).catch(fail)

function fail(error: unknown): void {
  // Nobody reading any more (`| head`) is no failure. By name: a command that is a bundle of its own has a class of its own.
  if (error instanceof Error && error.name === 'ClosedPipe') return
  // The first failure is told.
  if (process.exitCode !== undefined) return
  const { line, exitCode } = formatError(error)
  process.stderr.write(`${line}\n`)
  process.exitCode = exitCode
}
