import type { Appointment } from '@foyer/contracts/appointments/appointment.ts'
import { factOf, type ListedFact, listedFacts, listedVisits } from '@foyer/contracts/appointments/listed.rules.ts'
import { useEffect, useMemo, useState } from 'react'
import type { Page } from '../../live/live-collection.rules.ts'
import { useApi } from '../../parts/services.tsx'
import { useLiveCollection } from '../../parts/use-live-collection.ts'
import { visitQuery } from './filter.rules.ts'
import { readVisits } from './read-visits.actors.ts'
import { type AskedPage, currentRows, newcomers, type Reading, type ShownPage } from './visit-page.rules.ts'

export interface VisitPage {
  /** The page on the screen; null before the first one. */
  readonly shown: ShownPage | null
  /** The page on the screen is the one that is asked for. */
  readonly isCurrent: boolean
  readonly isLoading: boolean
  /** Another page is asked for, so that the shown rows give way to a skeleton; a page that is read again keeps its rows. */
  readonly isReplaced: boolean
  readonly error: unknown
  /** Changes with each failure that a person has caused, not with the tries that follow by themselves; null without one. */
  readonly failure: string | null
  /** The visits that wait to be shown; 0 also while the whole page waits. */
  readonly waiting: number
  /** A later reading of the page waits until the pointer has left it. */
  readonly hasChanged: boolean
  /** Reads the page again. */
  readonly renew: () => void
  /** Takes in the answer to a call of this person. */
  readonly put: (epoch: string, visits: readonly Appointment[]) => void
}

interface Kept {
  readonly key: string
  /** The key without the turn: the page, however often it was read. */
  readonly base: string
  readonly shown: ShownPage
}

/** A page of the visit list, kept current. Nothing moves in it while `isHeld`, because the pointer or the focus is in it. */
export function useVisitPage(organizationId: string, asked: AskedPage, isHeld: boolean): VisitPage {
  const api = useApi()
  const [turn, setTurn] = useState(0)
  const { filter, sort, page, slot } = asked
  const query = JSON.stringify(visitQuery(filter))
  const order = JSON.stringify({ [sort.field]: sort.direction })
  const base = JSON.stringify([query, order, page, slot])
  const key = `${base} ${turn}`
  const list = useLiveCollection<ListedFact, Reading>({
    id: `visits ${key}`,
    organizationId,
    collection: listedFacts,
    read: (_, signal): Promise<Page<ListedFact, Reading>> =>
      readVisits(api, { query, sort: order, page, slot }, signal).then(({ visits, reading, epoch }) => {
        return { items: visits.map(factOf), cursor: null, epoch, seq: reading.asOf, tally: reading }
      }),
  })
  const { data, tally: reading } = list
  const visits = useMemo(() => {
    return new Map(listedVisits(data ?? [], reading?.asOf ?? 0).map((visit) => [visit._id, visit]))
  }, [data, reading])

  const [kept, setKept] = useState<Kept | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const isNew = reading !== undefined && kept?.shown.reading !== reading
  const takes = isNew && (kept?.key !== key || !isHeld)
  let shown = kept?.shown ?? null
  if (takes) shown = { asked, reading, rows: [] }
  const isCurrent = takes || kept?.key === key
  if (shown !== null && isCurrent && reading !== undefined) {
    const rows = currentRows(shown, visits)
    if (rows !== shown.rows) shown = { ...shown, rows }
  }
  // React renders again at once with the kept page, before anything is drawn.
  if (shown !== null && (shown !== kept?.shown || (takes && kept.key !== key))) setKept({ key, base, shown })
  if (list.isError && failure !== key) setFailure(key)
  if (isCurrent && !list.isError && failure !== null) setFailure(null)

  const reload = data?.find((fact) => fact.kind === 'reload')
  const isOutdated = reload !== undefined && reading !== undefined && reload.version > reading.asOf
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
    waiting: shown !== null && isCurrent ? newcomers(shown, visits.values()) : 0,
    hasChanged: isCurrent && ((isNew && !takes) || (isOutdated && isHeld)),
    renew,
    put: (epoch, changed) => list.put(epoch, changed.map(factOf)),
  }
}
