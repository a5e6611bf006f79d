/** The sheet by which the rows of an import are checked, and the target that brings its records in. */
import { importKinds } from '@foyer/contracts/imports/kinds.rules.ts'
import type { AboutImport, ImportTarget } from '../import-target.ts'
import type { KeptImport } from './imports.store.ts'
import { type ReadySheet, readySheet } from './rules/check-row.rules.ts'

export function sheetOf({ kind, matchBy, columns, country, zone, today, encoding }: KeptImport): ReadySheet {
  return readySheet({ kind, matchBy, columns, country, zone, today, isText: encoding !== null })
}

export function aboutOf({ organizationId, matchBy, zone }: KeptImport): AboutImport {
  return { organizationId, matchBy, zone }
}

/** At the start: each kind of file is brought in by one module. */
export function assertTargets(targets: readonly ImportTarget[]): void {
  const wrong = importKinds.filter((kind) => targets.filter((one) => one.kind === kind).length !== 1)
  if (wrong.length > 0) throw new Error(`Not exactly one module brings in ${wrong.join(', ')}.`)
}

export function targetOf(targets: readonly ImportTarget[], { kind }: Pick<KeptImport, 'kind'>): ImportTarget {
  const target = targets.find((one) => one.kind === kind)
  if (!target) throw new Error(`No module brings in ${kind}.`)
  return target
}
