import type { SessionContext } from '@skein/server'
import { counted, inertLine, tokens, whole, type ContextCategory } from '@skein/view'
import { useState, type ReactElement } from 'react'
import { ChartFrame, FigureTable } from '../charts/chart-frame.tsx'
import { seriesClass } from '../charts/legend.tsx'
import { useWidth } from '../charts/use-width.ts'
import { shortModel } from '../format/names.ts'
import { PlainText } from '../markdown/plain-text.tsx'
import { classes } from '../ui/classes.ts'
import { Link } from '../url/link.tsx'
import type { SessionPlace } from '../url/place.ts'
import { percent } from '../usage/cache.ts'
import { ContextTimeline } from './context-timeline.tsx'
import { LeftOutList } from './doctor-panel.tsx'
import type { PanelProps } from './inspector.tsx'
import { Loaded } from './loaded.tsx'
import { inTranscript } from './panel-place.ts'
import { useContext } from './reports.ts'
import { treemap, type Tile } from './treemap.ts'
import css from './context-panel.module.css'
import shared from './inspector.module.css'

type Context = SessionContext['context']

/** What fills the window when the conversation is resumed now. */
export function ContextPanel({ session, place }: PanelProps): ReactElement {
  const context = useContext(session)
  return (
    <Loaded of={context} label="context">
      {({ context: of, timeline }) => (
        <div className={shared.panel}>
          <Fill context={of} />
          <Map context={of} />
          <ContextTimeline points={timeline} window={of.window} session={session} />
          <Biggest context={of} place={place} />
          <LeftOutList title="What a resume would drop" leftOut={of.dropped} />
        </div>
      )}
    </Loaded>
  )
}

function Fill({ context: { used, window, model, measured } }: { readonly context: Context }): ReactElement {
  const share = window > 0 ? used / window : 0
  return (
    <div className={css.fill}>
      <p className={css.used}>
        <strong>{tokens(used)}</strong>
        <span>
          of {tokens(window)} tokens · {percent(share)}
        </span>
        {model !== '' && <span className={css.model}>{inertLine(shortModel(model)).slice(0, 60)}</span>}
      </p>
      <svg
        className={css.bar}
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${percent(share)} of the window is used`}
      >
        <rect className={css.barFree} width="100" height="6" />
        <rect
          className={share > 0.8 ? css.barFull : css.barUsed}
          width={Math.min(100, share * 100)}
          height="6"
        />
      </svg>
      <p className={shared.note}>
        {measured > 0
          ? `${tokens(measured)} counted by the API with the last answer; the parts are estimates.`
          : 'All figures are estimates: no answer has told what was counted.'}
        {share > 0.8 && ' The window is nearly full.'}
      </p>
    </div>
  )
}

/** A part of the window: a category, or the calls of one tool in it. */
interface Part {
  readonly name: string
  readonly category: ContextCategory | 'rest' | 'free'
  readonly tokens: number
  readonly items: number
}

function partsOf({ parts, rest, hasPrompt }: Context): Part[] {
  const all = parts.flatMap(({ category, tokens: sum, items, tools }): Part[] => {
    const name = WORDS[category]
    if (tools.length === 0) return [{ name, category, tokens: sum, items }]
    const own = tools.slice(0, 8).map((tool): Part => ({
      name: `${inertLine(tool.tool).slice(0, 40)} ${category === 'tool-inputs' ? 'inputs' : 'results'}`,
      category,
      tokens: tool.tokens,
      items: tool.items,
    }))
    const left = sum - own.reduce((total, part) => total + part.tokens, 0)
    return left > 0 ? [...own, { name: `other ${name}`, category, tokens: left, items: 0 }] : own
  })
  if (rest > 0)
    all.push({
      name: hasPrompt ? 'not explained' : 'system prompt, tools and the like',
      category: 'rest',
      tokens: rest,
      items: 0,
    })
  return all
}

const HEIGHT = 260

function Map({ context }: { readonly context: Context }): ReactElement {
  const [box, width] = useWidth<HTMLDivElement>()
  const [over, setOver] = useState<Part | null>(null)
  const parts = partsOf(context)
  const tiles = treemap(parts, (part) => part.tokens, { x: 0, y: 0, width, height: HEIGHT })
  return (
    <ChartFrame
      title="What is in it"
      table={() => (
        <FigureTable
          caption="Parts of the window"
          columns={[
            { label: 'Part' },
            { label: 'Tokens', figures: true },
            { label: 'Share', figures: true },
            { label: 'Items', figures: true },
          ]}
          rows={parts
            .toSorted((a, b) => b.tokens - a.tokens)
            .map((part) => ({
              key: `${part.category} ${part.name}`,
              cells: [
                part.name,
                whole(part.tokens),
                percent(part.tokens / Math.max(1, context.used)),
                part.items === 0 ? '' : whole(part.items),
              ],
            }))}
        />
      )}
    >
      <p className={css.readout} aria-hidden="true">
        {over === null
          ? 'By category and tool'
          : `${over.name}: ${tokens(over.tokens)} tokens, ${percent(over.tokens / Math.max(1, context.used))}${over.items > 0 ? `, ${counted(over.items, 'item')}` : ''}`}
      </p>
      <div ref={box}>
        {width > 0 && (
          <svg
            className={css.map}
            width={width}
            height={HEIGHT}
            role="img"
            aria-label={`Parts of the window: ${parts
              .toSorted((a, b) => b.tokens - a.tokens)
              .slice(0, 6)
              .map((part) => `${part.name} ${tokens(part.tokens)}`)
              .join(', ')}`}
            onPointerLeave={(event) => event.pointerType === 'mouse' && setOver(null)}
          >
            {tiles.map((tile) => (
              <TileShape
                key={`${tile.item.category} ${tile.item.name}`}
                tile={tile}
                over={tile.item.name === over?.name && tile.item.category === over.category}
                onPoint={() => setOver(tile.item)}
              />
            ))}
          </svg>
        )}
      </div>
    </ChartFrame>
  )
}

function TileShape({
  tile: { item, x, y, width, height },
  over,
  onPoint,
}: {
  readonly tile: Tile<Part>
  readonly over: boolean
  readonly onPoint: () => void
}): ReactElement {
  const [w, h] = [Math.max(0, width - 2), Math.max(0, height - 2)]
  const signs = Math.floor((w - 12) / 6.4)
  const fits = h > 20 && signs >= 4
  return (
    <g onPointerEnter={onPoint}>
      <rect
        className={classes(css.tile, seriesClass(COLOURS[item.category]), over && css.over)}
        x={x + 1}
        y={y + 1}
        width={w}
        height={h}
        rx={3}
      />
      {fits && (
        <text className={css.tileText} x={x + 8} y={y + 17}>
          {item.name.length > signs ? `${item.name.slice(0, signs - 1)}…` : item.name}
        </text>
      )}
      {fits && h > 38 && (
        <text className={css.tileFigure} x={x + 8} y={y + 33}>
          {tokens(item.tokens)}
        </text>
      )}
    </g>
  )
}

function Biggest({
  context,
  place,
}: {
  readonly context: Context
  readonly place: SessionPlace
}): ReactElement | null {
  if (context.biggest.length === 0) return null
  const [{ tokens: most }] = context.biggest
  return (
    <section className={shared.part} aria-label="The biggest items">
      <h3 className={shared.heading}>The biggest items</h3>
      <ol className={shared.rows}>
        {context.biggest.slice(0, 30).map((item, i) => {
          const words = (
            <>
              <span className={css.itemHead}>
                <span>{item.tool === null ? WORDS[item.category] : inertLine(item.tool).slice(0, 40)}</span>
                <span className={shared.quiet}>{tokens(item.tokens)}</span>
              </span>
              <span className={css.itemText}>
                <PlainText text={item.label} />
              </span>
              <svg className={css.itemBar} viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
                <rect
                  className={seriesClass(COLOURS[item.category])}
                  width={(100 * item.tokens) / most}
                  height="2"
                />
              </svg>
            </>
          )
          return (
            <li key={`${item.uuid} ${i}`}>
              {item.uuid === null ? (
                <span className={css.item}>{words}</span>
              ) : (
                <Link
                  className={css.item}
                  to={inTranscript(place, { agent: null, tip: null, at: item.uuid })}
                >
                  {words}
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

const WORDS: Readonly<Record<ContextCategory, string>> = {
  'system-prompt': 'system prompt',
  tools: 'tool descriptions',
  memory: 'memory files',
  'compact-summary': 'summary of what was compacted',
  prompts: 'prompts',
  answers: 'answers',
  thinking: 'thinking',
  'tool-inputs': 'tool inputs',
  'tool-results': 'tool results',
  images: 'images',
  documents: 'documents',
  attachments: 'attachments',
}

/** Six colours; the names on the tiles tell apart what shares one. */
const COLOURS: Readonly<Record<Part['category'], number>> = {
  'system-prompt': 5,
  tools: 5,
  memory: 2,
  'compact-summary': 2,
  prompts: 3,
  answers: 0,
  thinking: 0,
  'tool-inputs': 4,
  'tool-results': 1,
  images: 3,
  documents: 2,
  attachments: 2,
  rest: 5,
  free: 5,
}
