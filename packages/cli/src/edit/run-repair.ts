import { repairSession, type EditSession, type RepairOptions } from '@skein/edit'
import { counted, whole } from '../terminal/figures.ts'
import { namedRow } from './named-place.ts'
import { runEdit, type EditFlags } from './run-edit.ts'

export interface RepairFlags extends EditFlags {
  readonly orphans?: 'result' | 'drop'
  readonly writer?: string
  readonly clock?: true
}

export async function runRepair(name: string, flags: RepairFlags): Promise<void> {
  const { orphans, writer, clock, title, toProject } = flags
  await runEdit({
    name,
    flags,
    options: { orphans, writer, clock, title, toProject },
    operation: ({ session }) => {
      const { draft, setAside } = repairSession(session, {
        orphans: orphans ?? 'result',
        clock: clock ?? false,
        ...(writer === undefined ? {} : { writer: chosenWriter(session, writer) }),
      })
      const shown = setAside.slice(0, MOST_SHOWN)
      return [
        {
          draft,
          called: 'repaired',
          lines: [
            ...shown.map(
              ({ file, line, length }) =>
                `  set aside ${counted(length, 'byte')} in line ${whole(line)}${file === '' ? '' : ' of a sub-agent'}`,
            ),
            ...(setAside.length > shown.length
              ? [`  and ${whole(setAside.length - shown.length)} more; --json lists all`]
              : []),
          ],
          fields: { setAside },
        },
      ]
    },
  })
}

const MOST_SHOWN = 5

function chosenWriter(session: EditSession, writer: string): NonNullable<RepairOptions['writer']> {
  return writer === 'first' || writer === 'last' ? writer : { row: namedRow(session, writer) }
}
