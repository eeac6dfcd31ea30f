/** What the base sessions are about: enough text to be shortened, small enough to keep. */

/** No real key; of the shape that a detector of keys must find. */
export const plantedSecret = `AKIA${'Z7QWERTY2XKD5VNM'}`

export const notes = Array.from(
  { length: 40 },
  (_, index) => `note ${index + 1}: ${index % 3 === 0 ? 'the harbour is calm' : 'the ship lies at anchor'}\n`,
).join('')

/** An answer of several paragraphs, with a list and code, as a model writes them. */
export function report(topic: string): string {
  return [
    `I have looked at ${topic} and there are three things to say about it.`,
    `First, ${topic} is smaller than it seemed. Most of it repeats what was known before, and only the beginning is new. I would not change it without need.`,
    `- It is consistent with itself.\n- It names no owner.\n- It was last touched some time ago.`,
    `Second, whoever works on ${topic} should know \`src/harbour.ts\`: the function \`moor\` decides what happens there.`,
    '```ts\nexport function moor(ship: Ship): void {\n  ship.anchored = true\n}\n```',
    `In short: ${topic} can stay as it is.`,
  ].join('\n\n')
}

/** A PNG of one red pixel. */
export const onePixel: Uint8Array = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
)
