import { describe, expect, it } from 'vitest'
import {
  aiTitleLine,
  assistantBlockLine,
  attachmentLine,
  compactBoundaryLine,
  compactSummaryLine,
  customTitleLine,
  lastPromptLine,
  systemLine,
  tagLine,
  toolResultLine,
  userPromptLine,
} from './lines.ts'

const session = { sessionId: 's', cwd: '/w', version: '2.1.325', gitBranch: 'main' }
const row = { uuid: 'u', parentUuid: 'p', time: Date.UTC(2026, 0, 2, 3, 4, 5, 6) }
const identity = '"uuid":"u","timestamp":"2026-01-02T03:04:05.006Z"'
const tail =
  '"userType":"external","entrypoint":"cli","cwd":"/w","sessionId":"s","version":"2.1.325","gitBranch":"main"}\n'

// Key order as in format rows of 2.1.325: links, payload, type, identity, surroundings.
describe('chain rows', () => {
  it('a prompt', () => {
    expect(userPromptLine(session, row, { content: 'a\nb', promptId: 'q', permissionMode: 'plan' })).toBe(
      `{"parentUuid":"p","isSidechain":false,"promptId":"q","type":"user",` +
        `"message":{"role":"user","content":"a\\nb"},${identity},"permissionMode":"plan",${tail}`,
    )
  })

  it('a block of an assistant message', () => {
    const block = { type: 'text', text: 'x' }
    expect(
      assistantBlockLine(session, row, { messageId: 'm', model: 'c', block, usage: { output_tokens: 1 } }),
    ).toBe(
      `{"parentUuid":"p","isSidechain":false,"message":{"model":"c","id":"m","type":"message","role":"assistant",` +
        `"content":[{"type":"text","text":"x"}],"stop_reason":null,"stop_sequence":null,` +
        `"usage":{"output_tokens":1}},"type":"assistant",${identity},${tail}`,
    )
  })

  it('a result, and one that failed', () => {
    const result = { toolUseId: 't', content: 'r', sourceToolAssistantUuid: 'a' }
    expect(toolResultLine(session, row, { ...result, toolUseResult: { stdout: 'r' } })).toBe(
      `{"parentUuid":"p","isSidechain":false,"type":"user","message":{"role":"user",` +
        `"content":[{"tool_use_id":"t","type":"tool_result","content":"r"}]},${identity},` +
        `"toolUseResult":{"stdout":"r"},"sourceToolAssistantUUID":"a",${tail}`,
    )
    expect(toolResultLine(session, row, { ...result, isError: true })).toContain(
      '"content":[{"type":"tool_result","content":"r","is_error":true,"tool_use_id":"t"}]',
    )
  })

  it('a system row', () => {
    expect(systemLine(session, row, { subtype: 'turn_duration', fields: { durationMs: 3 } })).toBe(
      `{"parentUuid":"p","isSidechain":false,"type":"system","subtype":"turn_duration","durationMs":3,` +
        `${identity},"isMeta":false,${tail}`,
    )
  })

  it('a compaction', () => {
    expect(
      compactBoundaryLine(session, row, {
        logicalParentUuid: 'l',
        trigger: 'auto',
        preTokens: 9,
        postTokens: 2,
      }),
    ).toBe(
      `{"parentUuid":null,"logicalParentUuid":"l","isSidechain":false,"type":"system","subtype":"compact_boundary",` +
        `"content":"Conversation compacted","level":"info",` +
        `"compactMetadata":{"trigger":"auto","preTokens":9,"postTokens":2},${identity},${tail}`,
    )
    expect(compactSummaryLine(session, row, 'S')).toBe(
      `{"parentUuid":"p","isSidechain":false,"type":"user","message":{"role":"user","content":"S"},` +
        `"isVisibleInTranscriptOnly":true,"isCompactSummary":true,${identity},${tail}`,
    )
  })

  it('an attachment', () => {
    expect(
      attachmentLine(session, row, {
        attachment: { type: 'date' },
        rendered: [{ content: 'd' }],
        renderedRole: 'system',
      }),
    ).toBe(
      `{"parentUuid":"p","isSidechain":false,"attachment":{"type":"date"},"type":"attachment",${identity},` +
        `"rendered":[{"content":"d"}],"renderedRole":"system",${tail}`,
    )
  })
})

it('side rows', () => {
  expect([
    lastPromptLine('s', { lastPrompt: 'go', leafUuid: 'l' }),
    lastPromptLine('s', { leafUuid: 'l', explicit: true }),
    customTitleLine('s', 'T'),
    aiTitleLine('s', 'T'),
    tagLine('s', 'x'),
  ]).toEqual([
    '{"type":"last-prompt","lastPrompt":"go","leafUuid":"l","sessionId":"s"}\n',
    '{"type":"last-prompt","leafUuid":"l","sessionId":"s","explicit":true}\n',
    '{"type":"custom-title","customTitle":"T","sessionId":"s"}\n',
    '{"type":"ai-title","aiTitle":"T","sessionId":"s"}\n',
    '{"type":"tag","tag":"x","sessionId":"s"}\n',
  ])
})
