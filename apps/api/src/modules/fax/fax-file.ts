/** Checks the file of a fax: its kind by its content, and that a PDF can be opened and is not too long. */
import type { ReadyFile } from '../../files/examine.ts'
import type { Staging } from '../../files/staging.ts'
import { notValid, type Refusal } from '../../http/refusal.ts'
import type { UploadedFile } from '../../http/route.ts'
import { countPages } from '../../reader/pdf.ts'
import { endOfCall } from '../../reader/reader.ts'
import type { Services } from '../../services.ts'
import { examineOne, type Taken } from '../attachments/attachments.ts'

export const PDF = 'application/pdf'
export const DOCUMENT_PAGES_MAX = 100
const PICTURES = ['image/png', 'image/jpeg']
const WORD = ['application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document']
const TAKEN: Taken = {
  contentTypes: [PDF, ...PICTURES, ...WORD],
  notTaken: 'is of a kind that is not faxed. Faxed are PDF, Word documents, PNG and JPEG.',
}

export interface FaxFile {
  readonly ready: ReadyFile
  /** The count without the cover; null if only the fax service can count them. */
  readonly pages: number | null
}

export function isPicture(contentType: string): boolean {
  return PICTURES.includes(contentType)
}

/** [SEC-08] Refuses what is not faxed; undefined without a file. */
export async function readFaxFile(
  { reader }: Pick<Services, 'reader'>,
  staging: Staging,
  files: readonly UploadedFile[],
): Promise<FaxFile | undefined> {
  const ready = await examineOne(files, staging, { part: 'faxFile', taken: TAKEN })
  if (!ready) return undefined
  if (ready.contentType !== PDF) return { ready, pages: isPicture(ready.contentType) ? 1 : null }
  const limits = { pagesMax: DOCUMENT_PAGES_MAX, signal: endOfCall() }
  return { ready, pages: await countPages(reader, ready.path, limits) }
}

export function fileMissing(): Refusal {
  return notValid('faxFile', 'Required')
}
