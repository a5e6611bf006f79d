import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pngOfDots } from './dots-png.ts'

/** Dots without any order, of which a third is black. */
const dotsOf = (count: number) =>
  Buffer.from(Array.from({ length: count }, (_, at) => ((at * 7919) % 3 === 0 ? 0 : 255)))

test.each([
  [1, 1, 1],
  [8, 3, 8],
  [13, 5, 13],
  [13, 5, 24],
  [7, 2, 20],
])('pngOfDots keeps each of %i by %i dots in the middle of lines of %i', async (width, height, wide) => {
  const dots = dotsOf(width * height)
  const png = sharp(await pngOfDots(dots, { width, height, wide }))
  expect(await png.metadata()).toMatchObject({ format: 'png', width: wide, height, channels: 1 })
  const read = await png.toColourspace('b-w').raw().toBuffer()
  const left = Math.floor((wide - width) / 2)
  const expected = Buffer.alloc(wide * height, 255)
  for (let line = 0; line < height; line++) dots.copy(expected, line * wide + left, line * width, (line + 1) * width)
  expect([...read]).toEqual([...expected])
})

test('pngOfDots makes a page of a letter small', async () => {
  const png = await pngOfDots(Buffer.alloc(1728 * 2236, 255), { width: 1728, height: 2236, wide: 1728 })
  expect(png.length).toBeLessThan(5000)
})
