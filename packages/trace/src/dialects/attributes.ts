/** A value of an attribute; a number is a whole one. */
export type AttributeValue = string | number | boolean | readonly string[] | Double

export interface Double {
  readonly double: number
}

/**
 * JSON text that is `before`, a text as a string of JSON, `after`. It is kept in parts because escaping texts is much of what
 * writing spans takes, and several dialects put the same one into JSON of their own.
 */
export interface Quoting {
  readonly before: string
  readonly quoted: string
  readonly after: string
}

export function isQuoting(value: AttributeValue | Quoting): value is Quoting {
  return typeof value === 'object' && 'quoted' in value
}

/** Attributes by name. Two dialects that use the same name say the same. */
export class Attributes {
  readonly told = new Map<string, AttributeValue | Quoting>()

  /** Null is nothing to say. */
  set(name: string, value: AttributeValue | Quoting | null): void {
    if (value !== null) this.told.set(name, value)
  }

  /** What a reader finds. */
  get values(): Map<string, AttributeValue> {
    const plain = ([name, value]: [string, AttributeValue | Quoting]): [string, AttributeValue] => [
      name,
      isQuoting(value) ? value.before + JSON.stringify(value.quoted) + value.after : value,
    ]
    return new Map(Array.from(this.told, plain))
  }
}
