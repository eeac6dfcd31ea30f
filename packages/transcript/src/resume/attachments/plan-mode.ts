import type { JsonObject } from '../../bodies.ts'
import { remind, shown } from './family.ts'
import type { Family } from './family.ts'
import { CLASSIC_WORKFLOW, MODERN_WORKFLOW } from './plan-workflows.ts'

export const planMode: Family = {
  both: {
    plan_mode_reentry: ({ planFilePath }) =>
      remind(`## Re-entering Plan Mode

You are returning to plan mode after having previously exited it. A plan file exists at ${shown(planFilePath)} from your previous planning session.

**Before proceeding with any new planning, you should:**
1. Read the existing plan file to understand what was previously planned
2. Evaluate the user's current request against that plan
3. Decide how to proceed:
   - **Different task**: If the user's request is for a different task—even if it's similar or related—start fresh by overwriting the existing plan
   - **Same task, continuing**: If this is explicitly a continuation or refinement of the exact same task, modify the existing plan while cleaning up outdated or irrelevant sections
4. Continue on with the plan process and most importantly you should always edit the plan file one way or the other before calling ExitPlanMode

Treat this as a fresh planning session. Do not assume the existing plan is relevant without evaluating it first.`),
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
    plan_mode: (plan) => {
      if (plan['isSubAgent'] === true) return remind(subAgentPlan(plan))
      if (plan['reminderType'] !== 'sparse') return remind(fullPlan(plan, MODERN_WORKFLOW))
      return remind(
        `Plan mode still active (see full instructions earlier in conversation). Read-only except plan file (${shown(plan['planFilePath'])}). Follow 5-phase workflow. End turns with AskUserQuestion (for clarifications) or ExitPlanMode (for plan approval). Never ask about plan approval via text or AskUserQuestion.`,
      )
    },
    auto_mode: () =>
      remind(`## Auto Mode Active

Bias toward working without stopping for clarifying questions — when you'd normally pause to check, make the reasonable call and keep going; they'll redirect you if needed. If the user, a skill, or the shape of the task suggests they want you to ask (with AskUserQuestion or otherwise), do so. And even absent that signal, it's still fine to stop when you're genuinely blocked — unclear direction, missing input, a decision only they can make.

Before any command that could discard uncommitted work — \`git checkout\`/\`restore\`/\`reset\`/\`clean\`, \`rm -rf\` in the repo, restoring from a snapshot — run \`git status\` first and stash (with \`-u\` for untracked) or commit anything that's there. When staging or committing, review what's included (\`git status\` after a broad \`git add\`), and if you see anything suspicious that might reveal secrets — even if the filename looks innocuous — double-check the file's contents before pushing.`),
    auto_mode_exit: () =>
      remind(
        '## Exited Auto Mode\n\nYou have exited auto mode. The user may now want to interact more directly. You should ask clarifying questions when the approach is ambiguous rather than making assumptions.',
      ),
  },
  classic: {
    plan_mode: (plan) => remind(plan['isSubAgent'] === true ? subAgentPlan(plan) : fullPlan(plan, CLASSIC_WORKFLOW)),
  },
}

const ACTIVE =
  'Plan mode is active. The user indicated that they do not want you to execute yet -- you MUST NOT make any edits'
const NO_CHANGES =
  'run any non-readonly tools (including changing configs or making commits), or otherwise make any changes to the system. This supercedes any other instructions you have received'
const ONLY_FILE =
  'You should build your plan incrementally by writing to or editing this file. NOTE that this is the only file you are allowed to edit - other than this you are only allowed to take READ-ONLY actions.'

function fullPlan(plan: JsonObject, workflow: string): string {
  return `${ACTIVE} (with the exception of the plan file mentioned below), ${NO_CHANGES}.\n\n## Plan File Info:\n${planFile(plan)}.\n${ONLY_FILE}\n\n${workflow}`
}

function subAgentPlan(plan: JsonObject): string {
  return `${ACTIVE}, ${NO_CHANGES} (for example, to make edits). Instead, you should:\n\n## Plan File Info:\n${planFile(plan)} if you need to.\n${ONLY_FILE}\nAnswer the user's query comprehensively, using the AskUserQuestion tool if you need to ask the user clarifying questions. If you do use the AskUserQuestion, make sure to ask all clarifying questions you need to fully understand the user's intent before proceeding.`
}

function planFile({ planFilePath, planExists }: JsonObject): string {
  return planExists === true
    ? `A plan file already exists at ${shown(planFilePath)}. You can read it and make incremental edits using the Edit tool`
    : `No plan file exists yet. You should create your plan at ${shown(planFilePath)} using the Write tool`
}
