import type { Command } from 'commander'
import { Option } from 'commander'
import type { ShowOptions } from '../show/run-show.ts'
import { atLeast, printOptions, revealOption, turnRange, versionOption } from './options.ts'
import { storeOptions } from './store-options.ts'

export function addShow(program: Command): void {
  const command = program
    .command('show <session>')
    .description('show a session, turn by turn')
    .addOption(
      new Option(
        '--view <view>',
        'full: everything; resume: what the model will see; raw: the lines themselves',
      )
        .choices(['full', 'resume', 'raw'])
        .default('full', 'full'),
    )
    .option('--turn <turns>', 'only these turns: 3, 3..5, 3.. or ..5', turnRange)
    .option('--at <entry>', 'the turn with this entry: a uuid, the start of one, or a line')
    .option('--branch <number>', 'show a branch instead (`skein tree` lists them)', (text) =>
      atLeast(text, 1),
    )
    .option('--full', 'show everything: whole results, thinking and changes')
    .option('--brief', 'only prompt, activity and answer of each turn')
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
  skein show session.jsonl --at 3f0c19            the turn with this entry
  skein show session.jsonl --branch 1             what was rewound
  skein show session.jsonl --view resume          what the model will see
  skein show session.jsonl --view raw | grep Bash
  skein show session.jsonl --json | jq '.turns[].prompt.text'
`
