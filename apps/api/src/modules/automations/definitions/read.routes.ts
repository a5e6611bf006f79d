/** Lists automations, opens one, and tells of what a new one may be made. */
import type { AutomationDetail } from '@foyer/contracts/automations/automation.ts'
import * as calls from '@foyer/contracts/automations/calls.ts'
import { sql } from 'kysely'
import { readHead } from '../../../events/append.ts'
import { notFound } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { listAutomations, listVersions, type StoredVersion } from '../definitions.store.ts'
import { readFigures } from '../figures.store.ts'
import { readPause } from '../pause.store.ts'
import { idsNamed, namesOf, readNamesInUse, readRecords } from '../records.store.ts'
import { catalogOf } from './catalog.rules.ts'
import { type Around, definitionOf, itemOf, savedItemOf, versionOf } from './item.rules.ts'
import { readLibrary } from './library.ts'
import { isListed, restorableSince, type StoredAutomation } from './state.rules.ts'

export function readRoutes({ clock }: Pick<Services, 'clock'>): Route[] {
  return [
    route(calls.automations, ({ query: { removed, definitions }, organizationId, read }) =>
      read(async (tx) => {
        const [{ seq, epoch }, pause, { all, around }] = await Promise.all([
          readHead(tx, organizationId),
          readPause(tx, organizationId),
          readLibrary(tx, organizationId, clock.now()),
        ])
        const shown = removed === 'yes' ? all : all.filter(isListed)
        const data = shown.map((one) => ({
          ...itemOf(one, around),
          ...(definitions === 'yes' && { definition: one.draft ?? definitionOf(one) }),
        }))
        return { code: 'ok' as const, data, asOf: seq, epoch, pause }
      }),
    ),

    route(calls.automation, ({ query: { automationId }, organizationId, read }) =>
      read(async (tx) => {
        const now = clock.now()
        const [{ seq, epoch }, all, figures, versions] = await Promise.all([
          readHead(tx, organizationId),
          listAutomations(tx, organizationId, restorableSince(now)),
          readFigures(tx, { organizationId, now, among: sql`${[automationId]}::text[]` }),
          listVersions(tx, { organizationId, automationId }),
        ])
        const one = all.find(({ _id }) => _id === automationId)
        if (!one) throw notFound()
        const definitions = [one.draft, definitionOf(one), ...versions.map(({ definition }) => definition)]
        const names = namesOf(await readRecords(tx, organizationId, idsNamed(definitions)))
        return { code: 'ok' as const, data: detailOf(one, versions, { names, figures }), asOf: seq, epoch }
      }),
    ),

    route(calls.automationCatalog, ({ organizationId, read }) =>
      read(async (tx) => {
        const [records, inUse] = await Promise.all([
          readRecords(tx, organizationId, 'offered'),
          readNamesInUse(tx, organizationId),
        ])
        return { code: 'ok' as const, data: catalogOf({ records, inUse, names: namesOf(records) }) }
      }),
    ),
  ]
}

function detailOf(one: StoredAutomation, versions: readonly StoredVersion[], around: Around): AutomationDetail {
  return {
    ...savedItemOf(one, around),
    definition: one.active,
    versions: versions.map((row) => versionOf(row, around.names)),
  }
}
