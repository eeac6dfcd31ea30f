/** What the recordings taught; the text part of docs/conformance.md. */
export const findings: { introduction: string[]; sections: { title: string; points: string[] }[] } = {
  introduction: ['See the recordings under `packages/testkit/conformance`.'],
  sections: [],
}
