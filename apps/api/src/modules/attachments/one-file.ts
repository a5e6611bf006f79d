/** Checks the one file of a call. */
import { examine, FileRefused, type ReadyFile } from '../../files/examine.ts'
import { openStaging, type Staging } from '../../files/staging.ts'
import { notValid, Refusal } from '../../http/refusal.ts'
import type { UploadedFile } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import type { KeptFile } from './attachments.store.ts'
import { type StoredBytes, withStoredBytes } from './keep-bytes.ts'

/** The kinds that a call takes, if they are fewer than those of the inbox. */
export interface Taken {
  readonly contentTypes: readonly string[]
  /** The rest of "The file …": "is of a kind that is not faxed. Faxed are PDF and PNG." */
  readonly notTaken: string
}

interface Asked {
  /** The name of the file's part in the call. */
  readonly part: string
  readonly taken?: Taken
}

/** [SEC-08] The file by its content; undefined without a file. */
export async function examineOne(
  [file]: readonly UploadedFile[],
  staging: Staging,
  { part, taken }: Asked,
): Promise<ReadyFile | undefined> {
  if (!file) return undefined
  const ready = await examine(file, staging).catch((error: unknown) => {
    if (!(error instanceof FileRefused)) throw error
    // The list of kinds that the inbox takes is longer.
    throw refused(part, taken && isOfKind(error.message) ? taken.notTaken : error.message)
  })
  if (taken && !taken.contentTypes.includes(ready.contentType)) throw refused(part, taken.notTaken)
  return ready
}

interface Uploaded extends Asked {
  readonly organizationId: string
  readonly files: readonly UploadedFile[]
}

/** Checks the file and stores its bytes, until the transaction of `keep` claims them. */
export async function withOneFile<Reply>(
  parts: Services,
  { organizationId, files, ...asked }: Uploaded,
  keep: (stored: { readonly file: KeptFile } & Pick<StoredBytes, 'claim'>) => Promise<Reply>,
): Promise<Reply> {
  const staging = openStaging(parts)
  try {
    const ready = await examineOne(files, staging, asked)
    if (!ready) throw notValid(asked.part, 'Required')
    return await withStoredBytes(parts, { organizationId }, [ready], ({ kept: [file], claim }) => {
      if (!file) throw new Error('A stored file is missing.')
      return keep({ file, claim })
    })
  } finally {
    await staging.clear()
  }
}

function isOfKind(message: string): boolean {
  return message.startsWith('is of a kind')
}

function refused(part: string, why: string): Refusal {
  const sentence = `The file ${why}`
  return new Refusal('not_valid', sentence, { issues: [{ path: part, message: sentence }] })
}
