import { allTokens, counted, formatMoney, inertLine, minute, tokens } from '@skein/view'
import type { TurnView } from '@skein/view'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { sessionQuery } from '../api/queries.ts'
import { CopyButton } from '../code/copy-button.tsx'
import { shortModel } from '../format/names.ts'
import { ForkHere } from '../edit/fork-here.tsx'
import { currentPlace, hrefOf } from '../url/location.ts'
import { sessionPlace } from '../url/place.ts'
import { fetchText, useSource } from './source.ts'
import css from './transcript.module.css'

/** When, by which model and at what cost; and what can be done with the turn. Quiet until it is pointed at. */
export function TurnFoot({ turn }: { readonly turn: TurnView }): ReactElement {
  const source = useSource()
  const { data: session } = useQuery(sessionQuery(source.session))
  const sum = allTokens(turn.tokens)
  const { nanoDollars, unpricedTokens } = turn.cost
  const final = turn.steps.find(({ at }) => at === turn.final)
  const copyText = async (): Promise<string> => {
    if (final === undefined || final.kind !== 'text') return turn.prompt?.text.text ?? ''
    if (final.text.length <= final.text.text.length) return final.text.text
    let text = ''
    for (let from: number | null = 0; from !== null && text.length < 5_000_000;) {
      const page: { text: string; next: number | null } = await fetchText(source, final.key, {
        part: 'text',
        block: final.block ?? undefined,
        from,
      })
      text += page.text
      from = page.next
    }
    return text
  }
  const link = (): string => {
    const place = currentPlace()
    const base = place.page === 'session' ? place : sessionPlace(source.session)
    return hrefOf({ ...base, session: source.session, agent: source.agent, at: String(turn.key), find: '' })
  }
  const id = session?.id ?? ''
  // With all that the turn said and did.
  const forkAt = turn.steps.at(-1)?.uuid ?? turn.prompt?.uuid ?? null
  return (
    <footer className={css.foot}>
      <span className={css.facts}>
        {minute(turn.startTime) !== '' && <time>{minute(turn.startTime)}</time>}
        {turn.models.slice(0, 3).map((model) => (
          <span key={model} title={inertLine(model).slice(0, 200)}>
            {inertLine(shortModel(model)).slice(0, 60)}
          </span>
        ))}
        {sum > 0 && <span>{tokens(sum)} tokens</span>}
        {(nanoDollars !== null || unpricedTokens > 0) && sum > 0 && <span>{formatMoney(nanoDollars)}</span>}
        {turn.files > 0 && <span>{counted(turn.files, 'file')}</span>}
      </span>
      <span className={css.actions}>
        <CopyButton text={copyText} label="Copy the answer" words="Copy" />
        <CopyButton text={link} label="Copy a link to this turn" words="Link" icon="link" />
        {source.agent === null && /^[\w-]{1,80}$/.test(id) && (
          <CopyButton
            text={`claude --resume ${id}`}
            label="Copy the resume command"
            words="Resume"
            icon="terminal"
          />
        )}
        {source.agent === null && forkAt !== null && <ForkHere session={source.session} entry={forkAt} />}
      </span>
    </footer>
  )
}
