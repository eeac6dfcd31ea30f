import { readdirSync } from 'node:fs'
import type { Draft, Warning } from '../draft/draft.ts'
import type { Target } from '../publish/target.ts'
import type { EditSession } from '../source/edit-session.ts'

/** What people should know of any edit. */
export function commonWarnings(draft: Draft, target: Target): Warning[] {
  return [...useWarnings(draft.session), ...fileWarnings(draft), ...continueWarnings(target)]
}

function useWarnings({ use }: EditSession): Warning[] {
  if (use.pid !== null)
    return [
      {
        code: 'in-use',
        message: `Claude Code has this session open (process ${use.pid}); the copy holds what was written up to now.`,
      },
    ]
  if (Date.now() - use.changed >= RECENT) return []
  return [
    {
      code: 'recent',
      message:
        'The session was written to less than a minute ago; the copy holds what was written up to now.',
    },
  ]
}

const RECENT = 60_000

function fileWarnings(draft: Draft): Warning[] {
  const saved = draft.session.sidecars.filter(
    (sidecar) =>
      sidecar.place === 'session' &&
      sidecar.name.startsWith('tool-results/') &&
      draft.sidecar(sidecar) !== null,
  ).length
  const strangers = draft.session.strangers()
  return [
    ...(saved === 0
      ? []
      : [
          {
            code: 'saved-outputs',
            message: `Saved outputs come along (${saved}), but what the model was told of them still names the files of the original.`,
          },
        ]),
    ...(strangers === 0
      ? []
      : [
          { code: 'links', message: `Links and other things that are no files are left out (${strangers}).` },
        ]),
  ]
}

function continueWarnings(target: Target): Warning[] {
  if (!hasSessions(target)) return []
  return [
    {
      code: 'continue',
      message: 'The copy is the newest session of its project, so `claude --continue` opens it from now on.',
    },
  ]
}

/** A new file is always the newest: that matters where there are others. */
function hasSessions({ folder }: Target): boolean {
  try {
    return readdirSync(folder).some((name) => name.endsWith('.jsonl') && !name.startsWith('agent-'))
  } catch {
    // No such project yet: nothing is continued there.
    return false
  }
}
