import type { Command } from 'commander'
import { Argument } from 'commander'
import { Output } from '../terminal/output.ts'
import { StandardOutput } from '../terminal/standard-output.ts'

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a completion script for your shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', EXAMPLES)
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { completionScript } = await import('../completion/completion-script.ts')
      const out = new Output(new StandardOutput())
      await out.write(completionScript(program, shell))
      await out.end()
    })
}

const EXAMPLES = `
Examples:
  source <(skein completion bash)                                       in ~/.bashrc
  skein completion zsh > ~/.zfunc/_skein                                a folder of your fpath
  skein completion fish > ~/.config/fish/completions/skein.fish
`
