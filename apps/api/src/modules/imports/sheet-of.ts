/** The sheet by which the rows of an import are checked, and the target that brings its records in. */
import type { AboutImport, ImportTarget } from '../import-target.ts'
import type { KeptImport } from './imports.store.ts'
import { type ReadySheet, readySheet } from './rules/check-row.rules.ts'

export function sheetOf({ kind, matchBy, columns, country, zone, today }: KeptImport): ReadySheet {
  return readySheet({ kind, matchBy, columns, country, zone, today })
}

export function aboutOf({ organizationId, matchBy, zone }: KeptImport): AboutImport {
  return { organizationId, matchBy, zone }
}

export function targetOf(targets: readonly ImportTarget[], { kind }: Pick<KeptImport, 'kind'>): ImportTarget {
  const target = targets.find((one) => one.kind === kind)
  if (!target) throw new Error(`No module brings in ${kind}.`)
  return target
}
