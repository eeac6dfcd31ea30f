import { agentCall } from './agents.ts'
import {
  abandonedAnswer,
  apiErrorRow,
  failedAnswer,
  lateApiError,
  rewindTurn,
  secondWriterTurn,
  settleAbandoned,
} from './branches.ts'
import { compact } from './compaction.ts'
import type { Conversation } from './conversation.ts'
import { closing, promptHooks, settings, snapshot, toolListing } from './noise.ts'
import { absorbPrompt, injectedText, interruption, taskNotification, writePrompt } from './prompts.ts'
import { planStep, toolUseId, writeStep } from './steps.ts'
import type { PlannedCall } from './steps.ts'
import { bashCall, deniedCall, failedCall, interruptedCall, persistedCall, toolCall } from './tools.ts'
import type { ToolCall } from './tools.ts'
import { PROFILES } from './versions.ts'

/** The next turn of a session: by the plan an ordinary one, a rewind, or one with a second writer beside it. */
export function nextTurn(conversation: Conversation): void {
  const { writer, plan, random } = conversation
  const resumed = random.chance(0.1)
  writer.tick(resumed ? random.int(300_000, 40_000_000) : random.int(4000, 240_000))
  if (plan.turn > 0 && plan.wants('mixedVersions')) upgrade(conversation)
  compactIfFull(conversation)
  if (resumed && writer.leaf !== null) toolListing(conversation)
  if (writer.leaf !== null && plan.wants('secondWriter')) secondWriterTurn(conversation, plainTurn)
  else if (conversation.prompts.length > 0 && plan.wants('rewind')) rewindTurn(conversation, plainTurn)
  else plainTurn(conversation)
  if (plan.wants('outOfOrder')) swapParentAndChild(conversation)
  plan.turn++
}

export function plainTurn(conversation: Conversation): void {
  const { writer, plan, random, notices } = conversation
  const startedAt = writer.clock
  settings(conversation)
  const notice = notices.shift()
  const prompt = notice ? taskNotification(conversation, notice) : writePrompt(conversation)
  snapshot(conversation, prompt.uuid, false)
  promptHooks(conversation)
  injectedText(conversation)
  if (plan.wants('apiErrors')) {
    apiErrorRow(conversation)
    if (random.chance(0.4)) {
      failedAnswer(conversation)
      return
    }
  }
  if (plan.wants('retry')) abandonedAnswer(conversation)
  workSteps(conversation, { agents: true, promptUuid: prompt.uuid })
  settleAbandoned(conversation)
  closing(conversation, { text: prompt.prompt?.text ?? '', startedAt })
}

/** Tool calls, then the answer; returns the answer's text. */
export function workSteps(
  conversation: Conversation,
  options: { agents: boolean; promptUuid?: string },
): string {
  const { random, plan, realistic } = conversation
  const steps = realistic
    ? random.weighted([
        [0, 2],
        [random.int(1, 6), 4],
        [random.int(5, 30), 3],
      ])
    : random.int(0, 2)
  for (let i = 0; i < steps; i++) {
    writeStep(conversation, planStep(conversation, callsFor(conversation, options)))
    if (options.promptUuid && plan.wants('lateApiError')) lateApiError(conversation, options.promptUuid)
    if (options.promptUuid) absorbPrompt(conversation)
    if (options.promptUuid && plan.wants('interruptions')) {
      interrupted(conversation)
      return ''
    }
  }
  // Forced features that need a tool call get one even where the draw gave none.
  if (steps === 0 && plan.open.length > 0)
    writeStep(conversation, planStep(conversation, callsFor(conversation, options)))
  const last = planStep(conversation, [])
  writeStep(conversation, last)
  return last.text ?? ''
}

/** A call that stays without a result: the program was killed while it ran. */
export function pendingCall(conversation: Conversation): void {
  const { id, name, input } = planned(conversation, ordinaryCall(conversation))
  writeStep(conversation, planStep(conversation, [{ id, name, input }]))
}

function callsFor(conversation: Conversation, options: { agents: boolean }): PlannedCall[] {
  const { plan, random, state, writer } = conversation
  if (options.agents && plan.wants('subAgents')) {
    const count = plan.wants('parallelTools') ? 2 : 1
    return Array.from({ length: count }, () => agentCall(conversation, workSteps))
  }
  if (writer.profile.usage !== 'plain' && plan.wants('persistedOutput')) {
    const id = toolUseId(conversation)
    const name = `${id}.txt`
    const call = persistedCall(
      toolContext(conversation),
      `${writer.cwd}/.claude/projects/${state.project}/${writer.sessionId}/tool-results/${name}`,
    )
    state.toolResults.push({ name, text: call.persisted ?? '' })
    return [{ ...planned(conversation, call), id }]
  }
  const count = plan.wants('parallelTools') ? random.int(2, 4) : 1
  return Array.from({ length: count }, () => planned(conversation, ordinaryCall(conversation)))
}

function ordinaryCall(conversation: Conversation): ToolCall {
  // Only commands report progress.
  const command = conversation.plan.open.includes('progress') && conversation.writer.profile.progress
  const call = command ? bashCall(toolContext(conversation)) : toolCall(toolContext(conversation))
  return conversation.plan.wants('toolErrors') ? failedCall(call, conversation.random) : call
}

function planned(conversation: Conversation, call: ToolCall): PlannedCall {
  return {
    id: toolUseId(conversation),
    name: call.name,
    input: call.input,
    answer: (toolRow) => {
      if (call.name === 'Edit' || call.name === 'Write') snapshot(conversation, toolRow.uuid, true)
      return call
    },
  }
}

function interrupted(conversation: Conversation): void {
  const { random } = conversation
  const context = toolContext(conversation)
  const roll = random.float()
  if (roll < 0.4)
    writeStep(conversation, planStep(conversation, [planned(conversation, deniedCall(toolCall(context)))]))
  else if (roll < 0.8)
    writeStep(conversation, planStep(conversation, [planned(conversation, interruptedCall(context))]))
  interruption(conversation, roll < 0.8)
}

function compactIfFull(conversation: Conversation): void {
  const { plan, writer } = conversation
  if (writer.leaf === null) return
  const preserved = plan.wants('preservedCompaction')
  // 160k tokens: about where the program compacts a window of 200k by itself.
  const full = conversation.realistic && conversation.context > 160_000
  if (preserved || full || plan.wants('compaction')) compact(conversation, preserved)
}

function upgrade({ writer, random }: Conversation): void {
  const later = PROFILES.slice(PROFILES.indexOf(writer.profile) + 1)
  writer.switchTo(random.pick(later.length > 0 ? later.slice(0, 3) : PROFILES.slice(0, -1)))
}

/** Writes a child before its parent, as seen in 2.1.101–146. */
function swapParentAndChild({ writer, random }: Conversation): void {
  const { window } = writer
  const places = window.flatMap((pending, i) => {
    const next = window[i + 1]?.record
    return pending.record && next?.parent === pending.record.uuid ? [i] : []
  })
  if (places.length === 0) return
  const i = random.pick(places)
  ;[window[i], window[i + 1]] = [window[i + 1], window[i]]
}

function toolContext({ random, writer, scale }: Conversation) {
  return { random, profile: writer.profile, cwd: writer.cwd, scale }
}
