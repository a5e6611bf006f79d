/** Identifies a file by its content alone and prepares what is stored of it. [SEC-08] */
import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { CSV, type FileKind, kindOf, TAKEN_IN_WORDS, TEXT } from './file-kinds.rules.ts'
import { extensionOf, fileName } from './file-name.rules.ts'
import { blankHeic } from './heic.ts'
import { oldOfficeKind } from './old-office.ts'
import { redraw } from './pictures.ts'
import { isPlainText } from './plain-text.ts'
import type { StagedFile, Staging } from './staging.ts'
import { codeInWords, isOfSystem, storingFailure } from './storing-failure.rules.ts'

/** A file that may be stored, at its current path. */
export interface ReadyFile {
  readonly path: string
  readonly size: number
  readonly contentType: string
  readonly name: string
}

/** The file itself is not acceptable. The message is shown to the user. Temporary failures use other errors. */
export class FileRefused extends Error {}

const NOT_TAKEN = `is of a kind that is not taken. Taken are ${TAKEN_IN_WORDS}.`
const NOT_DRAWN = 'is damaged, too large to be shown, or not the picture that it says it is.'
/**
 * The image library's message when it could not read the input at all, which includes a file that it could not open.
 */
const NOT_BEGUN = /^Input file /

export async function examine(file: StagedFile & { readonly name: string }, staging: Staging): Promise<ReadyFile> {
  if (file.size === 0) throw new FileRefused('is empty.')
  const kind = await kindOfFile(file.path, extensionOf(file.name))
  if (!kind) throw new FileRefused(NOT_TAKEN)
  if (kind.isBlanked) await blanked(file.path)
  const kept = kind.redrawnAs ? await redrawn(file.path, kind.redrawnAs, staging) : file
  return { path: kept.path, size: kept.size, contentType: kind.contentType, name: fileName(file.name, kind.extensions) }
}

/** Plain text has no signature: the extension names the kind, and the content must be possible for it. */
async function kindOfFile(path: string, extension: string): Promise<FileKind | undefined> {
  const text = [TEXT, CSV].find(({ extensions }) => extensions.includes(extension))
  try {
    if (text && (await isPlainText(path))) return text
    const detected = await fileTypeFromFile(path)
    if (detected?.mime === 'application/x-cfb') return await oldOfficeKind(path)
    return detected && kindOf(detected.mime)
  } catch (error) {
    if (isOfSystem(error)) throw storingFailure(error)
    return undefined
  }
}

async function blanked(path: string): Promise<void> {
  try {
    await blankHeic(path)
  } catch (error) {
    if (isOfSystem(error)) throw storingFailure(error)
    throw new FileRefused(NOT_DRAWN)
  }
}

async function redrawn(from: string, format: NonNullable<FileKind['redrawnAs']>, staging: Staging) {
  for (let tries = 1; ; tries++) {
    const path = await staging.newPath()
    try {
      return { path, ...(await redraw(from, path, format)) }
    } catch (error) {
      if (isOfSystem(error)) throw storingFailure(error)
      // The image library reports a full disk and other system errors only in its message.
      const words = error instanceof Error ? error.message : ''
      const code = codeInWords(words)
      if (code) throw storingFailure(Object.assign(error as Error, { code }))
      await assertOpens(from)
      // The file opens now and may not have opened a moment ago, so a first failure is retried.
      if (tries > 1 || !NOT_BEGUN.test(words)) throw new FileRefused(NOT_DRAWN)
    }
  }
}

async function assertOpens(path: string): Promise<void> {
  const file = await open(path).catch((error: unknown) => {
    throw storingFailure(error)
  })
  await file.close()
}
