import type { Command } from 'commander'
import { Option } from 'commander'
import type { ShowOptions } from '../show/run-show.ts'
import { atLeast, printOptions, revealOption, turnRange, versionOption } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addShow(program: Command): void {
  const command = program
    .command('show <session>')
    .description('a session, turn by turn')
    .addOption(
      new Option(
        '--view <view>',
        'full: everything; resume: what the model will see; raw: the lines themselves',
      )
        .choices(['full', 'resume', 'raw'])
        .default('full', 'full'),
    )
    .option('--turn <turns>', 'only these turns: 3, 3..5, 3.. or ..5', turnRange)
    .option('--at <entry>', 'the turn that holds an entry: its uuid, the beginning of it, or its line')
    .option('--branch <number>', 'a branch instead of the conversation (`skein tree` lists them)', (text) =>
      atLeast(text, 1),
    )
    .option('--full', 'nothing folded: results, thinking and changes whole')
    .option('--brief', 'prompt, activity and answer of each turn only')
  for (const option of [versionOption(), revealOption(), ...printOptions(), ...storeOptions()])
    command.addOption(option)
  command.addHelpText('after', EXAMPLES).action(async (session: string, options: ShowOptions) => {
    const { runShow } = await import('../show/run-show.ts')
    await runShow(session, options)
  })
}

const EXAMPLES = `
Examples:
  skein show session.jsonl
  skein show session.jsonl --turn 3..5 --full
  skein show session.jsonl --at 3f0c19            the turn that holds this entry
  skein show session.jsonl --branch 1             what was rewound
  skein show session.jsonl --view resume          what the model will see
  skein show session.jsonl --view raw | grep Bash
  skein show session.jsonl --json | jq '.turns[].prompt.text'
`
