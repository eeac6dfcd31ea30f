import type { SessionTree, TreeNode } from '@skein/server'
import { counted, inertLine, minute, tokens } from '@skein/view'
import { useEffect, useMemo, useRef, type KeyboardEvent, type ReactElement } from 'react'
import { Chip } from '../ui/chip.tsx'
import { classes } from '../ui/classes.ts'
import { EmptyState } from '../ui/states.tsx'
import { Link } from '../url/link.tsx'
import type { SessionPlace } from '../url/place.ts'
import type { PanelProps } from './inspector.tsx'
import { Loaded } from './loaded.tsx'
import { inTranscript, overSession, withPanel } from './panel-place.ts'
import { useTree } from './reports.ts'
import { LANE, treeLayout, type PlacedNode } from './tree-layout.ts'
import css from './tree-panel.module.css'
import shared from './inspector.module.css'

/** The conversation drawn: turns, where it went another way, sub-agents, compactions. */
export function TreePanel({ session, place }: PanelProps): ReactElement {
  const tree = useTree(session)
  return (
    <Loaded of={tree} label="tree">
      {(data) =>
        data.nodes.length === 0 ? (
          <EmptyState icon="tree" title="Nothing was said yet" />
        ) : (
          <Tree tree={data} place={place} />
        )
      }
    </Loaded>
  )
}

const ROW = 32
const TOUCH_ROW = 44

function Tree({ tree, place }: { readonly tree: SessionTree; readonly place: SessionPlace }): ReactElement {
  const box = useRef<HTMLOListElement>(null)
  const row = window.matchMedia('(pointer: coarse), (max-width: 700px)').matches ? TOUCH_ROW : ROW
  const layout = useMemo(() => treeLayout(tree.nodes, row), [tree.nodes, row])
  const current = layout.nodes.findIndex(({ node }) => isCurrent(node, place))
  // Where one is, is where one looks first; of a long session that is the end. Once: then the reader scrolls.
  useEffect(() => {
    const rows = box.current?.querySelectorAll('li')
    const to = current < 0 ? rows?.[rows.length - 1] : rows?.[current]
    to?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div className={css.tree}>
      <p className={css.summary}>
        {[
          counted(tree.nodes.filter(({ kind, depth }) => kind === 'turn' && depth === 0).length, 'turn'),
          tree.branches.length > 0 && counted(tree.branches.length, 'other branch', 'other branches'),
        ]
          .filter(Boolean)
          .join(' · ')}
        {tree.omitted > 0 && ` · ${counted(tree.omitted, 'node')} left out`}
      </p>
      <div
        className={css.drawing}
        style={{ '--row': `${row}px`, '--gutter': `${layout.width}px` } as Record<string, string>}
      >
        <svg className={css.svg} width={layout.width} height={layout.height} aria-hidden="true">
          {layout.edges.map(({ d, live }) => (
            <path key={d} className={live ? css.liveEdge : css.edge} d={d} />
          ))}
          {layout.nodes.map((placed, at) => (
            <Mark key={at} placed={placed} current={at === current} />
          ))}
        </svg>
        <ol ref={box} className={css.rows} onKeyDown={moveFocus}>
          {layout.nodes.map(({ node, tip, x }, at) => (
            <li
              key={at}
              className={classes(css.row, at === current && css.current)}
              style={{ paddingInlineStart: `${x + LANE * 0.75}px` }}
            >
              <NodeLink
                node={node}
                tip={tip}
                place={place}
                current={at === current}
                // The first turn of a branch says the same in the next line.
                repeated={node.kind === 'branch' && layout.nodes[at + 1]?.node.text === node.text}
              />
              {node.kind === 'branch' && node.tip !== null && (
                <Link
                  className={css.compare}
                  // Side by side needs room.
                  to={withPanel(overSession(place), 'compare', { b: String(node.tip) })}
                  aria-label={`Compare with the live line: ${inertLine(node.text).slice(0, 60)}`}
                >
                  compare
                </Link>
              )}
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}

function NodeLink({
  node,
  tip,
  place,
  current,
  repeated,
}: {
  readonly node: TreeNode
  readonly repeated: boolean
  readonly tip: boolean
  readonly place: SessionPlace
  readonly current: boolean
}): ReactElement {
  // Of a compaction its chip says all.
  const text = node.kind === 'compaction' ? '' : inertLine(node.text).slice(0, 200)
  const to = inTranscript(
    place,
    node.kind === 'agent'
      ? { agent: node.agent, tip: null, at: null }
      : { agent: null, tip: node.tip, at: node.kind === 'branch' ? null : String(node.key) },
  )
  const isLink = node.kind !== 'agent' || node.agent !== null
  const words = (
    <>
      {node.turn !== null && <span className={css.number}>{node.turn + 1}</span>}
      {node.kind !== 'turn' && <Chip tone={toneOf(node)}>{kindOf(node)}</Chip>}
      <span className={css.words}>
        {repeated ? (
          <span className="sr-only">{text}</span>
        ) : (
          text || (node.kind === 'turn' ? 'no prompt' : '')
        )}
      </span>
      {tip && <span className={css.tip}>tip</span>}
      {node.tokens > 0 && <span className={shared.quiet}>{tokens(node.tokens)}</span>}
    </>
  )
  if (!isLink) return <span className={css.link}>{words}</span>
  return (
    <Link
      className={css.link}
      to={to}
      title={minute(node.time)}
      aria-current={current ? 'location' : undefined}
    >
      {words}
    </Link>
  )
}

/** A shape for each kind: circle, diamond, square, bar. */
function Mark({
  placed: { node, x, y, tip },
  current,
}: {
  readonly placed: PlacedNode
  readonly current: boolean
}): ReactElement {
  const look = classes(css.mark, css[node.kind], node.depth === 0 && css.live, current && css.here)
  if (node.kind === 'agent')
    return <rect className={look} x={x - 4} y={y - 4} width={8} height={8} rx={1.5} />
  if (node.kind === 'compaction') return <path className={look} d={`M${x - 6} ${y}h12`} />
  if (node.kind === 'branch') return <path className={look} d={`M${x} ${y - 5}l5 5l-5 5l-5-5Z`} />
  return (
    <>
      {tip && <circle className={css.ring} cx={x} cy={y} r={7} />}
      <circle className={look} cx={x} cy={y} r={4} />
    </>
  )
}

function isCurrent(node: TreeNode, place: SessionPlace): boolean {
  if (node.kind === 'agent') return place.agent !== null && node.agent === place.agent
  if (place.agent !== null) return false
  if (place.at !== null) return place.at === String(node.key) && node.kind === 'turn'
  return place.tip !== null && node.kind === 'branch' && node.tip === place.tip
}

function kindOf({ kind, reason }: TreeNode): string {
  if (kind === 'agent') return 'sub-agent'
  if (kind === 'compaction')
    return reason === null ? 'compacted' : `compacted, ${inertLine(reason).slice(0, 20)}`
  return reason === null ? 'branch' : inertLine(reason).replaceAll('-', ' ').slice(0, 40)
}

function toneOf({ kind, reason }: TreeNode): 'plain' | 'warn' | 'accent' {
  if (reason === 'second-writer') return 'warn'
  return kind === 'agent' ? 'accent' : 'plain'
}

/** Arrows go from line to line. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const to = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (to === undefined) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>(`.${css.link}`)]
  const at = links.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  event.preventDefault()
  links[at + to]?.focus()
}
