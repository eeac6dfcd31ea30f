import { InvalidArgumentError, Option, type Command } from 'commander'
import type { DevicesOptions, PairOptions } from '../serve/run-devices.ts'
import type { ServeFlags } from '../serve/run-serve.ts'
import { jsonOption } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addServe(program: Command): void {
  const command = program
    .command('serve')
    .description('open the app in your browser (same as `skein` alone)')
    .addOption(
      new Option('--host <address>', 'address to listen on (default: 127.0.0.1; can be repeated)').argParser(
        (host: string, before: readonly string[] | undefined) => [...(before ?? []), host],
      ),
    )
    .addOption(
      new Option(
        '--port <number>',
        'port to listen on (default: 4517 or the next free one; 0: any)',
      ).argParser(portOf),
    )
    .addOption(new Option('--base-path <path>', 'serve below this path, e.g. /skein').default('', 'none'))
    .addOption(
      new Option('--auth <kind>', 'how browsers sign in: one-time links only, or also a password')
        .choices(['token', 'password'])
        .default('token'),
    )
    .option('--set-password', 'set the password for --auth password, then exit')
    .option('--tls-cert <file>', 'certificate (PEM); with --tls-key')
    .option('--tls-key <file>', 'its key (PEM)')
    .option('--tunnel <origin>', 'public address of your tunnel or proxy, e.g. https://skein.example.org')
    .option('--trust-proxy', 'trust X-Forwarded-* headers (only behind a proxy that sets them)')
    .option('--no-archive', 'do not archive transcripts while running')
    .option('--no-open', 'do not open a browser')
  for (const option of storeOptions()) if (option.long === '--root') command.addOption(option)
  command.addHelpText('after', SERVE_EXAMPLES).action(async (flags: ServeFlags) => {
    const { runServe } = await import('../serve/run-serve.ts')
    await runServe(flags, givenOptions(command))
  })
}

/** The options that somebody typed, as they are called. */
function givenOptions(command: Command): string[] {
  return command.options.flatMap((option) => {
    const isGiven = command.getOptionValueSource(option.attributeName()) === 'cli'
    return isGiven && option.long !== undefined ? [option.long] : []
  })
}

function portOf(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port < 65_536) return port
  throw new InvalidArgumentError('A whole number from 0 to 65535 is needed.')
}

export function addPair(program: Command): void {
  program
    .command('pair')
    .description('pair a phone or computer (QR code, valid once, for five minutes)')
    .option('--name <name>', 'name of the device', 'Paired device')
    .option('--read-only', 'the device may read, but not change anything')
    .addHelpText('after', PAIR_EXAMPLES)
    .action(async (options: PairOptions) => {
      const { runPair } = await import('../serve/run-devices.ts')
      await runPair(options)
    })
}

export function addDevices(program: Command): void {
  const devices = program
    .command('devices')
    .description('list devices that are signed in to the app')
    .addOption(jsonOption())
    .addHelpText('after', DEVICES_EXAMPLES)
    .action(async (options: DevicesOptions) => {
      const { runDevices } = await import('../serve/run-devices.ts')
      await runDevices(options)
    })
  devices
    .command('revoke')
    .description('sign a device out')
    .argument('<id>', 'id of the device')
    .action(async (id: string) => {
      const { runRevoke } = await import('../serve/run-devices.ts')
      await runRevoke(id)
    })
}

const SERVE_EXAMPLES = `
One server runs per data directory; a second start opens the running one. Ctrl-C stops it.
If an option has no effect on the running server, the second start says so and exits with 2.
Other devices need TLS or a tunnel, see docs/server.md.

Examples:
  skein serve
  skein serve --no-open --port 8080
  skein serve --tunnel https://skein.example.org --auth password
  skein serve --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem
`

const PAIR_EXAMPLES = `
Examples:
  skein pair --name phone
  skein pair --name wall --read-only
`

const DEVICES_EXAMPLES = `
Examples:
  skein devices
  skein devices revoke 3f9a0c11d2e4
`
