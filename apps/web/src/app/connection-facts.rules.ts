import type { CaughtUp } from '../live/currency.rules.ts'
import { tookWords } from './back-online.rules.ts'
import type { ConnectionWord } from './connection.rules.ts'

export const MEANINGS: Readonly<Record<ConnectionWord, string>> = {
  Live: 'What you see is up to date. Changes appear automatically.',
  'Catching up': 'Connected. Loading what you missed.',
  Reconnecting: 'The connection was lost. Reconnecting. What you see may be out of date.',
  Offline: 'There’s no connection. What you write is saved and sent when you’re back.',
}

interface Connected {
  readonly word: ConnectionWord
  /** Messages in this tab that wait for the connection. */
  readonly waiting: number
  readonly downSince: Date | null
  readonly liveSince: Date | null
  readonly last: CaughtUp | null
  readonly time: (at: Date) => string
}

interface Fact {
  readonly name: string
  readonly value: string
}

/** Lists the facts in the order a person asks for them: since when, how the last catch-up went, what was missed. */
export function connectionFacts({ word, waiting, downSince, liveSince, last, time }: Connected): readonly Fact[] {
  const facts: Fact[] = []
  if (word === 'Live' && liveSince) facts.push({ name: 'Live since', value: time(liveSince) })
  if (word !== 'Live' && liveSince && downSince) facts.push({ name: 'Last up to date', value: time(downSince) })
  if (waiting > 0) facts.push({ name: 'Waiting to be sent', value: String(waiting) })
  if (last === null) return facts
  const { at, tookMs, missed, awaySince } = last
  if (awaySince === null) return [...facts, { name: 'Loaded', value: `${time(at)}, ${tookWords(tookMs)}` }]
  facts.push({ name: 'Caught up', value: `${time(at)}, ${tookWords(tookMs)}` })
  facts.push({
    name: 'Missed updates',
    value: missed === null ? 'Everything was loaded again' : missed.toLocaleString('en-US'),
  })
  const [from, to] = [time(awaySince), time(at)]
  facts.push({ name: 'Missed from', value: from === to ? from : `${from} to ${to}` })
  return facts
}
