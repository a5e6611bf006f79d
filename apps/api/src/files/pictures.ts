/**
 * Re-encodes pictures. This removes hidden content (location, author, a page in a comment) and fails for files that
 * only look like a picture. The library reads and writes files itself, so only a few rows of pixels are in memory.
 */
import { stat } from 'node:fs/promises'
import sharp from 'sharp'
import type { FileKind } from './file-kinds.rules.ts'

/**
 * More than a phone's camera takes. Larger pictures, such as decompression bombs, are refused before they are
 * decoded.
 */
const PIXELS_MAX = 64_000_000
/** The limit for all frames of an animation together; beyond it only the first frame is kept. */
const MOVING_PIXELS_MAX = 48_000_000
const SIDE_MAX = 4096
const SECONDS_MAX = 20
const AT_ONCE = 2

// No file is read twice, so a cache would only use memory.
sharp.cache(false)
sharp.concurrency(1)

/** Throws when the picture can't be decoded. */
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
    // The orientation tag is metadata and gets removed, so it is applied first; an animation's frames can't be
    // rotated.
    const upright = isMoving ? picture : picture.autoOrient()
    const resized = upright.resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
    await (isMoving ? upright : resized).toFormat(format, format === 'jpeg' ? { quality: 85 } : {}).toFile(to)
    return { size: (await stat(to)).size }
  } finally {
    leave()
  }
}

/** The sides of the squares, in pixels. */
const LARGE = 1024
const SMALL = 96

/** A square picture in two sizes, as WebP. */
export interface Squares {
  readonly large: Buffer
  readonly small: Buffer
}

const ONE_PICTURE = { limitInputPixels: PIXELS_MAX, failOn: 'error' } as const

/** Throws when the picture can't be decoded. */
export async function readSides(from: string): Promise<{ width: number; height: number }> {
  const { width, height } = await sharp(from, ONE_PICTURE).metadata()
  return { width, height }
}

/**
 * Draws the first frame upright, cut to a square whose upper edge is the picture's: of a tall portrait the face stays.
 * Throws when the picture can't be decoded.
 */
export async function drawSquares(from: string): Promise<Squares> {
  await enter()
  try {
    const square = sharp(from, ONE_PICTURE)
      .timeout({ seconds: SECONDS_MAX })
      .autoOrient()
      .resize({ width: LARGE, height: LARGE, fit: 'cover', position: 'top' })
    const large = await square.webp({ quality: 82 }).toBuffer()
    const small = await sharp(large).resize({ width: SMALL, height: SMALL }).webp({ quality: 82 }).toBuffer()
    return { large, small }
  } finally {
    leave()
  }
}

let running = 0
const waiting: (() => void)[] = []

/** Waits until fewer than `AT_ONCE` pictures are being decoded. */
async function enter(): Promise<void> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
}

/** Hands the slot to the longest waiting caller, or frees it. */
function leave(): void {
  const next = waiting.shift()
  if (next) next()
  else running--
}
