import type { Usage } from './records.ts'
import type { Profile } from './versions.ts'

/** The own fields of each row kind, in the order the program writes them; the writer adds the shared envelope. */
export function userBody(message: unknown, uuid: string, timestamp: string, rest: object = {}): object {
  return { type: 'user', message: { role: 'user', content: message }, uuid, timestamp, ...rest }
}

export interface AssistantRow {
  readonly profile: Profile
  readonly messageId: string
  readonly content: readonly object[]
  readonly usage: Usage
  readonly stopReason: string | null
  readonly requestId?: string
  readonly blockIndex: number
}

export function assistantBody(row: AssistantRow, uuid: string, timestamp: string): object {
  const { profile } = row
  const tail = profile.envelope === 'tail'
  const message = {
    // 2.1.325 puts the id first, as the oldest did; the versions between put the model first.
    ...(profile.version === '1.0.53' || profile.version === '2.1.325'
      ? { id: row.messageId, type: 'message', role: 'assistant', model: profile.model }
      : { model: profile.model, id: row.messageId, type: 'message', role: 'assistant' }),
    content: row.content,
    stop_reason: row.stopReason,
    stop_sequence: null,
    ...(tail && profile.usage !== 'details' ? { stop_details: null } : {}),
    usage: usageBody(profile, row.usage),
    ...(profile.usage === 'details' ? { stop_details: null } : {}),
  }
  if (profile.usage === 'details') {
    return {
      message,
      apiBlockIndex: row.blockIndex,
      ...(row.requestId ? { requestId: row.requestId } : {}),
      requestedModel: profile.model,
      promptCacheRequested: '5m',
      type: 'assistant',
      uuid,
      timestamp,
      effort: 'medium',
      madeBy: 'model',
    }
  }
  return {
    message,
    ...(row.requestId ? { requestId: row.requestId } : {}),
    type: 'assistant',
    uuid,
    timestamp,
  }
}

/** A row of the program's own: an API failure or a placeholder answer. */
export function syntheticBody(
  profile: Profile,
  row: { text: string; id: string; error?: string },
  at: [string, string],
): object {
  const [uuid, timestamp] = at
  return {
    type: 'assistant',
    uuid,
    timestamp,
    message: {
      id: row.id,
      container: null,
      model: '<synthetic>',
      role: 'assistant',
      stop_reason: 'stop_sequence',
      stop_sequence: '',
      type: 'message',
      usage: {
        input_tokens: 0,
        output_tokens: 0,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
        service_tier: null,
        cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 },
        ...(profile.usage === 'plain' || profile.usage === 'classes'
          ? {}
          : { inference_geo: null, iterations: null, speed: null }),
      },
      content: [{ type: 'text', text: row.text }],
      context_management: null,
    },
    ...(row.error ? { error: row.error, isApiErrorMessage: true } : { isApiErrorMessage: false }),
  }
}

function usageBody(profile: Profile, usage: Usage): object {
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h } = usage
  const written = cacheWrite5m + cacheWrite1h
  const head = {
    input_tokens: input,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: cacheRead,
  }
  const classes = { ephemeral_5m_input_tokens: cacheWrite5m, ephemeral_1h_input_tokens: cacheWrite1h }
  switch (profile.usage) {
    case 'plain':
      return { ...head, output_tokens: output, service_tier: 'standard' }
    case 'classes':
      return { ...head, cache_creation: classes, output_tokens: output, service_tier: 'standard' }
    case 'geo':
      return {
        ...head,
        cache_creation: classes,
        output_tokens: output,
        service_tier: 'standard',
        inference_geo: 'not_available',
      }
    case 'full':
    case 'details':
      return {
        ...head,
        output_tokens: output,
        ...(profile.usage === 'details' ? { output_tokens_details: { thinking_tokens: 0 } } : {}),
        server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
        service_tier: 'standard',
        cache_creation: { ephemeral_1h_input_tokens: cacheWrite1h, ephemeral_5m_input_tokens: cacheWrite5m },
        inference_geo: 'not_available',
        iterations: [
          {
            input_tokens: input,
            output_tokens: output,
            cache_read_input_tokens: cacheRead,
            cache_creation_input_tokens: written,
            cache_creation: classes,
            type: 'message',
          },
        ],
        speed: 'standard',
      }
  }
}
