/** The code points that a font has, by the ranges that CSS writes: `U+4E00-4E0F, U+738B`. */
export function pointsOf(css: string): number[] {
  return css.split(',').flatMap((range) => {
    const [from = '', to = from] = range.trim().replace('U+', '').split('-')
    const first = Number.parseInt(from, 16)
    return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, nth) => first + nth)
  })
}
