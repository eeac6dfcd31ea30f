import { remind, shown } from './family.ts'
import type { Family } from './family.ts'

export const planMode: Family = {
  both: {
    plan_mode_exit: ({ planFilePath, planExists }) =>
      remind(
        `## Exited Plan Mode\n\nYou have exited plan mode. You can now make edits, run tools, and take actions.${planExists === true ? ` The plan file is located at ${shown(planFilePath)} if you need to reference it.` : ''}`,
      ),
    plan_file_reference: ({ planFilePath, planContent }) =>
      remind(
        `A plan file exists from plan mode at: ${shown(planFilePath)}\n\nPlan contents:\n\n${shown(planContent)}\n\nIf this plan is relevant to the current work and not already complete, continue working on it.`,
      ),
  },
  modern: {
    auto_mode_exit: () =>
      remind(
        '## Exited Auto Mode\n\nYou have exited auto mode. The user may now want to interact more directly. You should ask clarifying questions when the approach is ambiguous rather than making assumptions.',
      ),
  },
}
