import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KNOWN_TYPES, isChainEntry, isKnownType } from './entry.ts'
import { readEntry } from './read-entry.ts'
import { serialiseValue } from './serialise.ts'

const place = { line: 3, offset: 120, length: 80 }

const chain = {
  parentUuid: 'p1',
  isSidechain: false,
  uuid: 'u1',
  timestamp: '2026-01-02T03:04:05.006Z',
  userType: 'external',
  entrypoint: 'cli',
  cwd: '/home/me/app',
  sessionId: 's1',
  version: '2.1.325',
  gitBranch: 'main',
}

const envelope = (value: object) => ({
  place,
  value,
  timestamp: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
  uuid: 'u1',
  parentUuid: 'p1',
  sessionId: 's1',
  logicalParentUuid: null,
  isSidechain: false,
  isMeta: false,
  agentId: null,
  userType: 'external',
  entrypoint: 'cli',
  cwd: '/home/me/app',
  version: '2.1.325',
  gitBranch: 'main',
  slug: null,
  sessionKind: null,
  forkedFrom: null,
})

const side = (value: object) => ({
  place,
  value,
  timestamp: null,
  uuid: null,
  parentUuid: null,
  sessionId: 's1',
})

describe('user rows', () => {
  it('reads a string prompt as one text block and keeps that it was a string', () => {
    const value = {
      ...chain,
      type: 'user',
      message: { role: 'user', content: 'hello' },
      origin: { kind: 'human' },
      promptSource: 'typed',
      promptId: 'pr1',
      permissionMode: 'plan',
      somethingNew: { kept: true },
    }
    expect(readEntry(value, place)).toEqual({
      kind: 'user',
      type: 'user',
      ...envelope(value),
      message: value.message,
      content: {
        shape: 'string',
        blocks: [{ kind: 'text', text: 'hello', value: 'hello' }],
        value: 'hello',
      },
      toolUseResult: undefined,
      sourceToolAssistantUuid: null,
      sourceToolUseId: null,
      isCompactSummary: false,
      isVisibleInTranscriptOnly: false,
      originKind: 'human',
      promptSource: 'typed',
      promptId: 'pr1',
      permissionMode: 'plan',
      toolDenialKind: null,
      interruptedMessageId: null,
    })
  })

  it('reads a tool result with its structured twin', () => {
    const block = {
      tool_use_id: 't1',
      type: 'tool_result',
      content: [{ type: 'text', text: 'x' }],
      is_error: true,
    }
    const value = {
      ...chain,
      type: 'user',
      message: { role: 'user', content: [block] },
      toolUseResult: 'Error: x',
      sourceToolAssistantUUID: 'a1',
    }
    expect(readEntry(value, place)).toMatchObject({
      kind: 'user',
      toolUseResult: 'Error: x',
      sourceToolAssistantUuid: 'a1',
      content: {
        shape: 'array',
        blocks: [
          {
            kind: 'tool_result',
            toolUseId: 't1',
            isError: true,
            content: {
              shape: 'array',
              blocks: [{ kind: 'text', text: 'x', value: { type: 'text', text: 'x' } }],
              value: block.content,
            },
            value: block,
          },
        ],
      },
    })
  })

  it('takes the role from message.role only where there is no type', () => {
    const message = { role: 'user', content: 'x' }
    expect(readEntry({ message, uuid: 'u' }, place)).toMatchObject({ kind: 'user', type: null })
    expect(readEntry({ type: 7, message }, place)).toMatchObject({ kind: 'user', type: null })
    expect(readEntry({ message: { role: 'assistant', content: 'x' } }, place)).toMatchObject({
      kind: 'assistant',
    })
    expect(readEntry({ type: 'api-request-blob', hash: 'h', message }, place)).toMatchObject({
      kind: 'api-request-blob',
      role: 'user',
    })
    expect(readEntry({ type: 'brand-new', message }, place)).toMatchObject({
      kind: 'unknown',
      type: 'brand-new',
    })
  })

  it('prefers message.content, then the top-level content, then a message that is the content', () => {
    const textOfRow = (row: object) => {
      const entry = readEntry({ type: 'user', ...row }, place)
      return entry.kind === 'user' ? entry.content.value : null
    }
    expect(textOfRow({ message: { content: 'nested' }, content: 'top' })).toBe('nested')
    expect(textOfRow({ message: {}, content: 'top' })).toBe('top')
    expect(textOfRow({ content: 'top' })).toBe('top')
    expect(textOfRow({ message: 'bare' })).toBe('bare')
    expect(textOfRow({ message: {} })).toBe(undefined)
  })
})

describe('timestamps', () => {
  const time = (row: object) => readEntry({ type: 'user', ...row }, place).timestamp
  const noon = '2026-01-01T12:00:00Z'

  it('takes timestamp before message.timestamp and passes over values that are not strings', () => {
    expect(time({ timestamp: noon, message: { timestamp: '2020-01-01T00:00:00Z' } })).toBe(
      Date.UTC(2026, 0, 1, 12),
    )
    expect(time({ timestamp: 1767268800000, message: { timestamp: noon } })).toBe(Date.UTC(2026, 0, 1, 12))
    expect(time({ message: { timestamp: noon } })).toBe(Date.UTC(2026, 0, 1, 12))
    expect(time({ timestamp: 5 })).toBe(null)
  })

  it('gives null for text that is no date', () => {
    expect(time({ timestamp: 'yesterday-ish', message: { timestamp: noon } })).toBe(null)
  })
})

describe('assistant rows', () => {
  it('reads message id, model, usage and blocks', () => {
    const usage = {
      input_tokens: 3,
      cache_creation_input_tokens: 70,
      cache_read_input_tokens: 11,
      cache_creation: { ephemeral_5m_input_tokens: 20, ephemeral_1h_input_tokens: 50 },
      output_tokens: 9,
      service_tier: 'standard',
    }
    const block = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } }
    const value = {
      ...chain,
      type: 'assistant',
      message: {
        id: 'm1',
        model: 'claude-x',
        role: 'assistant',
        content: [block],
        stop_reason: 'tool_use',
        usage,
      },
      requestId: 'r1',
      apiBlockIndex: 2,
    }
    expect(readEntry(value, place)).toEqual({
      kind: 'assistant',
      type: 'assistant',
      ...envelope(value),
      message: value.message,
      content: {
        shape: 'array',
        blocks: [{ kind: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' }, value: block }],
        value: [block],
      },
      messageId: 'm1',
      requestId: 'r1',
      model: 'claude-x',
      stopReason: 'tool_use',
      usage: {
        inputTokens: 3,
        outputTokens: 9,
        cacheReadTokens: 11,
        cacheWrite5mTokens: 20,
        cacheWrite1hTokens: 50,
        thinkingTokens: null,
        webSearchRequests: 0,
        webFetchRequests: 0,
        serviceTier: 'standard',
        speed: null,
        value: usage,
      },
      apiBlockIndex: 2,
      isApiError: false,
      error: null,
      isSynthetic: false,
    })
  })

  it('marks the rows that the program wrote itself', () => {
    const value = {
      ...chain,
      type: 'assistant',
      message: {
        id: 'x',
        model: '<synthetic>',
        role: 'assistant',
        content: [{ type: 'text', text: 'API Error' }],
      },
      isApiErrorMessage: true,
      error: 'rate_limit',
    }
    expect(readEntry(value, place)).toMatchObject({
      isSynthetic: true,
      isApiError: true,
      error: 'rate_limit',
    })
  })

  it('counts cache writes without a usable split as five-minute writes', () => {
    const writes = (usage: object) => {
      const entry = readEntry({ type: 'assistant', message: { usage } }, place)
      return entry.kind === 'assistant' && [entry.usage?.cacheWrite5mTokens, entry.usage?.cacheWrite1hTokens]
    }
    expect(writes({ cache_creation_input_tokens: 8 })).toEqual([8, 0])
    const zeros = { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 }
    expect(writes({ cache_creation_input_tokens: 8, cache_creation: zeros })).toEqual([8, 0])
    expect(writes({ cache_creation: { ephemeral_1h_input_tokens: 8 } })).toEqual([0, 8])
    expect(writes({ cache_creation_input_tokens: -4, cache_creation: 'x' })).toEqual([0, 0])
  })
})

describe('content blocks', () => {
  const blocksOf = (content: unknown[]) => {
    const entry = readEntry({ type: 'assistant', message: { content } }, place)
    return entry.kind === 'assistant'
      ? entry.content.blocks.map((block) => ({ ...block, value: undefined }))
      : []
  }

  it('reads every known kind', () => {
    expect(
      blocksOf([
        { type: 'thinking', thinking: 'hm', signature: 'sig' },
        { type: 'thinking', thinking: '' },
        { type: 'redacted_thinking', data: 'zz' },
        { type: 'server_tool_use', id: 'srv1', name: 'web_search', input: {} },
        { type: 'mcp_tool_use', id: 'mcp1', name: 'echo', input: {}, server_name: 's' },
        { type: 'web_search_tool_result', tool_use_id: 'srv1', content: [] },
        { type: 'image', source: { type: 'base64' } },
        { type: 'document', source: { type: 'text' }, title: 'T' },
        { type: 'tool_reference', tool_name: 'CronCreate' },
        'bare',
      ]),
    ).toEqual([
      { kind: 'thinking', thinking: 'hm', signature: 'sig' },
      { kind: 'thinking', thinking: '', signature: null },
      { kind: 'redacted_thinking', data: 'zz' },
      { kind: 'server_tool_use', id: 'srv1', name: 'web_search', input: {} },
      { kind: 'server_tool_use', id: 'mcp1', name: 'echo', input: {} },
      { kind: 'server_tool_result', type: 'web_search_tool_result', toolUseId: 'srv1', content: [] },
      { kind: 'image', source: { type: 'base64' } },
      { kind: 'document', source: { type: 'text' }, title: 'T' },
      { kind: 'tool_reference', toolName: 'CronCreate' },
      { kind: 'text', text: 'bare' },
    ])
  })

  it('keeps blocks of new types and blocks that lack what their type needs as unknown', () => {
    expect(
      blocksOf([
        { type: 'hologram', x: 1 },
        { type: 'text' },
        { type: 'tool_use', id: 5 },
        null,
        7,
        { image: 1 },
      ]),
    ).toEqual([
      { kind: 'unknown', type: 'hologram' },
      { kind: 'unknown', type: 'text' },
      { kind: 'unknown', type: 'tool_use' },
      { kind: 'unknown', type: null },
      { kind: 'unknown', type: null },
      { kind: 'unknown', type: null },
    ])
  })
})

describe('system rows', () => {
  const detail = (row: object) => {
    const entry = readEntry({ ...chain, type: 'system', ...row }, place)
    return entry.kind === 'system' ? entry.detail : null
  }

  it('reads a compaction boundary with both forms of what it preserves', () => {
    const compactMetadata = {
      trigger: 'auto',
      preTokens: 160000,
      postTokens: 9000,
      preservedSegment: { headUuid: 'h', anchorUuid: 'a', tailUuid: 't' },
      preservedMessages: { anchorUuid: 'a', uuids: ['h', 't'], allUuids: ['h', 'x', 't'] },
    }
    expect(
      readEntry(
        {
          ...chain,
          parentUuid: null,
          logicalParentUuid: 'before',
          type: 'system',
          subtype: 'compact_boundary',
          content: 'Conversation compacted',
          level: 'info',
          compactMetadata,
        },
        place,
      ),
    ).toMatchObject({
      kind: 'system',
      subtype: 'compact_boundary',
      level: 'info',
      parentUuid: null,
      logicalParentUuid: 'before',
      content: { shape: 'string', value: 'Conversation compacted' },
      detail: {
        kind: 'compact_boundary',
        trigger: 'auto',
        preTokens: 160000,
        postTokens: 9000,
        preservedSegment: { headUuid: 'h', anchorUuid: 'a', tailUuid: 't' },
        preservedMessages: { anchorUuid: 'a', uuids: ['h', 't'], allUuids: ['h', 'x', 't'] },
        metadata: compactMetadata,
      },
    })
    expect(detail({ subtype: 'compact_boundary' })).toEqual({
      kind: 'compact_boundary',
      trigger: null,
      preTokens: null,
      postTokens: null,
      preservedSegment: null,
      preservedMessages: null,
      metadata: null,
    })
  })

  it('reads the other subtypes that have a payload', () => {
    expect(
      detail({
        subtype: 'microcompact_boundary',
        microcompactMetadata: { trigger: 'auto', preTokens: 9, tokensSaved: 4, compactedToolIds: ['t1', 3] },
      }),
    ).toEqual({
      kind: 'microcompact_boundary',
      trigger: 'auto',
      preTokens: 9,
      tokensSaved: 4,
      compactedToolIds: ['t1'],
    })
    expect(detail({ subtype: 'turn_duration', durationMs: 1200, messageCount: 7 })).toEqual({
      kind: 'turn_duration',
      durationMs: 1200,
      messageCount: 7,
    })
    expect(
      detail({
        subtype: 'api_error',
        error: { message: 'boom', status: 529 },
        retryInMs: 500,
        retryAttempt: 1,
        maxRetries: 10,
      }),
    ).toEqual({
      kind: 'api_error',
      message: 'boom',
      status: 529,
      retryAttempt: 1,
      maxRetries: 10,
      retryInMs: 500,
    })
    expect(
      detail({
        subtype: 'stop_hook_summary',
        hookCount: 1,
        hookInfos: [{ command: 'lint', durationMs: 5 }, { command: 'x' }],
        hookErrors: ['bad'],
        preventedContinuation: false,
        stopReason: '',
        hasOutput: true,
      }),
    ).toEqual({
      kind: 'stop_hook_summary',
      hookCount: 1,
      hooks: [
        { command: 'lint', durationMs: 5 },
        { command: 'x', durationMs: null },
      ],
      errors: ['bad'],
      preventedContinuation: false,
      stopReason: '',
      hasOutput: true,
    })
    expect(detail({ subtype: 'local_command', commandRun: { command: 'cost', args: '' } })).toEqual({
      kind: 'local_command',
      command: 'cost',
      args: '',
    })
    expect(
      detail({ subtype: 'model_refusal_no_fallback', originalModel: 'm', refusedUserMessageUuid: 'u' }),
    ).toEqual({ kind: 'model_refusal', originalModel: 'm', refusedUserMessageUuid: 'u' })
    expect(detail({ subtype: 'away_summary', content: 'while you were away' })).toEqual({ kind: 'other' })
    expect(detail({ content: 'hook said' })).toEqual({ kind: 'other' })
  })
})

describe('progress rows', () => {
  const cases: [object, object][] = [
    [
      {
        type: 'bash_progress',
        output: 'a',
        fullOutput: 'ab',
        elapsedTimeSeconds: 3,
        totalLines: 2,
        timeoutMs: 9,
      },
      {
        kind: 'bash_progress',
        output: 'a',
        fullOutput: 'ab',
        elapsedSeconds: 3,
        totalLines: 2,
        totalBytes: null,
        timeoutMs: 9,
        taskId: null,
      },
    ],
    [
      {
        type: 'agent_progress',
        agentId: 'a1',
        prompt: 'look',
        message: { type: 'user' },
        normalizedMessages: [],
      },
      { kind: 'agent_progress', agentId: 'a1', prompt: 'look', message: { type: 'user' } },
    ],
    [
      { type: 'hook_progress', hookEvent: 'Stop', hookName: 'Stop', command: 'x' },
      { kind: 'hook_progress', hookEvent: 'Stop', hookName: 'Stop', command: 'x' },
    ],
    [
      { type: 'mcp_progress', status: 'completed', serverName: 's', toolName: 't', elapsedTimeMs: 4 },
      { kind: 'mcp_progress', status: 'completed', serverName: 's', toolName: 't', elapsedMs: 4 },
    ],
    [
      { type: 'query_update', query: 'q' },
      { kind: 'query_update', query: 'q' },
    ],
    [
      { type: 'search_results_received', query: 'q', resultCount: 10 },
      { kind: 'search_results_received', query: 'q', resultCount: 10 },
    ],
    [
      { type: 'waiting_for_task', taskDescription: 'build', taskType: 'local_bash' },
      { kind: 'waiting_for_task', taskDescription: 'build', taskType: 'local_bash' },
    ],
    [{ type: 'something_new' }, { kind: 'other', type: 'something_new' }],
  ]
  it.each(cases)('reads %o with both of its joins', (data, progress) => {
    const value = { ...chain, type: 'progress', data, toolUseID: 'bash-progress-0', parentToolUseID: 't1' }
    expect(readEntry(value, place)).toEqual({
      kind: 'progress',
      type: 'progress',
      ...envelope(value),
      toolUseId: 'bash-progress-0',
      parentToolUseId: 't1',
      progress,
    })
  })
})

describe('attachment rows', () => {
  const payload = (attachment: object) => {
    const entry = readEntry({ ...chain, type: 'attachment', attachment }, place)
    return entry.kind === 'attachment' ? entry.attachment : null
  }

  it('keeps what is sent and as which role', () => {
    const value = {
      ...chain,
      type: 'attachment',
      attachment: { type: 'date', date: '2026-01-01' },
      rendered: [{ content: 'Today is …' }, { content: [] }, 7],
      renderedRole: 'system',
    }
    expect(readEntry(value, place)).toEqual({
      kind: 'attachment',
      type: 'attachment',
      ...envelope(value),
      attachmentType: 'date',
      attachment: { kind: 'context' },
      rendered: [
        {
          shape: 'string',
          blocks: [{ kind: 'text', text: 'Today is …', value: 'Today is …' }],
          value: 'Today is …',
        },
        { shape: 'array', blocks: [], value: [] },
        { shape: 'absent', blocks: [], value: undefined },
      ],
      renderedRole: 'system',
    })
  })

  it('reads hooks, files, listings, reminders, queued commands and snapshots', () => {
    expect(
      payload({
        type: 'hook_blocking_error',
        hookName: 'Stop',
        hookEvent: 'Stop',
        toolUseID: 't',
        blockingError: { blockingError: 'no', command: 'c' },
      }),
    ).toEqual({
      kind: 'hook',
      hookName: 'Stop',
      hookEvent: 'Stop',
      toolUseId: 't',
      command: 'c',
      exitCode: null,
      durationMs: null,
      stdout: null,
      stderr: null,
      text: 'no',
    })
    expect(payload({ type: 'hook_additional_context', content: ['a', 'b'] })).toMatchObject({ text: 'a\nb' })
    expect(
      payload({
        type: 'file',
        filename: '/a',
        displayPath: 'a',
        content: { type: 'text', file: { content: 'A' } },
      }),
    ).toEqual({ kind: 'file', filename: '/a', displayPath: 'a', text: 'A' })
    expect(payload({ type: 'edited_text_file', filename: '/a', snippet: '1 x' })).toEqual({
      kind: 'file',
      filename: '/a',
      displayPath: null,
      text: '1 x',
    })
    expect(payload({ type: 'deferred_tools_delta', addedNames: ['A'], removedNames: ['B'] })).toEqual({
      kind: 'listing',
      added: ['A'],
      removed: ['B'],
      isInitial: false,
    })
    expect(payload({ type: 'skill_listing', names: ['s'], isInitial: true })).toEqual({
      kind: 'listing',
      added: ['s'],
      removed: [],
      isInitial: true,
    })
    expect(payload({ type: 'task_reminder', content: [], itemCount: 0 })).toEqual({
      kind: 'reminder',
      text: null,
      itemCount: 0,
    })
    expect(
      payload({ type: 'queued_command', prompt: 'and this', commandMode: 'prompt', source_uuid: 'q' }),
    ).toMatchObject({
      kind: 'queued_command',
      prompt: { shape: 'string', value: 'and this' },
      commandMode: 'prompt',
      sourceUuid: 'q',
      originKind: null,
    })
    expect(payload({ type: 'prompt_snapshot', systemPrompt: ['be good'] })).toEqual({
      kind: 'prompt_snapshot',
      systemPrompt: ['be good'],
      tools: null,
    })
    expect(payload({ type: 'structured_output', data: { a: 1 }, toolUseID: 't' })).toEqual({
      kind: 'structured_output',
      output: { a: 1 },
      toolUseId: 't',
    })
    expect(payload({ type: 'next_years_news' })).toEqual({ kind: 'other' })
  })
})

describe('side rows', () => {
  const cases: [object, object][] = [
    [
      { type: 'last-prompt', lastPrompt: 'go', leafUuid: 'l', explicit: true },
      { kind: 'last-prompt', lastPrompt: 'go', leafUuid: 'l', explicit: true },
    ],
    [
      { type: 'mode', mode: 'normal' },
      { kind: 'mode', mode: 'normal' },
    ],
    [
      { type: 'permission-mode', permissionMode: 'auto' },
      { kind: 'permission-mode', permissionMode: 'auto' },
    ],
    [
      { type: 'custom-title', customTitle: 'T' },
      { kind: 'custom-title', title: 'T' },
    ],
    [
      { type: 'ai-title', aiTitle: 'T' },
      { kind: 'ai-title', title: 'T' },
    ],
    [
      { type: 'agent-name', agentName: 'n' },
      { kind: 'agent-name', agentName: 'n' },
    ],
    [
      { type: 'agent-color', agentColor: 'blue' },
      { kind: 'agent-color', agentColor: 'blue' },
    ],
    [
      { type: 'tag', tag: 'x' },
      { kind: 'tag', tag: 'x' },
    ],
    [
      { type: 'summary', summary: 'S', leafUuid: 'l' },
      { kind: 'summary', summary: 'S', leafUuid: 'l' },
    ],
    [
      { type: 'tools-used', tools: ['Bash'] },
      { kind: 'tools-used', tools: ['Bash'] },
    ],
    [
      {
        type: 'cost-state',
        totalCostUSD: 0.5,
        totalDuration: 9,
        totalAPIDuration: 4,
        totalLinesAdded: 1,
        totalLinesRemoved: 2,
      },
      {
        kind: 'cost-state',
        totalCostUsd: 0.5,
        totalDurationMs: 9,
        totalApiDurationMs: 4,
        linesAdded: 1,
        linesRemoved: 2,
      },
    ],
    [
      { type: 'worktree-state', worktreeSession: { worktreeName: 'w' } },
      { kind: 'worktree-state', worktree: { worktreeName: 'w' } },
    ],
    [
      { type: 'atis-latch', atis: 'x' },
      { kind: 'atis-latch', atis: 'x' },
    ],
    [
      { type: 'pr-link', prNumber: 5, prUrl: 'https://example.com/5', prRepository: 'a/b' },
      { kind: 'pr-link', prNumber: 5, prUrl: 'https://example.com/5', prRepository: 'a/b' },
    ],
    [
      { type: 'queue-operation', operation: 'popAll', content: 'c' },
      { kind: 'queue-operation', operation: 'popAll', content: 'c' },
    ],
    [
      {
        type: 'file-history-snapshot',
        messageId: 'm',
        isSnapshotUpdate: true,
        snapshot: {
          messageId: 'm',
          trackedFileBackups: {
            'a.ts': { backupFileName: 'h@v1', version: 1, backupTime: '2026-01-01T00:00:00Z' },
            'b.ts': { backupFileName: null, version: 1 },
          },
          timestamp: '2026-01-01T00:00:01Z',
        },
      },
      {
        kind: 'file-history-snapshot',
        messageId: 'm',
        isSnapshotUpdate: true,
        snapshotTime: Date.UTC(2026, 0, 1, 0, 0, 1),
        backups: [
          { path: 'a.ts', backupFileName: 'h@v1', version: 1, backupTime: Date.UTC(2026, 0, 1) },
          { path: 'b.ts', backupFileName: null, version: 1, backupTime: null },
        ],
      },
    ],
    [
      {
        type: 'file-history-delta',
        messageId: 'm',
        snapshotMessageId: 'n',
        trackingPath: 'a.ts',
        backup: { backupFileName: 'h@v2', version: 2 },
      },
      {
        kind: 'file-history-delta',
        messageId: 'm',
        snapshotMessageId: 'n',
        backup: { path: 'a.ts', backupFileName: 'h@v2', version: 2, backupTime: null },
      },
    ],
    [{ type: 'bridge-session' }, { kind: 'bridge-session' }],
    [
      { type: 'content-replacement', replacements: [{ kind: 'tool-result' }, 4] },
      { kind: 'content-replacement', replacements: [{ kind: 'tool-result' }] },
    ],
    [
      { type: 'history-suppression', cause: 'fork_inherit' },
      { kind: 'history-suppression', cause: 'fork_inherit' },
    ],
    [{ type: 'frame-link' }, { kind: 'frame-link' }],
    [{ type: 'artifact-comment-monitor' }, { kind: 'artifact' }],
    [{ type: 'artifact-of-next-month' }, { kind: 'artifact' }],
    [
      {
        type: 'api-request',
        id: 'i',
        base: 'b',
        keep: 2,
        tail: ['h'],
        shapeHash: 's',
        params: { model: 'm' },
      },
      {
        kind: 'api-request',
        id: 'i',
        base: 'b',
        keep: 2,
        tail: ['h'],
        shapeHash: 's',
        model: 'm',
        querySource: null,
        agentId: null,
      },
    ],
    [
      { type: 'api-request-shape', shapeHash: 's', agentId: 'a' },
      { kind: 'api-request-shape', shapeHash: 's', agentId: 'a' },
    ],
    [
      { type: 'api-request-blob', hash: 'h', message: { role: 'system', content: [] } },
      { kind: 'api-request-blob', hash: 'h', role: 'system', agentId: null },
    ],
  ]
  it.each(cases)('reads %o', (row, expected) => {
    const value = { ...row, sessionId: 's1' }
    expect(readEntry(value, place)).toEqual({
      ...side(value),
      type: 'type' in row ? row.type : null,
      ...expected,
    })
  })

  it('has a case for every side type that is known', () => {
    const tried = new Set(cases.map(([row]) => ('type' in row ? row.type : null)))
    const chainTypes = ['user', 'assistant', 'system', 'attachment', 'progress']
    const missing = KNOWN_TYPES.filter((type) => !tried.has(type) && !chainTypes.includes(type))
    expect(missing).toEqual(['artifact-autoreact-ledger'])
  })
})

describe('unknown rows', () => {
  it('keeps a new type whole, with what links need', () => {
    const value = { type: 'hologram', uuid: 'u', parentUuid: 'p', timestamp: '2026-01-01T00:00:00Z', x: [1] }
    expect(readEntry(value, place)).toEqual({
      kind: 'unknown',
      type: 'hologram',
      place,
      value,
      timestamp: Date.UTC(2026, 0, 1),
      uuid: 'u',
      parentUuid: 'p',
      sessionId: null,
    })
    expect(isKnownType('hologram')).toBe(false)
  })

  it.each([[null], [5], ['text'], [[1]], [true]])('takes JSON that is no object: %j', (value) => {
    expect(readEntry(value, place)).toMatchObject({ kind: 'unknown', type: null, value })
  })
})

describe('readEntry', () => {
  it('knows every known type, and only chain rows are chain entries', () => {
    const kinds = KNOWN_TYPES.map((type) => readEntry({ type }, place))
    expect(kinds.filter((entry) => entry.kind === 'unknown')).toEqual([])
    expect(kinds.filter(isChainEntry).map((entry) => entry.type)).toEqual([
      'user',
      'assistant',
      'system',
      'attachment',
      'progress',
    ])
  })

  it('never throws and keeps the value, whatever the fields hold', () => {
    const keys = [
      'message',
      'attachment',
      'data',
      'snapshot',
      'compactMetadata',
      'error',
      'content',
      'hookInfos',
    ]
    const row = fc.record({
      type: fc.oneof(fc.constantFrom(...KNOWN_TYPES), fc.anything()),
      subtype: fc.constantFrom('compact_boundary', 'api_error', 'stop_hook_summary', 'turn_duration', 4),
      ...Object.fromEntries(
        keys.map((key) => [key, fc.oneof(fc.jsonValue(), fc.constant({ content: [null] }))]),
      ),
    })
    fc.assert(
      fc.property(row, (value) => {
        expect(readEntry(value, place).value).toBe(value)
      }),
    )
  })
})

it('serialises a changed value to exactly one line', () => {
  expect(serialiseValue({ type: 'tag', tag: 'a\nb' })).toBe('{"type":"tag","tag":"a\\nb"}\n')
})
