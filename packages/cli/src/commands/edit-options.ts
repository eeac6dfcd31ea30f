import { Option } from 'commander'
import { colourOption, jsonOption, widthOption } from './options.ts'
import { storeOptions } from './store-options.ts'

/** The options of every edit. */
export function editOptions(): Option[] {
  return [
    new Option('-n, --dry-run', 'tell what would happen and write nothing'),
    new Option(
      '--title <title>',
      'the title of the new session (unless said, the old one with what was done)',
    ),
    new Option('--to-project <folder>', 'put the new session into the project of this folder'),
    new Option(
      '--compat <version>',
      'chain parallel results, so that versions from 2.0 on resume all of them',
    ).choices(['2.0']),
    ...storeOptions(),
    jsonOption(),
    colourOption(),
    widthOption(),
  ]
}
