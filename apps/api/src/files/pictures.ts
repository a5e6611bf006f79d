/**
 * Pictures are drawn anew: what was hidden in them (a place, a name, a page in a comment) is gone, and what only looks like a
 * picture can't be drawn. The libraries read and write files, so the pixels of a few rows are all that is in memory.
 */
import { stat } from 'node:fs/promises'
import sharp from 'sharp'
import type { FileKind } from './file-kinds.rules.ts'

/** More than any phone's camera takes, and no bomb: it is refused before it is unpacked. */
const PIXELS_MAX = 64_000_000
/** Of all frames of a moving picture together; beyond that only the first one is kept. */
const MOVING_PIXELS_MAX = 48_000_000
const SIDE_MAX = 4096
const SECONDS_MAX = 20
const AT_ONCE = 2

// What is read is never read again.
sharp.cache(false)
sharp.concurrency(1)

/** Throws for what can't be drawn. */
export async function redraw(
  from: string,
  to: string,
  format: NonNullable<FileKind['redrawnAs']>,
): Promise<{ size: number }> {
  await enter()
  try {
    const limits = { limitInputPixels: PIXELS_MAX, sequentialRead: true, failOn: 'error' } as const
    const { pages = 1, width, height, pageHeight = height } = await sharp(from, limits).metadata()
    const isMoving = pages > 1 && pages * width * pageHeight <= MOVING_PIXELS_MAX && format !== 'jpeg'
    const picture = sharp(from, { ...limits, animated: isMoving }).timeout({ seconds: SECONDS_MAX })
    // How the camera was held is said beside the picture, which goes; frames in a row can't be turned.
    const upright = isMoving ? picture : picture.autoOrient()
    const resized = upright.resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
    await (isMoving ? upright : resized).toFormat(format, format === 'jpeg' ? { quality: 85 } : {}).toFile(to)
    return { size: (await stat(to)).size }
  } finally {
    leave()
  }
}

let running = 0
const waiting: (() => void)[] = []

/** However many are sent, a few at a time are unpacked. */
async function enter(): Promise<void> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
}

/** The place goes to who waited longest, or becomes free. */
function leave(): void {
  const next = waiting.shift()
  if (next) next()
  else running--
}
