/** Draws the square pictures of a person anew from an uploaded one: nothing but its pixels remains. [SEC-08] */
import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { FileRefused } from './examine.ts'
import { drawSquares, readSides, type Squares } from './pictures.ts'
import type { StagedFile } from './staging.ts'
import { codeInWords, isOfSystem, storingFailure } from './storing-failure.rules.ts'

export type Portrait = Squares

const TAKEN = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/webp'])
const SIDE_MIN = 64
const NOT_DRAWN = 'is damaged, too large to be shown, or not the picture that it says it is.'

/** By its content alone, whatever its name. Throws `FileRefused` with the end of a sentence about the picture. */
export async function drawPortrait({ path, size }: Pick<StagedFile, 'path' | 'size'>): Promise<Portrait> {
  if (size === 0) throw new FileRefused('is empty.')
  const kind = await ofPicture(path, () => fileTypeFromFile(path))
  if (!kind || !TAKEN.has(kind.mime)) throw new FileRefused('must be a PNG, a JPEG or a WebP.')
  const { width, height } = await ofPicture(path, () => readSides(path))
  if (Math.min(width, height) < SIDE_MIN)
    throw new FileRefused(`is too small: it needs at least ${SIDE_MIN} pixels on each side.`)
  return ofPicture(path, () => drawSquares(path))
}

/** A failure of the machine may be tried again; any other one is the picture's. */
async function ofPicture<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isOfSystem(error)) throw storingFailure(error)
    // The image library reports errors of the system in words only.
    const code = codeInWords(error instanceof Error ? error.message : '')
    if (code) throw storingFailure(Object.assign(error as Error, { code }))
    await assertOpens(path)
    throw new FileRefused(NOT_DRAWN)
  }
}

async function assertOpens(path: string): Promise<void> {
  const file = await open(path).catch((error: unknown) => {
    throw storingFailure(error)
  })
  await file.close()
}
