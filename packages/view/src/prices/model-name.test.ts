import { describe, expect, it } from 'vitest'
import { canonicalModel } from './model-name.ts'

describe('the canonical name of a model', () => {
  it.each([
    ['claude-opus-4-5', 'claude-opus-4-5'],
    ['claude-opus-4-5-20251101', 'claude-opus-4-5'],
    ['claude-opus-4-20250514', 'claude-opus-4'],
    ['claude-opus-4-0', 'claude-opus-4'],
    ['claude-3-5-haiku-latest', 'claude-3-5-haiku'],
    ['anthropic.claude-3-5-sonnet-20241022-v2:0', 'claude-3-5-sonnet'],
    ['global.anthropic.claude-opus-4-6-v1', 'claude-opus-4-6'],
    ['claude-3-5-sonnet-v2@20241022', 'claude-3-5-sonnet'],
    ['claude-sonnet-4-5@20250929', 'claude-sonnet-4-5'],
    ['claude-opus-5@default', 'claude-opus-5'],
    ['anthropic/claude-opus-4.5', 'claude-opus-4-5'],
    ['vertex_ai/claude-haiku-4-5@20251001', 'claude-haiku-4-5'],
    ['glm-5', 'glm-5'],
    ['', ''],
  ])('of %s is %s', (id, name) => {
    expect(canonicalModel(id)).toEqual({ name, regional: false, wide: false })
  })

  it('says when a region’s own Bedrock endpoint answered', () => {
    const arn = 'arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-sonnet-4-5-20250929-v1:0'
    for (const id of [arn, 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0'])
      expect(canonicalModel(id)).toEqual({ name: 'claude-sonnet-4-5', regional: true, wide: false })
  })

  it('says when a wide window was asked for', () => {
    expect(canonicalModel('claude-sonnet-4-5-20250929[1m]')).toEqual({
      name: 'claude-sonnet-4-5',
      regional: false,
      wide: true,
    })
  })

  it('leaves what is no model alone, however long', () => {
    const id = `${'a.'.repeat(1_000_000)}-20250101`
    expect(canonicalModel(id).name).toBe(id)
  })
})
