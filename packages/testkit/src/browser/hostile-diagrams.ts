/** Without brackets, which mean something in some diagrams. */
const TAG = '<img class=evil src=x onerror=ran=1>'

export interface HostileDiagram {
  readonly code: string
  /** The text that has to be there in the drawing, without its spaces. */
  readonly shows: string
}

/** Each kind of diagram with labels that want to become an element. */
export const HOSTILE_DIAGRAMS: Readonly<Record<string, HostileDiagram>> = {
  flowchart: told(`graph TD\n  A["${TAG}"] --> B[${TAG}]`),
  'flowchart, edge': told(`graph TD\n  A -->|"${TAG}"| B`),
  'flowchart, markdown': told(`graph TD\n  A["\`**x** ${TAG}\`"]`),
  'flowchart, entities': told(`graph TD\n  A["${TAG.replace('<', '#lt;').replace('>', '#gt;')}"]`),
  'flowchart, escaped in YAML': told(`graph TD\n  A@{ label: "${TAG.replace('<', '\\x3c')}" }`),
  'flowchart that asks for HTML': told(
    `%%{init: {"htmlLabels": true, "flowchart": {"htmlLabels": true}, "securityLevel": "loose"}}%%\ngraph TD\n  A["${TAG}"]`,
  ),
  'flowchart with a head that asks for HTML': told(
    `---\ntitle: "${TAG}"\nconfig:\n  htmlLabels: true\n  securityLevel: loose\n---\ngraph TD\n  A["${TAG}"]`,
  ),
  'flowchart, formula': told(`graph TD\n  A["$$x^2$$ ${TAG}"]`),
  sequence: told(`sequenceDiagram\n  participant A as ${TAG}\n  A->>B: ${TAG}\n  Note over A: ${TAG}`),
  'sequence, formula': told(`sequenceDiagram\n  A->>B: $$x^2$$ ${TAG}`),
  class: told(
    `classDiagram\n  class A["${TAG}"] {\n    <<interface>>\n    +x() ${TAG}\n  }\n  note "${TAG}"`,
  ),
  'class, generic type': told(`classDiagram\n  class A {\n    +List~${TAG.slice(1, -1)}~ x\n  }`, '+List'),
  state: told(
    `stateDiagram-v2\n  state f <<fork>>\n  [*] --> f\n  f --> s\n  s : ${TAG}\n  s --> t : ${TAG}`,
  ),
  gantt: told(`gantt\n  title ${TAG}\n  section ${TAG}\n  ${TAG} :a, 2026-01-01, 3d`),
  mindmap: told(`mindmap\n  root((x))\n    a["${TAG}"]`),
  pie: told(`pie title ${TAG}\n  "${TAG}" : 3`),
  'entity relationship': told(`erDiagram\n  A ||--o{ B : "${TAG}"`),
  journey: told(`journey\n  title ${TAG}\n  section ${TAG}\n    ${TAG}: 5: Me`),
  timeline: told(`timeline\n  title ${TAG}\n  2026 : ${TAG}`),
  git: told(`gitGraph\n  commit id: "${TAG}"`),
  quadrant: told(`quadrantChart\n  title ${TAG}\n  "${TAG}": [0.3, 0.6]`),
  block: told(`block-beta\n  a["${TAG}"]`),
  architecture: told(`architecture-beta\n  service db(database)["${TAG}"]`),
  kanban: told(`kanban\n  todo["${TAG}"]\n    t["${TAG}"]`),
  requirement: told(`requirementDiagram\n  requirement r {\n    id: 1\n    text: "${TAG}"\n  }`),
  c4: told(`C4Context\n  title ${TAG}\n  Person(a, "${TAG}", "${TAG}")`),
  'event modelling': told(`eventmodeling\n\ntf 01 evt Added [[d]]\n\ndata d {\n  ${TAG}\n}\n`),
}

function told(code: string, shows = TAG.replaceAll(' ', '')): HostileDiagram {
  return { code, shows }
}
