/** The faxes of the test clinics, under the ids that the examples of calls name. */
import { Readable } from 'node:stream'
import { example } from '@foyer/contracts/examples.ts'
import type { FileStorage } from '../../apps/api/src/files/file-storage.ts'
import type { FreshDatabase } from '../support/postgres.ts'

/** Lakeside's records; their words may be read by no one of Cedar. */
export const FOREIGN_FAXES = { faxId: 'fax9', previewId: 'preview9' } as const

const FILE = '0199f0aa-3c00-7000-8000-000000000901'
const FOREIGN_FILE = '0199f0aa-3c00-7000-8000-000000000902'

export async function addFaxes({ query }: Pick<FreshDatabase, 'query'>, files: FileStorage, words: string) {
  const bytes = Buffer.from('a Word file')
  for (const id of [FILE, FOREIGN_FILE]) await files.put(id, Readable.from([bytes]), bytes.length)
  const [ended, waiting] = example.faxIds
  // A Word file has only its cover drawn, which costs the tests least.
  const type = 'application/msword'
  await query(
    `insert into faxes (organization_id, id, number, own_number, note, status, file_id, file_name, file_size, file_type,
       sent_by, sent_by_name, created_at, completed_at, version) values
      ('org_cedar', $1, '+15125550177', '+15125550190', 'A note', 'delivered', $3, 'referral.doc', $4, $5, 'usr_lena',
       'lena of the staff', now(), now(), 0),
      ('org_cedar', $2, '+15125550178', '+15125550190', '', 'queued', $3, 'referral.doc', $4, $5, 'usr_lena',
       'lena of the staff', now(), null, 0),
      ('org_lakeside', 'fax9', '+15125550177', '+16175550190', $6, 'delivered', $7, $6, $4, $5, 'usr_omar', $6, now(),
       now(), 0)`,
    [ended, waiting, FILE, bytes.length, type, words, FOREIGN_FILE],
  )
  await query(
    `insert into fax_names (organization_id, number, name) values
      ('org_cedar', '+15125550177', 'Lamar Cardiology'), ('org_lakeside', '+15125550177', $1)`,
    [words],
  )
  await query(
    `insert into fax_previews (organization_id, id, user_id, created_at) values
      ('org_cedar', $1, 'usr_lena', now()), ('org_lakeside', 'preview9', 'usr_omar', now())`,
    [example.faxPreviewId],
  )
  await query(
    `insert into fax_pages (organization_id, preview_id, page, png) values
      ('org_cedar', $1, 1, 'a page'), ('org_lakeside', 'preview9', 1, $2)`,
    [example.faxPreviewId, Buffer.from(words)],
  )
}
