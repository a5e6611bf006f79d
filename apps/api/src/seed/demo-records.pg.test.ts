import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { referralSchema } from '@foyer/contracts/imports/record-calls.ts'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tests/support/postgres.ts'
import { createFolder } from '../files/folder.ts'
import { listInsuranceProviders } from '../modules/records/insurance.store.ts'
import { listReferrals } from '../modules/records/referrals.store.ts'
import { addDemoRecords } from './demo-records.ts'
import { seedDemo } from './seed.ts'

test('addDemoRecords adds nine payers, twelve referrals of known patients, and files whose bytes are kept', async () => {
  const store = await freshDatabase()
  const folder = mkdtempSync(path.join(tmpdir(), 'foyer-seed-'))
  const files = createFolder(folder)
  const parts = {
    database: store.database,
    clock: { now: () => new Date('2026-11-19T15:16:00Z') },
    newId: () => crypto.randomUUID(),
  }
  try {
    await seedDemo(parts)
    await addDemoRecords({ ...parts, files })
    const asked = { organizationId: 'org_cedar', search: '', after: null, limit: 100 }
    const { referrals, providers } = await store.database.read('org_cedar', async (tx) => ({
      ...(await listReferrals(tx, { ...asked, file: null, withoutDocuments: false })),
      ...(await listInsuranceProviders(tx, asked)),
    }))
    expect(providers.map(({ name }) => name)).toHaveLength(9)
    expect(referrals.map((one) => referralSchema.parse(one))).toHaveLength(12)
    expect(referrals[0]).toMatchObject({ date: '2026-11-18' })
    const counts = await store.query<{ kept: number; named: number }>(
      `select documents as named, (select count(*)::int from referral_documents as d where d.referral_id = r.id) as kept
       from referrals as r`,
    )
    expect(counts.filter(({ kept, named }) => kept !== named)).toEqual([])
    const kept = await store.query<{ id: string; size: number }>(
      'select id, size::int from referral_documents union all select id, size::int from stored_files',
    )
    expect(kept).toHaveLength(9)
    for (const { id, size } of kept) expect((await buffer(await files.get(id))).length).toBe(size)
  } finally {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
