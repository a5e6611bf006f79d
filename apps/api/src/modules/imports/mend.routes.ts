/** Mends rows of a file. */
import { stateAfter } from '@foyer/contracts/imports/import-states.rules.ts'
import { mendImportRows } from '@foyer/contracts/imports/row-calls.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import type { Seams } from '../module.ts'
import { conflict } from './conflict.rules.ts'
import { changeImport } from './import-change.ts'
import { lockToMend, mendRows } from './mend.ts'
import { shownRow } from './row-list.store.ts'
import { targetOf } from './sheet-of.ts'

export function mendRoutes({ clock, importTargets }: Services & Pick<Seams, 'importTargets'>): Route[] {
  return [
    route(mendImportRows, ({ body: { importId, rows }, organizationId, write }) =>
      write(async (tx) => {
        const toMend = await lockToMend(tx, { organizationId, importId, rows })
        const { kept } = toMend
        const checksAnew = stateAfter(kept.state, 'map')
        if (stateAfter(kept.state, 'mend') === null || checksAnew === null) throw conflict(kept.state)
        const mended = await mendRows(tx, targetOf(importTargets, kept), toMend, checksAnew)
        const told = await changeImport(tx, kept, mended.changes, { at: clock.now(), isTold: true })
        const { counts, plan } = told.data
        const data = { rows: mended.rows.map(shownRow), counts, plan }
        return { code: 'ok' as const, data, asOf: told.asOf, epoch: told.epoch }
      }),
    ),
  ]
}
