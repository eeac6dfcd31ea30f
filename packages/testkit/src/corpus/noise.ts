import type { Conversation } from './conversation.ts'
import type { PlannedCall } from './steps.ts'
import type { RowRecord } from './records.ts'
import { code, filePath, prose, terminal, word, words } from './text-pool.ts'

/**
 * Rows beside the conversation: hooks, progress, attachments, side rows. Some hang off a tool_use row and end there,
 * some carry the chain (a reader that drops those loses history), some have no uuid at all.
 */
export function toolHooks(conversation: Conversation, call: PlannedCall, toolRow: RowRecord): void {
  const { writer, plan } = conversation
  if (writer.profile.envelope === 'head' && !writer.profile.progress) return
  if (!plan.wants('hooks')) return
  if (writer.profile.progress)
    hookProgress(conversation, {
      event: 'PreToolUse',
      name: `PreToolUse:${call.name}`,
      id: call.id,
      parent: toolRow.uuid,
    })
  else hookAttachment(conversation, `PreToolUse:${call.name}`, toolRow.uuid)
}

/** Before progress rows existed a hook's notice was a system row that carries the chain. */
export function legacyHook(conversation: Conversation, call: PlannedCall): void {
  const { writer, plan } = conversation
  if (writer.profile.envelope === 'tail' || writer.profile.progress || !plan.wants('hooks')) return
  writer.chain('system', (uuid, timestamp) => ({
    type: 'system',
    content: `Running \u001b[1mPreToolUse:${call.name}\u001b[22m...`,
    isMeta: false,
    timestamp,
    uuid,
    toolUseID: call.id,
    level: 'info',
  }))
}

/** Rows while a command or an agent runs. They start at the tool_use row; nothing ever hangs on the last one. */
export function progressOf(conversation: Conversation, call: PlannedCall, toolRow: RowRecord): void {
  const { writer, plan, random, scale, realistic } = conversation
  if (call.name !== 'Bash' || !writer.profile.progress || !plan.wants('progress')) return
  writer.leaf = toolRow.uuid
  const full = terminal(
    random,
    scale(
      random.weighted([
        [0, 4],
        [260, 4],
        [1200, 1.5],
        [4096, 0.4],
      ]),
    ),
  )
  const count = realistic ? random.int(1, 16) : random.int(1, 2)
  for (let i = 0; i < count; i++) {
    writer.chain('progress', (uuid, timestamp) => ({
      type: 'progress',
      data: {
        type: 'bash_progress',
        output: full.slice(-120),
        fullOutput: full,
        elapsedTimeSeconds: i + 3,
        totalLines: full.split('\n').length,
        totalBytes: full.length,
        taskId: `b${random.hex(7)}`,
      },
      toolUseID: `bash-progress-${i}`,
      parentToolUseID: call.id,
      uuid,
      timestamp,
    }))
  }
}

/** What the program shows the model after tool results. These carry the chain. */
export function reminders(conversation: Conversation): void {
  const { writer, plan, random, scale } = conversation
  if (writer.agentId || writer.profile.attachments === 'none' || !plan.allows('attachments')) return
  if (random.chance(0.14)) {
    const content = Array.from({ length: random.chance(0.4) ? random.int(2, 8) : 0 }, (_, i) => ({
      id: String(i + 1),
      subject: words(random, 7),
      status: 'pending',
      blocks: [],
      blockedBy: [],
    }))
    attach(
      conversation,
      { type: 'task_reminder', content, itemCount: content.length },
      'The task tools have not been used recently.',
    )
  }
  if (random.chance(0.05))
    attach(
      conversation,
      { type: 'diagnostics', files: diagnostics(conversation), isNew: true },
      words(random, 12),
    )
  if (random.chance(0.024)) {
    const snippet = code(random, scale(random.int(900, 9500)))
    attach(
      conversation,
      { type: 'edited_text_file', filename: `${writer.cwd}/${filePath(random)}`, snippet },
      snippet.slice(0, 400),
    )
  }
}

/** Settings said again before a prompt. */
export function settings({ writer, plan, random }: Conversation): void {
  if (!plan.allows('sideRows') || writer.profile.lastPrompt === 'none' || writer.agentId) return
  writer.side({ type: 'permission-mode', permissionMode: 'default', sessionId: writer.sessionId })
  if (writer.profile.lastPrompt === 'text') return
  if (writer.leaf !== null)
    writer.lastPrompt({ type: 'last-prompt', leafUuid: writer.leaf, sessionId: writer.sessionId })
  writer.side({ type: 'mode', mode: 'normal', sessionId: writer.sessionId })
  if (random.chance(0.8))
    writer.side({ type: 'ai-title', aiTitle: words(random, 5), sessionId: writer.sessionId })
}

/** The rows a session opens with. */
export function opening(conversation: Conversation): void {
  const { writer, plan, random, scale } = conversation
  if (!plan.wantsEver('attachments') || writer.profile.attachments === 'none') return
  const lines = Array.from(
    { length: random.int(3, 9) },
    () => `- ${word(random)}: ${prose(random, scale(420))}`,
  )
  toolListing(conversation)
  attach(
    conversation,
    {
      type: 'agent_listing_delta',
      addedTypes: lines.map((line) => line.slice(2, 9)),
      addedLines: lines,
      removedTypes: [],
      isInitial: true,
    },
    lines[0],
  )
  const skills = prose(random, scale(random.int(3000, 20_000)))
  attach(
    conversation,
    { type: 'skill_listing', content: skills, skillCount: 20, isInitial: true },
    skills.slice(0, 900),
  )
}

/** Tools the model may ask for later. Announced at the start, and again when a session is resumed. */
export function toolListing(conversation: Conversation): void {
  const { writer, random, plan, realistic } = conversation
  if (writer.profile.attachments === 'none' || writer.agentId || !plan.allows('attachments')) return
  const names = Array.from(
    { length: realistic ? random.int(30, 130) : 2 },
    () => `mcp__${word(random)}__${word(random)}`,
  )
  attach(
    conversation,
    { type: 'deferred_tools_delta', addedNames: names, addedLines: names, removedNames: [] },
    `Deferred tools: ${words(random, 9)}`,
  )
}

/** Hooks that run on a prompt carry the chain in the versions that had progress rows. */
export function promptHooks(conversation: Conversation): void {
  const { writer, plan, random, scale } = conversation
  if (plan.wants('hooks')) {
    if (writer.profile.progress)
      hookProgress(conversation, { event: 'UserPromptSubmit', name: 'UserPromptSubmit', id: random.uuid() })
    else if (writer.profile.attachments !== 'none')
      hookAttachment(conversation, 'UserPromptSubmit', writer.leaf)
  }
  if (writer.profile.attachments !== 'none' && plan.allows('attachments') && random.chance(0.22)) {
    const path = `${writer.cwd}/${filePath(random)}`
    const content = code(random, scale(random.int(1500, 16_000)))
    const file = {
      filePath: path,
      content,
      numLines: content.split('\n').length,
      startLine: 1,
      totalLines: 900,
    }
    attach(
      conversation,
      {
        type: 'file',
        filename: path,
        content: { type: 'text', file },
        displayPath: path.slice(writer.cwd.length + 1),
      },
      content.slice(0, 300),
    )
  }
}

/** What follows the last answer of a turn. */
export function closing(conversation: Conversation, turn: { text: string; startedAt: number }): void {
  const { writer, plan, random } = conversation
  if (plan.wants('hooks') && writer.profile.progress)
    hookProgress(conversation, { event: 'Stop', name: 'Stop', id: random.uuid() })
  if (plan.allows('hooks') && writer.profile.sourceUuid && random.chance(0.7)) {
    writer.chain('system', (uuid, timestamp) => ({
      type: 'system',
      subtype: 'stop_hook_summary',
      hookCount: 1,
      hookInfos: [{ command: `npx ${word(random)}-hook stop`, durationMs: random.int(20, 900) }],
      hookErrors: [],
      preventedContinuation: false,
      stopReason: '',
      hasOutput: false,
      level: 'suggestion',
      timestamp,
      uuid,
      toolUseID: random.uuid(),
    }))
  }
  if (plan.allows('sideRows') && writer.profile.sourceUuid && random.chance(0.85)) {
    writer.chain('system', (uuid, timestamp) => ({
      type: 'system',
      subtype: 'turn_duration',
      durationMs: writer.clock - turn.startedAt,
      ...(writer.profile.envelope === 'tail' ? { messageCount: random.int(4, 80) } : {}),
      timestamp,
      uuid,
      isMeta: false,
    }))
  }
  sideRows(conversation, turn)
}

/** A file-history snapshot beside a prompt or an edit: it names backups, it holds no contents. */
export function snapshot(conversation: Conversation, messageId: string, isSnapshotUpdate: boolean): void {
  const { writer, plan, random } = conversation
  if (!plan.wants('snapshots') || writer.profile.usage === 'plain' || writer.agentId) return
  const timestamp = new Date(writer.clock).toISOString()
  if (isSnapshotUpdate && writer.profile.sessionIdTwin) {
    const backup = {
      backupFileName: `${random.hex(16)}@v1`,
      version: 1,
      backupTime: timestamp,
      realParentDir: `${writer.cwd}/src`,
    }
    writer.side({
      type: 'file-history-delta',
      messageId,
      snapshotMessageId: random.uuid(),
      trackingPath: `${writer.cwd}/${filePath(random)}`,
      backup,
      timestamp,
    })
    return
  }
  const trackedFileBackups = Object.fromEntries(
    Array.from({ length: isSnapshotUpdate ? random.int(1, 10) : random.int(0, 3) }, () => [
      filePath(random),
      { backupFileName: `${random.hex(16)}@v1`, version: 1, backupTime: timestamp },
    ]),
  )
  writer.side({
    type: 'file-history-snapshot',
    messageId,
    snapshot: { messageId: isSnapshotUpdate ? random.uuid() : messageId, trackedFileBackups, timestamp },
    isSnapshotUpdate,
  })
}

function sideRows(conversation: Conversation, turn: { text: string }): void {
  const { writer, plan, random } = conversation
  if (!plan.wants('sideRows') || writer.agentId) return
  const { sessionId, profile } = writer
  if (profile.lastPrompt === 'text')
    writer.lastPrompt({ type: 'last-prompt', lastPrompt: turn.text.slice(0, 200), sessionId })
  if (profile.lastPrompt === 'leaf' && writer.leaf) {
    writer.lastPrompt({
      type: 'last-prompt',
      lastPrompt: turn.text.slice(0, 200),
      leafUuid: writer.leaf,
      sessionId,
    })
    writer.side({ type: 'ai-title', aiTitle: words(random, 5), sessionId })
    writer.side({ type: 'mode', mode: 'normal', sessionId })
    writer.side({
      type: 'permission-mode',
      permissionMode: random.pick(['default', 'acceptEdits']),
      sessionId,
    })
    if (random.chance(0.5)) writer.side({ type: 'agent-name', agentName: words(random, 5), sessionId })
    if (random.chance(0.05)) {
      const number = random.int(1, 900)
      writer.side({
        type: 'pr-link',
        sessionId,
        prNumber: number,
        prUrl: `https://git.example.com/dev/app/pull/${number}`,
        prRepository: 'dev/app',
        timestamp: new Date(writer.clock).toISOString(),
      })
    }
  }
  if (profile.version === '2.1.325') {
    writer.side({ type: 'tools-used', tools: ['Bash', 'Edit', 'Read'], sessionId })
    writer.side(costState(conversation))
  }
  if (profile.lastPrompt === 'none' && writer.leaf && random.chance(0.5)) {
    writer.side({ type: 'summary', summary: words(random, 6), leafUuid: writer.leaf })
  }
}

function costState({ writer, random }: Conversation): object {
  const { model } = writer.profile
  return {
    type: 'cost-state',
    sessionId: writer.sessionId,
    totalCostUSD: random.int(1, 9000) / 1000,
    totalAPIDuration: random.int(900, 900_000),
    totalAPIDurationWithoutRetries: random.int(900, 900_000),
    totalToolDuration: random.int(10, 90_000),
    totalLinesAdded: random.int(0, 900),
    totalLinesRemoved: random.int(0, 400),
    totalDuration: random.int(9000, 9_000_000),
    startTime: writer.clock,
    modelUsage: {
      [model]: {
        inputTokens: random.int(1, 900),
        outputTokens: random.int(1, 90_000),
        costUSD: random.int(1, 900) / 100,
      },
    },
    hasUnknownModelCost: false,
  }
}

function hookProgress(
  conversation: Conversation,
  hook: { event: string; name: string; id: string; parent?: string },
): void {
  const { writer, random } = conversation
  writer.chain(
    'progress',
    (uuid, timestamp) => ({
      type: 'progress',
      data: {
        type: 'hook_progress',
        hookEvent: hook.event,
        hookName: hook.name,
        command: `node .claude/hooks/${word(random)}.mjs`,
      },
      parentToolUseID: hook.id,
      toolUseID: hook.id,
      timestamp,
      uuid,
    }),
    hook.parent ? { parent: hook.parent } : {},
  )
}

function hookAttachment(conversation: Conversation, hookName: string, parent: string | null): void {
  const { random, scale } = conversation
  const stdout = JSON.stringify({
    hookSpecificOutput: {
      hookEventName: hookName.split(':')[0],
      additionalContext: prose(random, scale(420)),
    },
  })
  attach(
    conversation,
    {
      type: 'hook_success',
      hookName,
      toolUseID: random.uuid(),
      hookEvent: hookName.split(':')[0],
      content: '',
      stdout,
      stderr: '',
      exitCode: 0,
      command: `npx ${word(random)} hook`,
      durationMs: random.int(4, 900),
    },
    undefined,
    parent,
  )
}

/** `shown` is the exact text sent, which the newest version keeps beside the attachment. */
export function attach(
  conversation: Conversation,
  attachment: object,
  shown?: string,
  parent?: string | null,
): RowRecord {
  const { writer } = conversation
  const rendered =
    writer.profile.attachments === 'rendered' && shown !== undefined
      ? { rendered: [{ type: 'text', text: shown }], renderedRole: 'system' }
      : {}
  return writer.chain(
    'attachment',
    (uuid, timestamp) => ({ attachment, type: 'attachment', uuid, timestamp, ...rendered }),
    parent === undefined ? {} : { parent },
  )
}

function diagnostics({ writer, random }: Conversation): object[] {
  return Array.from({ length: random.int(1, 3) }, () => ({
    uri: `${writer.cwd}/${filePath(random)}`,
    diagnostics: Array.from({ length: random.int(1, 4) }, () => {
      const line = random.int(1, 600)
      return {
        message: words(random, 7),
        severity: random.pick(['Error', 'Hint']),
        range: { start: { line, character: 4 }, end: { line, character: 18 } },
        source: 'compiler',
        code: word(random),
      }
    }),
  }))
}
