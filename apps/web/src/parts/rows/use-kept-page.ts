import type { Collection } from '@foyer/contracts/collection.rules.ts'
import type { KnownEvent } from '@foyer/contracts/events.ts'
import { useEffect, useMemo, useState } from 'react'
import type { Page } from '../../live/live-collection.rules.ts'
import { useLiveCollection } from '../use-live-collection.ts'
import { currentRows, type KeptPage, type PageReading } from './kept-page.rules.ts'

interface Options<Row, Fact, Asked extends { readonly page: number }, Reading extends PageReading> {
  organizationId: string
  /** "visits" */
  name: string
  asked: Asked
  /** Identifies what is asked for: equal texts are the same page. */
  base: string
  /** The pointer or the focus is in the rows. */
  isHeld: boolean
  /** What the stream tells about the rows. */
  collection: Collection<Fact>
  read: (signal: AbortSignal) => Promise<Page<Fact, Reading>>
  /** The same function at each render. */
  rowsOf: (facts: readonly Fact[], asOf: number) => readonly Row[]
  /** How many rows belong on the page since it was read. */
  newcomers: (shown: KeptPage<Row, Asked, Reading>, rows: Iterable<Row>) => number
  /** Tells whether the page must be read again after an event. */
  outdates?: (event: KnownEvent) => boolean
  /** The seq of the last change after which the page must be read again; 0 for none. */
  reloadedAt?: (facts: readonly Fact[]) => number
  factOf: (row: Row) => Fact
}

export interface KeptPageState<Row, Asked extends { readonly page: number }, Reading extends PageReading> {
  /** The page on the screen; null before the first one. */
  readonly shown: KeptPage<Row, Asked, Reading> | null
  /** The page on the screen is the one that is asked for. */
  readonly isCurrent: boolean
  readonly isLoading: boolean
  /** Another page is asked for, so that the shown rows give way to a skeleton; a page that is read again keeps its rows. */
  readonly isReplaced: boolean
  readonly error: unknown
  /** Changes with each failure that a person has caused, not with the tries that follow by themselves; null without one. */
  readonly failure: string | null
  /** The rows that wait to be shown; 0 also while the whole page waits. */
  readonly waiting: number
  /** A later reading of the page waits until the pointer has left it. */
  readonly hasChanged: boolean
  /** Reads the page again. */
  readonly renew: () => void
  /** Takes in the answer to a call of this person. */
  readonly put: (epoch: string, rows: readonly Row[]) => void
}

interface Kept<Shown> {
  readonly key: string
  /** The key without the turn: the page, however often it was read. */
  readonly base: string
  readonly shown: Shown
}

/** A page of a list, kept current. Nothing moves in it while `isHeld`. */
export function useKeptPage<
  Row extends { readonly _id: string },
  Fact extends object,
  Asked extends { readonly page: number },
  Reading extends PageReading,
>(options: Options<Row, Fact, Asked, Reading>): KeptPageState<Row, Asked, Reading> {
  const { organizationId, name, asked, base, isHeld, collection, read, rowsOf, newcomers, factOf } = options
  const { outdates, reloadedAt } = options
  const [turn, setTurn] = useState(0)
  const key = `${base} ${turn}`
  const list = useLiveCollection<Fact, Reading>({
    id: `${name} ${key}`,
    ...{ organizationId, collection },
    ...(outdates && { outdates }),
    read: (_, signal) => read(signal),
  })
  const { data, tally: reading } = list
  const newest = useMemo(() => {
    return new Map(rowsOf(data ?? [], reading?.asOf ?? 0).map((row) => [row._id, row]))
  }, [data, reading, rowsOf])

  const [kept, setKept] = useState<Kept<KeptPage<Row, Asked, Reading>> | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const isNew = reading !== undefined && kept?.shown.reading !== reading
  const takes = isNew && (kept?.key !== key || !isHeld)
  let shown = kept?.shown ?? null
  if (takes) shown = { asked, reading, rows: [] }
  const isCurrent = takes || kept?.key === key
  if (shown !== null && isCurrent && reading !== undefined) {
    const rows = currentRows(shown, newest)
    if (rows !== shown.rows) shown = { ...shown, rows }
  }
  // React renders again at once with the kept page, before anything is drawn.
  if (shown !== null && (shown !== kept?.shown || (takes && kept.key !== key))) setKept({ key, base, shown })
  if (list.isError && failure !== key) setFailure(key)
  if (isCurrent && !list.isError && failure !== null) setFailure(null)

  const isOutdated = reading !== undefined && (reloadedAt?.(data ?? []) ?? 0) > reading.asOf
  const renew = () => setTurn((one) => one + 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads again once, when the pointer has left
  useEffect(() => {
    if (isOutdated && !isHeld) renew()
  }, [isOutdated, isHeld])

  return {
    shown,
    isCurrent,
    isLoading: !isCurrent && !list.isError,
    isReplaced: !isCurrent && !list.isError && kept?.base !== base && failure === null,
    error: list.isError ? list.error : null,
    failure,
    waiting: shown !== null && isCurrent ? newcomers(shown, newest.values()) : 0,
    hasChanged: isCurrent && ((isNew && !takes) || (isOutdated && isHeld)),
    renew,
    put: (epoch, rows) => list.put(epoch, rows.map(factOf)),
  }
}
