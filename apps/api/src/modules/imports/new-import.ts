/** Adds the import of an uploaded file, within the limits of its organization. */

import { noCounts, noOutcome, noPlan } from '@foyer/contracts/imports/import-counts.rules.ts'
import { importProgress } from '@foyer/contracts/imports/import-events.ts'
import type { ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'
import { OPEN_IMPORTS_MAX, ROWS_A_DAY_MAX } from '@foyer/contracts/imports/limits.rules.ts'
import type { Uploaded } from '@foyer/contracts/imports/upload-calls.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Tx } from '../../db/tx.ts'
import { appendEvents, newEvent } from '../../events/append.ts'
import type { Services } from '../../services.ts'
import { FORMER, findStaff, readClinic } from '../organizations/organizations.ts'
import {
  dueImports,
  findSameFile,
  insertImport,
  type KeptImport,
  lockUploads,
  readLoad,
  shownImport,
} from './imports.store.ts'
import { dayBefore, tooManyOpen, tooManyToday } from './limits.rules.ts'

interface Wanted {
  readonly organizationId: string
  readonly kind: ImportKind
  readonly fileId: string
  readonly fileName: string
  readonly size: number
  readonly digest: string
  readonly isDirect: boolean
  readonly zone: string | undefined
  readonly userId: string
}

type NewServices = Pick<Services, 'clock' | 'newId' | 'config'>

/** As the last thing of the transaction, which claims the bytes of the file. */
export async function newImport(
  tx: Tx,
  { clock, newId, config }: NewServices,
  wanted: Wanted,
  claim: () => Promise<void>,
): Promise<{ code: 'ok'; data: Uploaded }> {
  const { organizationId, digest, userId, isDirect } = wanted
  const at = clock.now()
  // Sent together; the store takes the lock first.
  const [, , load, sameFileAs, clinic, staff] = await Promise.all([
    claim(),
    lockUploads(tx, organizationId),
    readLoad(tx, organizationId, dayBefore(at)),
    findSameFile(tx, organizationId, digest),
    readClinic(tx, organizationId),
    findStaff(tx, organizationId, userId),
  ])
  if (load.open >= OPEN_IMPORTS_MAX) throw tooManyOpen()
  if (load.rows >= ROWS_A_DAY_MAX) throw tooManyToday()
  const zone = wanted.zone ?? clinic.timezone
  const kept: KeptImport = {
    ...{ _id: newId(), organizationId, kind: wanted.kind, state: 'reading', fileName: wanted.fileName },
    ...{ size: wanted.size, sheets: [], sheet: null, headerRow: null, encoding: null, delimiter: null, columns: [] },
    ...{ matchBy: 'mrn', counts: noCounts, plan: noPlan, outcome: noOutcome, sameFileAs, createdBy: userId },
    ...{ createdByName: staff?.name ?? FORMER, createdAt: at, finishedAt: null, problem: null, version: 0 },
    ...{ isDirect, fileId: wanted.fileId, digest, readAs: {}, zone, country: countryOf(clinic.smsNumber, config) },
    ...{ today: dayIn(at, zone), rowsRead: 0, checkedThrough: null, expected: null, startedBy: null, startedAt: null },
    ...{ problemReason: null, toldAt: at, isToClear: false, clearedAt: null, turn: null },
  }
  await appendEvents(tx, { organizationId, at }, [
    {
      record({ seq: version }) {
        insertImport(tx, { ...kept, version })
        return newEvent(importProgress, shownImport({ ...kept, version }))
      },
    },
  ])
  dueImports.wake(tx)
  return { code: 'ok', data: uploadedSoFar(kept) }
}

/** The country of the clinic's own number, in which numbers without a country code are read. */
function countryOf(smsNumber: string | null, { smsCountries }: Services['config']): string {
  return parsePhoneNumberFromString(smsNumber ?? '')?.country ?? smsCountries[0] ?? 'US'
}

/** The numbers of an import as its upload is answered. */
export function uploadedSoFar({ _id, state, rowsRead, counts, outcome }: KeptImport): Uploaded {
  const { created: inserted, updated, unchanged, refused } = outcome
  const failed = counts.errors + refused
  return { total: rowsRead, inserted, updated, unchanged, failed, errors: [], importId: _id, state }
}
