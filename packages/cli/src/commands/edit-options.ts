import { Option } from 'commander'
import { colourOption, jsonOption, widthOption } from './options.ts'
import { storeOptions } from './store-options.ts'

/** The options of every edit. */
export function editOptions(): Option[] {
  return [
    new Option('-n, --dry-run', 'show what would happen; write nothing'),
    new Option('--title <title>', 'title of the new session (default: the old one and the edit)'),
    new Option('--to-project <folder>', 'write the new session into the project of this folder'),
    new Option('--compat <version>', 'chain parallel results, so that 2.0 resumes all of them').choices([
      '2.0',
    ]),
    ...storeOptions(),
    jsonOption(),
    colourOption(),
    widthOption(),
  ]
}
