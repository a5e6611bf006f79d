/** Test setup: a clinic whose worker of imports runs, and files that its staff upload. */

import { type CallName, calls } from '@foyer/contracts/calls.ts'
import type { Import, ImportRow } from '@foyer/contracts/imports/imports.ts'
import { fillPath } from '@foyer/contracts/path.rules.ts'
import { until as untilFound } from '../../../../../tests/support/until.ts'
import type { FileStorage } from '../../files/file-storage.ts'
import * as sample from '../../files/sample-files.suite.ts'
import type { Reader } from '../../reader/reader.ts'
import type { Worker } from '../../workers/loop.ts'
import { type Answer, type Clinic, openClinic } from '../clinic.suite.ts'
import { startImportWorker } from './worker/import-worker.ts'

export type UploadCall =
  | 'uploadDemographics'
  | 'uploadProviders'
  | 'uploadInsuranceProviders'
  | 'uploadReferrals'
  | 'uploadAppointments'

interface Sent {
  readonly mode?: 'import' | 'review'
  readonly user?: string
  readonly organizationId?: string
  readonly name?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Imports extends Clinic {
  upload(call: UploadCall, content: string | Buffer | null, sent?: Sent): Promise<Answer>
  /** Uploads a file and returns its import once a person reviews it. */
  review(call: UploadCall, content: string | Buffer, sent?: Sent): Promise<Import>
  /** Makes a call about an import, of o1 by default, and returns its data. */
  ask<Data = Import>(name: CallName, fields: object, user?: string): Promise<Data>
  find(importId: string): Promise<Import>
  /** Returns the import once it has one of these states. */
  until(importId: string, ...states: readonly Import['state'][]): Promise<Import>
  rows(importId: string, fields?: object): Promise<ImportRow[]>
  /** Starts the import with the numbers that it shows, and returns it when it has ended. */
  run(found: Import): Promise<Import>
}

export async function openImports({
  env = {},
  isWorking = true,
  restTimes = 0,
  wrapReader = (reader) => reader,
  wrapFiles = (files) => files,
}: {
  readonly env?: Record<string, string>
  readonly isWorking?: boolean
  /** The worker rests after each step for so many times what the step took; here it rests for nobody. */
  readonly restTimes?: number
  /** The worker reads files with the reader that this returns. */
  readonly wrapReader?: (reader: Reader) => Reader
  readonly wrapFiles?: (files: FileStorage) => FileStorage
} = {}): Promise<Imports> {
  const clinic = await openClinic(env, { wrapFiles })
  const parts = { ...clinic.parts, reader: wrapReader(clinic.parts.reader) }
  const worker: Worker | undefined = isWorking ? startImportWorker(parts, { pollMs: 200, restTimes }) : undefined

  const upload: Imports['upload'] = async (call, content, sent = {}) => {
    const { mode = 'review', user = 'lena', organizationId = 'o1', name = 'people.csv', headers = {} } = sent
    const form = new FormData()
    form.append('mode', mode)
    if (content !== null) form.append('file', sample.file(content, name))
    const { method, path } = calls[call]
    const response = await fetch(clinic.url + fillPath(path, path.includes(':') ? { organizationId } : {}), {
      method,
      body: form,
      headers: {
        ...{ authorization: `Bearer ${user}`, 'access-token': user, userid: user, organizationid: organizationId },
        ...(call === 'uploadAppointments' && { timezone: 'America/Chicago' }),
        ...headers,
      },
    })
    return { status: response.status, body: await response.json() }
  }
  const ask: Imports['ask'] = async (name, fields, user = 'lena') => {
    const { status, body } = await clinic.call(name, user, { ...fields })
    if (status !== 200) throw new Error(`${name} was refused: ${status} ${JSON.stringify(body)}`)
    return body.data
  }
  const find: Imports['find'] = (importId) => ask('importOne', { importId })
  const until: Imports['until'] = async (importId, ...states) => {
    const ends = new Set<Import['state']>([...states, 'failed', 'done'])
    const found = await untilFound(async () => {
      const one = await find(importId)
      if (!ends.has(one.state)) throw new Error(`The import is ${one.state}.`)
      return one
    })
    if (!states.includes(found.state)) throw new Error(`The import is ${found.state}: ${found.problem}`)
    return found
  }
  return {
    ...clinic,
    ...{ upload, ask, find, until },
    async review(call, content, sent) {
      const { status, body } = await upload(call, content, sent)
      if (status !== 200) throw new Error(`The upload was refused: ${status} ${JSON.stringify(body)}`)
      return until(body.data.importId, 'review')
    },
    rows: (importId, fields = {}) => ask<ImportRow[]>('importRows', { importId, limit: 100, ...fields }),
    async run({ _id: importId, counts: { ready, errors, skipped } }) {
      await ask('startImport', { importId, expect: { ready, errors, skipped } })
      return until(importId, 'done')
    },
    async close() {
      await worker?.stop()
      await clinic.close()
    },
  }
}

/** Lines of a CSV file. */
export function csv(...rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((cells) => cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',')).join('\n')
}
