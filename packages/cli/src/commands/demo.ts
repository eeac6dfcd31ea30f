import type { Command } from 'commander'
import type { DemoOptions } from '../demo/run-demo.ts'
import { colourOption, jsonOption, pagerOption, widthOption } from './options.ts'

export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('list the demo sessions and show the first one')
    .addOption(jsonOption())
    .addOption(pagerOption())
    .addOption(colourOption())
    .addOption(widthOption())
    .addHelpText('after', EXAMPLES)
    .action(async (options: DemoOptions) => {
      const { runDemo } = await import('../demo/run-demo.ts')
      await runDemo(options)
    })
}

const EXAMPLES = `
Examples:
  skein demo
  skein demo --json | jq '.sessions[].title'
`
