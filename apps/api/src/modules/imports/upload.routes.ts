/** The specification's calls that upload a file. */

import type { ImportKind } from '@foyer/contracts/imports/kinds.rules.ts'
import * as calls from '@foyer/contracts/imports/upload-calls.ts'
import { isZone } from '@foyer/contracts/time/wall-clock.rules.ts'
import type { Request } from 'express'
import { notValid } from '../../http/refusal.ts'
import { type Context, type Route, route } from '../../http/route.ts'
import { judgeSheet } from '../../reader/sheets/sheet.ts'
import type { Services } from '../../services.ts'
import { withStoredBytes } from '../attachments/attachments.ts'
import { keptName } from './file-name-of-import.rules.ts'
import { newImport } from './new-import.ts'
import { awaitImport } from './upload-answer.ts'

type Upload = Context<
  (typeof calls)[
    | 'uploadDemographics'
    | 'uploadProviders'
    | 'uploadInsuranceProviders'
    | 'uploadReferrals'
    | 'uploadAppointments']
>

const ZONE = 'timezone'

export function uploadRoutes(parts: Services, stopping: AbortSignal): Route[] {
  const take = (kind: ImportKind) => (context: Upload) => upload(parts, stopping, context, { kind })
  return [
    route(calls.uploadDemographics, take('demographics')),
    route(calls.uploadProviders, take('providers')),
    route(calls.uploadInsuranceProviders, take('insuranceProviders')),
    route(calls.uploadReferrals, take('referrals')),
    route(calls.uploadAppointments, (context) =>
      upload(parts, stopping, context, { kind: 'appointments', zone: zoneOf(context.req) }),
    ),
  ]
}

interface Wanted {
  readonly kind: ImportKind
  /** Absent: the clinic's. */
  readonly zone?: string
}

/** Keeps the file with its import in one transaction; the import is then another worker's. */
async function upload(parts: Services, stopping: AbortSignal, context: Upload, { kind, zone }: Wanted) {
  const { files, body, caller, organizationId, write, res } = context
  const [file] = files
  if (!file) throw notValid('file', 'Required')
  if (file.size === 0) throw notValid('file', 'The file is empty')
  await judgeSheet(file.path)
  const fileName = keptName(file.name)
  const ready = { path: file.path, size: file.size, name: fileName, contentType: 'application/octet-stream' }
  const isDirect = body.mode === 'import'
  const created = await withStoredBytes(parts, { organizationId }, [ready], ({ kept: [stored], claim }) =>
    write((tx) => {
      const about = { fileId: stored?.id ?? '', fileName, size: file.size, digest: file.digest }
      return newImport(tx, parts, { ...about, organizationId, kind, zone, isDirect, userId: caller.userId }, () =>
        claim(tx),
      )
    }),
  )
  if (!isDirect) return created
  // The same request again gets the answer of its first time, which names the import.
  const { importId } = created.data
  const { status, reply } = await awaitImport(parts, stopping, { organizationId, importId, res })
  // The import takes a while, and its errors name patients.
  await context.check()
  res.status(status).json(reply)
  return created
}

/** [OPEN-043] */
function zoneOf(req: Request): string {
  const zone = req.get(ZONE)
  if (zone === undefined || zone === '') throw notValid(ZONE, 'Required')
  // An offset is no name: it does not know when the clocks change.
  if (!isZone(zone) || /^[+-]/.test(zone)) throw notValid(ZONE, 'Not the name of a time zone')
  return zone
}
