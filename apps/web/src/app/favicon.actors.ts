import { badgeText } from './badge.rules.ts'

const SIZE = 64
/** The brand's brick red, visible in light and dark tab bars. */
const BADGE = '#b3261e'

/** Draws the favicon with a count and returns it as a data URL, or null if this browser can't draw. */
export async function drawFavicon(plain: string, count: number): Promise<string | null> {
  const sign = new Image(SIZE, SIZE)
  sign.src = plain
  await sign.decode()
  const canvas = document.createElement('canvas')
  canvas.width = SIZE
  canvas.height = SIZE
  const context = canvas.getContext('2d')
  if (!context) return null
  context.drawImage(sign, 0, 0, SIZE, SIZE)
  const text = badgeText(count)
  context.font = `bold ${text.length > 2 ? 26 : 32}px sans-serif`
  const width = Math.max(40, context.measureText(text).width + 14)
  context.fillStyle = BADGE
  context.beginPath()
  context.roundRect(SIZE - width, SIZE - 40, width, 40, 20)
  context.fill()
  context.fillStyle = '#ffffff'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(text, SIZE - width / 2, SIZE - 18)
  return canvas.toDataURL('image/png')
}
