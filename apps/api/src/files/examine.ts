/** [SEC-08] What a file is, told by its content alone, and what of it is kept. */
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

/** A file that may be kept, at the path where it lies now. */
export interface ReadyFile {
  readonly path: string
  readonly size: number
  readonly contentType: string
  readonly name: string
}

/** Its message is meant to be read. It is for good: of a process that can't look now it says nothing. */
export class FileRefused extends Error {}

const NOT_TAKEN = `is of a kind that is not taken. Taken are ${TAKEN_IN_WORDS}.`
const NOT_DRAWN = 'is damaged, too large to be shown, or not the picture that it says it is.'
/** How the drawing library begins when it got no picture out of a file at all. What it can't open, it takes for none. */
const NOT_BEGUN = /^Input file /

export async function examine(file: StagedFile & { readonly name: string }, staging: Staging): Promise<ReadyFile> {
  if (file.size === 0) throw new FileRefused('is empty.')
  const kind = await kindOfFile(file.path, extensionOf(file.name))
  if (!kind) throw new FileRefused(NOT_TAKEN)
  if (kind.isBlanked) await blanked(file.path)
  const kept = kind.redrawnAs ? await redrawn(file.path, kind.redrawnAs, staging) : file
  return { path: kept.path, size: kept.size, contentType: kind.contentType, name: fileName(file.name, kind.extensions) }
}

/** Texts have no mark of their own: there the name says which, and the content whether it can be. */
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
      // The drawing library tells a full disk in words alone, and so what else the system says.
      const words = error instanceof Error ? error.message : ''
      const code = codeInWords(words)
      if (code) throw storingFailure(Object.assign(error as Error, { code }))
      await assertOpens(from)
      // It opens now, and may not have a moment ago.
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
