import type { Definition } from '@foyer/contracts/automations/definition.rules.ts'
import type { Names } from '@foyer/contracts/automations/facts.rules.ts'
import type { Tx } from '../../../db/tx.ts'
import { listAutomations } from '../definitions.store.ts'
import { readFigures } from '../figures.store.ts'
import { idsNamed, namesOf, type Records, readRecords } from '../records.store.ts'
import { type Around, definitionOf } from './item.rules.ts'
import { restorableSince, type StoredAutomation } from './state.rules.ts'

/** All automations of an organization, and what their items are made of. */
export interface Library {
  readonly all: readonly StoredAutomation[]
  readonly records: Records
  readonly around: Around
}

export async function readLibrary(tx: Tx, organizationId: string, now: Date): Promise<Library> {
  const [all, figures] = await Promise.all([
    listAutomations(tx, organizationId, restorableSince(now)),
    readFigures(tx, { organizationId, now }),
  ])
  return withRecords(tx, organizationId, { all, figures })
}

/** With the records that the automations name, and those that further definitions name. */
export async function withRecords(
  tx: Tx,
  organizationId: string,
  { all, figures }: Pick<Library, 'all'> & Pick<Around, 'figures'>,
  further: readonly (Definition | null)[] = [],
): Promise<Library> {
  const definitions = [...all.flatMap((one) => [definitionOf(one), one.draft]), ...further]
  const records = await readRecords(tx, organizationId, idsNamed(definitions))
  return { all, records, around: { names: namesOf(records), figures } }
}

/** The names of the records that definitions name. */
export async function readNames(tx: Tx, organizationId: string, definitions: readonly Definition[]): Promise<Names> {
  return namesOf(await readRecords(tx, organizationId, idsNamed(definitions)))
}
