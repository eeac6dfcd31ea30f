import { ALNUM, HEX, UUID, WORDS } from './token-rule.ts'
import type { ProviderRule } from './token-rule.ts'

export const AI_RULES: readonly ProviderRule[] = [
  {
    kind: 'anthropic-key',
    about: 'Anthropic API, admin, OAuth and session keys',
    tokens: [['sk-ant-', `${WORDS}{20,400}`]],
  },
  {
    kind: 'openai-key',
    about: 'OpenAI user, project, service account and admin keys, and keys of the same form',
    tokens: [
      ['sk-proj-', `${WORDS}{20,400}`],
      ['sk-svcacct-', `${WORDS}{20,400}`],
      ['sk-admin-', `${WORDS}{20,400}`],
      ['sk-', `${ALNUM}{32,128}`],
      ['sess-', `${ALNUM}{40,64}`],
    ],
  },
  {
    kind: 'openrouter-key',
    about: 'OpenRouter API keys',
    tokens: [['sk-or-', `(?:v\\d-)?${HEX}{32,64}`]],
  },
  {
    kind: 'huggingface-token',
    about: 'Hugging Face user and organisation tokens',
    tokens: [
      ['hf_', `${ALNUM}{30,64}`],
      ['api_org_', `${ALNUM}{30,64}`],
    ],
  },
  { kind: 'groq-key', about: 'Groq API keys', tokens: [['gsk_', `${ALNUM}{40,80}`]] },
  { kind: 'perplexity-key', about: 'Perplexity API keys', tokens: [['pplx-', `${ALNUM}{40,80}`]] },
  { kind: 'replicate-token', about: 'Replicate API tokens', tokens: [['r8_', `${ALNUM}{30,60}`]] },
  { kind: 'xai-key', about: 'xAI API keys', tokens: [['xai-', `${ALNUM}{60,120}`]] },
  { kind: 'langfuse-key', about: 'Langfuse secret keys', tokens: [['sk-lf-', UUID]] },
  {
    kind: 'langsmith-key',
    about: 'LangSmith personal and service keys',
    tokens: [
      ['lsv2_pt_', `${HEX}{32}_${HEX}{10}`],
      ['lsv2_sk_', `${HEX}{32}_${HEX}{10}`],
    ],
  },
  { kind: 'nvidia-key', about: 'NVIDIA API keys', tokens: [['nvapi-', `${WORDS}{40,120}`]] },
  { kind: 'elevenlabs-key', about: 'ElevenLabs API keys', tokens: [['sk_', `${HEX}{48}`]] },
  { kind: 'pinecone-key', about: 'Pinecone API keys', tokens: [['pcsk_', '\\w{40,120}']] },
  { kind: 'cerebras-key', about: 'Cerebras API keys', tokens: [['csk-', '[a-z0-9]{40,64}']] },
  { kind: 'tavily-key', about: 'Tavily API keys', tokens: [['tvly-', `${WORDS}{20,80}`]] },
  { kind: 'firecrawl-key', about: 'Firecrawl API keys', tokens: [['fc-', `${HEX}{32}`]] },
  { kind: 'together-key', about: 'Together AI API keys', tokens: [['tgp_v1_', `${WORDS}{30,80}`]] },
  { kind: 'e2b-key', about: 'E2B API keys', tokens: [['e2b_', `${HEX}{40}`]] },
  { kind: 'jina-key', about: 'Jina AI API keys', tokens: [['jina_', `${WORDS}{40,100}`]] },
]
