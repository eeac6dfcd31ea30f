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
    ...storeOptions(),
    jsonOption(),
    colourOption(),
    widthOption(),
  ]
}
