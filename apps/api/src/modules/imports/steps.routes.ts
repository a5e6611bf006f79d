/** The calls by which people take an import from step to step. */
import * as calls from '@foyer/contracts/imports/import-calls.ts'
import { isAsExpected, noCounts, noOutcome, noPlan } from '@foyer/contracts/imports/import-counts.rules.ts'
import { type ImportAction, stateAfter } from '@foyer/contracts/imports/import-states.rules.ts'
import type { Tx } from '../../db/tx.ts'
import { notFound, notValid, Refusal } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import type { Seams } from '../module.ts'
import { changedColumns, choicesToRemember, matchByOf } from './columns-of-file.rules.ts'
import { conflict } from './conflict.rules.ts'
import { type Changed, changeImport } from './import-change.ts'
import { type ImportId, type KeptImport, lockImport, shownImport } from './imports.store.ts'
import { saveMappings } from './mappings.store.ts'
import { chosenAnew } from './read-as.rules.ts'
import { stoppedNow } from './stopped.ts'

type StepServices = Services & Pick<Seams, 'importTargets'>

export function stepRoutes({ clock, importTargets }: StepServices): Route[] {
  return [
    route(calls.readImportAs, ({ body, organizationId, write }) =>
      write(async (tx) => {
        const { organizationId: _, importId, ...choice } = body
        const { kept, state } = await lockFor(tx, { organizationId, importId }, 'readAs')
        assertReadable(kept, choice)
        const readAs = chosenAnew(kept, choice)
        const anew = { rowsRead: 0, checkedThrough: null, counts: noCounts, plan: noPlan, columns: [], problem: null }
        return replyOf(await changeImport(tx, kept, { state, readAs, ...anew }, { at: clock.now() }))
      }),
    ),

    route(calls.mapImport, ({ body, organizationId, write }) =>
      write(async (tx) => {
        const { importId, columns: asked, matchBy: askedMatch, remember } = body
        const { kept, state } = await lockFor(tx, { organizationId, importId }, 'map')
        const columns = [...changedColumns(kept.kind, kept.columns, asked)]
        const matchBy = matchByOf(kept.kind, kept.matchBy, askedMatch)
        if (remember) saveMappings(tx, organizationId, kept.kind, choicesToRemember(columns))
        const at = clock.now()
        const isSame = matchBy === kept.matchBy && JSON.stringify(columns) === JSON.stringify(kept.columns)
        if (isSame) return replyOf(await changeImport(tx, kept, {}, { at }))
        const anew = { checkedThrough: null, counts: noCounts, plan: noPlan, problem: null }
        const changes = { state, columns, matchBy, ...anew }
        return replyOf(await changeImport(tx, kept, changes, { at, isTold: true }))
      }),
    ),

    route(calls.startImport, ({ body, caller, organizationId, write }) =>
      write(async (tx) => {
        const { importId, expect: expected } = body
        const { kept, state } = await lockFor(tx, { organizationId, importId }, 'start')
        const shown = shownImport(kept)
        if (!isAsExpected(expected, kept.counts))
          throw new Refusal('stale', 'The rows have changed meanwhile. Look at them again.', { data: shown })
        if (shown.blockedBy.length > 0) throw new Refusal('conflict', 'Columns are still to be matched.')
        if (kept.counts.ready === 0) throw new Refusal('conflict', 'There are no rows to import.')
        const at = clock.now()
        const started = { state, expected, startedBy: caller.userId, startedAt: at, outcome: noOutcome, problem: null }
        return replyOf(await changeImport(tx, kept, started, { at }))
      }),
    ),

    route(calls.stopImport, ({ body: { importId }, organizationId, write }) =>
      write(async (tx) => {
        const { kept } = await lockFor(tx, { organizationId, importId }, 'stop')
        const at = clock.now()
        const { changes, entries } = await stoppedNow(tx, importTargets, kept, at)
        return replyOf(await changeImport(tx, kept, changes, { at, entries }))
      }),
    ),

    route(calls.resumeImport, ({ body: { importId }, caller, organizationId, write }) =>
      write(async (tx) => {
        const { kept, state } = await lockFor(tx, { organizationId, importId }, 'resume')
        if (kept.isToClear || kept.clearedAt !== null) throw new Refusal('conflict', 'Its rows are no longer kept.')
        const at = clock.now()
        const resumed = { state, startedBy: caller.userId, startedAt: at, problem: null }
        return replyOf(await changeImport(tx, kept, resumed, { at }))
      }),
    ),

    route(calls.discardImport, ({ body: { importId }, organizationId, write }) =>
      write(async (tx) => {
        const { kept, state } = await lockFor(tx, { organizationId, importId }, 'discard')
        const at = clock.now()
        return replyOf(await changeImport(tx, kept, { state, finishedAt: at, isToClear: true }, { at }))
      }),
    ),
  ]
}

function replyOf({ data, asOf, epoch }: Changed) {
  return { code: 'ok' as const, data, asOf, epoch }
}

/** The locked import with the state after the step; refused where the step is not allowed. */
async function lockFor(tx: Tx, about: ImportId, action: ImportAction) {
  const kept = await lockImport(tx, about)
  if (!kept) throw notFound()
  const state = stateAfter(kept.state, action)
  if (state === null) throw conflict(kept.state)
  return { kept, state }
}

interface Choice {
  readonly sheet?: string | undefined
  readonly encoding?: string | undefined
  readonly delimiter?: string | undefined
}

function assertReadable(kept: KeptImport, { sheet, encoding, delimiter }: Choice): void {
  if (sheet !== undefined && !kept.sheets.some(({ name }) => name === sheet))
    throw notValid('sheet', 'The file has no such sheet')
  // Only a workbook has sheets.
  if (kept.sheets.length === 0) return
  if (encoding !== undefined) throw notValid('encoding', 'Only of a text file')
  if (delimiter !== undefined) throw notValid('delimiter', 'Only of a text file')
}
