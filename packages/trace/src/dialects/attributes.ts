/** A value of an attribute; a number is a whole one. */
export type AttributeValue = string | number | boolean | readonly string[] | Double

export interface Double {
  readonly double: number
}

/** Attributes by name. Two dialects that use the same name say the same. */
export class Attributes {
  readonly values = new Map<string, AttributeValue>()

  /** Null is nothing to say. */
  set(name: string, value: AttributeValue | null): void {
    if (value !== null) this.values.set(name, value)
  }
}
