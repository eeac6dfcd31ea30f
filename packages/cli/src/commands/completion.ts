import type { Command } from 'commander'
import { Argument } from 'commander'

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('a script that completes commands and options in your shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', EXAMPLES)
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { completionScript } = await import('../completion/completion-script.ts')
      process.stdout.write(completionScript(program, shell))
    })
}

const EXAMPLES = `
Examples:
  source <(skein completion bash)                                       in ~/.bashrc
  skein completion zsh > ~/.zfunc/_skein                                a folder of your fpath
  skein completion fish > ~/.config/fish/completions/skein.fish
`
