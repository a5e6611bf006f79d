/** Insurance providers as imports find and write them. */

import type { Tx } from '../../db/tx.ts'
import type { AboutImport, Found, ImportTarget, StoredRecord, Values, WantedRow } from '../import-target.ts'
import {
  addInsuranceProviders,
  findByKeys,
  type KeyedProvider,
  lockInsuranceProviders,
  type ProviderToSave,
  saveInsuranceProviders,
} from './insurance.store.ts'
import { keyIn, textOf } from './record-keys.rules.ts'
import { type RecordAfter, writtenRecords } from './written-records.rules.ts'

export const insuranceTarget: ImportTarget = {
  kind: 'insuranceProviders',
  rowsMax: 200,
  find,
  async write(tx, work, rows, plan) {
    const [, found] = await Promise.all([lockInsuranceProviders(tx, work.organizationId), find(tx, work, rows)])
    const stored = found.flatMap(({ byKey }) => byKey)
    const written = writtenRecords(await plan(found), { ...work, found: stored, keysOf })
    const saving = { organizationId: work.organizationId, at: work.now }
    // First, so that a new provider may take the key that a changed one leaves.
    saveInsuranceProviders(tx, saving, written.updated.map(toSave))
    addInsuranceProviders(tx, saving, written.created.map(toSave))
    return { rows: written.rows, changes: [] }
  },
}

async function find(tx: Tx, { organizationId }: AboutImport, rows: readonly WantedRow[]): Promise<readonly Found[]> {
  const keys = rows.map(({ values }) => ({ payer: keyIn(values, 'payerId'), name: keyIn(values, 'name') }))
  const payerKeys = keys.flatMap(({ payer }) => payer ?? [])
  const nameKeys = keys.flatMap(({ name }) => name ?? [])
  const providers = await findByKeys(tx, organizationId, { payerKeys, nameKeys })
  const byPayer = Map.groupBy(providers, ({ payerKey }) => payerKey)
  const byName = Map.groupBy(providers, ({ nameKey }) => nameKey)
  return keys.map(({ payer, name }) => {
    const ofPayer = payer === null ? [] : (byPayer.get(payer) ?? [])
    const ofName = name === null ? [] : (byName.get(name) ?? [])
    const ofWeaker = payer === null ? ofName : ofName.filter(({ payerKey }) => payerKey === null)
    const byKey = (ofPayer.length > 0 ? ofPayer : ofWeaker).map(storedOf)
    return { byKey, alike: [], patients: [], consents: new Map() }
  })
}

function storedOf({ _id: recordId, name, payerId, phone }: KeyedProvider): StoredRecord {
  return { recordId, name, values: { payerId, name, phone } }
}

function toSave({ recordId: id, values }: RecordAfter): ProviderToSave {
  return {
    id,
    payerId: textOf(values, 'payerId'),
    name: textOf(values, 'name') ?? '',
    phone: textOf(values, 'phone'),
  }
}

function keysOf(values: Values): readonly string[] {
  return ['payerId', 'name'].flatMap((name) => {
    const key = keyIn(values, name)
    return key === null ? [] : [JSON.stringify([name, key])]
  })
}
