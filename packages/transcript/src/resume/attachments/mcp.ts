import type { JsonObject } from '../../bytes/bodies.ts'
import { AMBIENT, object, objects, remind, reminder, remindOf, shown, strings } from './family.ts'
import type { Family } from './family.ts'

export const mcp: Family = {
  both: {
    mcp_resource: ({ server, uri, content }) => {
      const texts = objects(object(content)['contents']).flatMap(resourceTexts)
      if (texts.length === 0)
        return remind(
          `<mcp-resource server="${shown(server)}" uri="${shown(uri)}">(No content)</mcp-resource>`,
        )
      return [texts.map((text) => ({ type: 'text', text: reminder(text) }))]
    },
  },
  modern: {
    mcp_instructions_delta: ({ addedBlocks, removedNames }) => {
      const added = strings(addedBlocks)
      const removed = strings(removedNames)
      return remindOf([
        added.length > 0 && `${INSTRUCTIONS}\n\n${added.join('\n\n')}`,
        removed.length > 0 && `${DISCONNECTED}\n${removed.join('\n')}`,
        removed.length > 0 && AMBIENT,
      ])
    },
  },
}

function resourceTexts({ text, mimeType }: JsonObject): string[] {
  if (typeof text !== 'string') return [`[Binary content: ${shown(mimeType ?? 'application/octet-stream')}]`]
  return ['Full contents of resource:', text, KNOWN]
}

const KNOWN =
  'Do NOT read this resource again unless you think it may have changed, since you already have the full contents.'
const INSTRUCTIONS =
  '# MCP Server Instructions\n\nThe following MCP servers have provided instructions for how to use their tools and resources:'
const DISCONNECTED = 'The following MCP servers have disconnected. Their instructions above no longer apply:'
