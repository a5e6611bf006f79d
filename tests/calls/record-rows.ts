/** The insurance providers, referrals and files of the test clinics, under the ids that the examples of calls name. */
import { Readable } from 'node:stream'
import { referralIdExample, storedFileIdExamples } from '@foyer/contracts/imports/record-calls.ts'
import type { FileStorage } from '../../apps/api/src/files/file-storage.ts'
import type { FreshDatabase } from '../support/postgres.ts'

/** Lakeside's records; their words may be read by no one of Cedar. */
export const FOREIGN_RECORD_ROWS = { referralId: 'referral9', fileId: '0199f0aa-3c00-7000-8000-000000000903' } as const

const DOCUMENT = '0199f0aa-3c00-7000-8000-000000000904'

export async function addRecords({ query }: Pick<FreshDatabase, 'query'>, files: FileStorage, words: string) {
  const bytes = Buffer.from('the bytes of a file')
  const { referralId, fileId } = FOREIGN_RECORD_ROWS
  for (const id of [...storedFileIdExamples, fileId, DOCUMENT])
    await files.put(id, Readable.from([bytes]), bytes.length)
  await query(
    `insert into insurance_providers
       (organization_id, id, payer_id, payer_key, name, name_key, phone, created_at, version) values
      ('org_cedar', 'payer1', '60054', '60054', 'Aetna', 'aetna', '+18005550145', now(), 0),
      ('org_lakeside', 'payer9', null, null, $1, lower($1), null, now(), 0)`,
    [words],
  )
  await query(
    `insert into referrals (organization_id, id, patient_id, referring_provider, provider_key, date, reason, documents,
       created_at, version) values
      ('org_cedar', $1, 'p1', 'Dr. Iris Bloom', 'dr. iris bloom', '2026-11-18', 'Knee pain', 1, now(), 0),
      ('org_lakeside', $2, 'p9', $3, lower($3), '2026-11-18', $3, 0, now(), 0)`,
    [referralIdExample, referralId, words],
  )
  await query(
    `insert into referral_documents (organization_id, id, referral_id, name, content_type, size, created_at, created_by,
       created_by_name) values
      ('org_cedar', $1, $2, 'letter.pdf', 'application/pdf', $3, now(), 'usr_lena', 'lena of the staff')`,
    [DOCUMENT, referralIdExample, bytes.length],
  )
  await query(
    `insert into stored_files (organization_id, id, name, content_type, size, created_at, created_by, created_by_name,
       version) values
      ('org_cedar', $1, 'intake.pdf', 'application/pdf', $4, now(), 'usr_lena', 'lena of the staff', 0),
      ('org_cedar', $2, 'old.pdf', 'application/pdf', $4, now(), 'usr_lena', 'lena of the staff', 0),
      ('org_lakeside', $3, $5, 'application/pdf', $4, now(), 'usr_omar', $5, 0)`,
    [...storedFileIdExamples, fileId, bytes.length, words],
  )
}
