import { statSync } from 'node:fs'
import { InvalidArgumentError, Option } from 'commander'

/** The options of every command that asks the store. */
export function storeOptions(): Option[] {
  return [
    new Option('--root <folder>', 'also read this Claude config folder (can be repeated)').argParser(
      (folder: string, before: readonly string[] | undefined) => {
        if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
          throw new InvalidArgumentError('There is no such folder.')
        return [...(before ?? []), folder]
      },
    ),
    new Option('--no-refresh', 'use the index as it is'),
  ]
}
