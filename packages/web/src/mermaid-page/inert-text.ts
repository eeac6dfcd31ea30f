/*
 * Labels that no HTML parser can take for markup. A diagram is drawn with plain SVG text, so a label needs no markup but
 * a line break. Mermaid gives labels to HTML parsers all the same, to clean and to measure them, and browsers differ in
 * what they do with an element on that way. So markup in labels is made of other characters while mermaid works.
 */

/** The source of a diagram, before mermaid reads it: no tags, and no formulas, which mermaid would draw as HTML. */
export function inertSource(source: string): string {
  return source
    .replaceAll(ANY_STAND_IN, '')
    .replaceAll(TAG, STAND_INS['<'])
    .replaceAll('$$', `$${STAND_INS.$}`)
}

/** A label that mermaid has read from the source. It may have made new tags: `List~img~` becomes `List<img>`. */
export function inertLabel(label: string): string {
  return label.replaceAll(ENTITY, decoded).replaceAll(MARKUP, (character) => STAND_INS[character] ?? '')
}

/** What mermaid says about the source, in the source's own characters. */
export function restoredText(text: string): string {
  return text.replaceAll(ANY_STAND_IN, (standIn) => CHARACTERS[standIn] ?? '')
}

/** The drawing with the source's own characters, as XML: HTML has more names for characters. */
export function restoredDrawing(svg: string): string {
  return svg
    .replaceAll(ENTITY, (entity) => (XML_ENTITY.test(entity) ? entity : decoded(entity)))
    .replaceAll(ANY_STAND_IN, (standIn) => escaped(restoredText(standIn)))
}

/** Unicode keeps these characters out of texts, for uses like this one. */
const STAND_INS: Readonly<Record<string, string>> = {
  '<': '\uFDD0',
  '>': '\uFDD1',
  '&': '\uFDD2',
  $: '\uFDD3',
}
const CHARACTERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(STAND_INS).map(([character, standIn]) => [standIn, character]),
)
const ANY_STAND_IN = /[\uFDD0-\uFDD3]/g

const LINE_BREAK = '<\\/?br\\s*\\/?'
/** `<<name>>` is no tag but a keyword of class and state diagrams. */
const TAG = new RegExp(`(?!${LINE_BREAK}>)(?!(?<=<)<[\\w -]+>>)<(?=[a-z/!?])`, 'gi')
const MARKUP = new RegExp(`(?!${LINE_BREAK}>)<|(?<!${LINE_BREAK})>|&`, 'gi')
const ENTITY = /&(?:\w+|#\d+|#x[\da-f]+);/gi
const XML_ENTITY = /^&(?:amp|lt|gt|quot|apos|#.*);$/

/** An entity alone holds no tag, so a document of its own is only the character. */
function decoded(entity: string): string {
  return new DOMParser().parseFromString(entity, 'text/html').body.textContent
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
