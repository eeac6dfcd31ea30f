import { ownPattern, redactSession } from '@skein/edit'
import { whole } from '../terminal/figures.ts'
import { runEdit, type EditFlags } from './run-edit.ts'

export interface RedactFlags extends EditFlags {
  readonly pattern?: readonly string[]
  readonly keepFileHistory?: true
}

export async function runRedact(name: string, flags: RedactFlags): Promise<void> {
  const { pattern = [], keepFileHistory, title, toProject } = flags
  await runEdit({
    name,
    flags,
    // A pattern can be the very secret, so the ledger only knows how many there were.
    options: { patterns: pattern.length, keepFileHistory, title, toProject },
    operation: ({ session }) => {
      const { draft, kinds, places, hide } = redactSession(session, {
        patterns: pattern.map(ownPattern),
        keepFileHistory: keepFileHistory ?? false,
      })
      return [
        {
          draft,
          called: 'redacted',
          lines: places.map(
            ({ place, kind, count }, i) =>
              `  ${(i === 0 ? 'where' : '').padEnd(10)}${whole(count)} × ${kind} in ${place}`,
          ),
          fields: { secrets: kinds, places },
          hide,
        },
      ]
    },
  })
}
